//! Checks that need no board.

pub mod reduced;

use std::collections::HashSet;

use crate::ast::{CommentForm, Date, Game, Node, Notation};
use crate::lang::{Explain, Language, fill};
use crate::source::Span;

/// Something in a game that bends the standard and can be read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caveat {
    /// A sentence without braces, read as a comment.
    BareSentence,
    /// A `Result` tag that contradicts the result of the movetext, which counts.
    ResultsDiffer { tag: &'static str, movetext: &'static str },
    /// A `Result` tag that is none of the four results.
    BadResultTag,
    /// No result at the end of the movetext; another is taken for it.
    ResultMissing { taken: &'static str },
    /// A `Date` tag in another form than `YYYY.MM.DD`.
    BadDate,
    /// A result without a tag or a move, which may be meant for the game before.
    ResultAlone,
    /// A tag that has been given before; the first counts.
    RepeatedTag { name: String },
}

/// Lists what bends the standard in a game, with the places.
#[must_use]
pub fn caveats<N: Notation>(game: &Game<'_, N>) -> Vec<(Caveat, Span)> {
    let mut found = Vec::new();
    repeated_tags(game, &mut found);
    if let (Some(tag), Some(value)) = (game.tag("Date"), game.tag_value("Date"))
        && Date::parse(&value).is_err()
    {
        found.push((Caveat::BadDate, tag.value_span));
    }
    for element in &game.movetext {
        if let Node::Comment(comment) = element.node
            && comment.form == CommentForm::Sentence
        {
            found.push((Caveat::BareSentence, element.span));
        }
    }
    result(game, &mut found);
    found
}

fn repeated_tags<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(Caveat, Span)>) {
    let mut names = HashSet::new();
    for tag in &game.tags {
        if !names.insert(tag.name.0) {
            let name = tag.name.decode(game.encoding).into_owned();
            found.push((Caveat::RepeatedTag { name }, tag.span));
        }
    }
}

fn result<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(Caveat, Span)>) {
    let tag = game.tag("Result").zip(game.tag_value("Result"));
    let declared = tag.as_ref().map(|(tag, value)| (N::result_from_text(value), tag.value_span));
    match (declared, game.result) {
        (Some((None, place)), _) => found.push((Caveat::BadResultTag, place)),
        (Some((Some(tag), place)), Some((movetext, _))) if tag != movetext => {
            let (tag, movetext) = (N::result_text(tag), N::result_text(movetext));
            found.push((Caveat::ResultsDiffer { tag, movetext }, place));
        }
        _ => {}
    }
    if let Some((_, place)) = game.result
        && game.tags.is_empty()
        && game.movetext.is_empty()
    {
        found.push((Caveat::ResultAlone, place));
    }
    if game.result.is_none() {
        let end = game.end();
        let taken = N::result_text(game.outcome());
        found.push((Caveat::ResultMissing { taken }, Span::new(end, end)));
    }
}

impl Explain for Caveat {
    fn message(&self, language: &Language) -> String {
        match self {
            Caveat::BareSentence => language.bare_sentence.to_owned(),
            Caveat::ResultsDiffer { tag, movetext } => {
                fill(language.results_differ, &[("tag", tag), ("movetext", movetext)])
            }
            Caveat::BadResultTag => language.bad_result_tag.to_owned(),
            Caveat::ResultMissing { taken } => fill(language.result_missing, &[("taken", taken)]),
            Caveat::BadDate => language.bad_date.to_owned(),
            Caveat::ResultAlone => language.empty_game.to_owned(),
            Caveat::RepeatedTag { name } => fill(language.repeated_tag, &[("name", name)]),
        }
    }
}
