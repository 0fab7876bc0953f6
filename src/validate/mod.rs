//! Checks that need no board.

mod ctl_numbers;
mod ctl_tags;
pub mod reduced;

pub use ctl_tags::TagRule;

use crate::ast::{Comment, CommentForm, CtlAn, Date, Game, Node, Notation, Outcome, San};
use crate::codes::Code;
use crate::lang::{Explain, Language, fill};
use crate::lexer::tag_section;
use crate::source::Span;

/// Something in a game that bends the standard and can be read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caveat {
    /// A comment with an opening brace inside: the closing one of an earlier
    /// comment may be missing.
    BraceInComment,
    /// A comment in which tags stand at the beginning of a line: its closing brace
    /// may be missing.
    TagsInComment,
    /// A sentence without braces, read as a comment.
    BareSentence,
    /// A `Result` tag that contradicts the result of the movetext, which counts.
    ResultsDiffer { tag: &'static str, movetext: &'static str },
    /// A result that is written with other signs, such as `1–0` or `½-½`.
    OddResult,
    /// A `Result` tag that is no result.
    BadResultTag { draw: &'static str },
    /// No result at the end of the movetext; another is taken for it.
    ResultMissing { taken: &'static str },
    /// A `Date` tag in another form than the standard's.
    BadDate,
    /// A tag that departs from the rules of CTL-PGN.
    Tag(TagRule),
    /// A quote inside a value that is not escaped.
    UnescapedQuote,
    /// A result without a tag or a move, which may be meant for the game before.
    ResultAlone,
    /// A tag that has been given before; the first counts.
    RepeatedTag { name: String },
    /// A tag whose name has small letters for capitals, or the other way round.
    TagCase { name: &'static str },
    /// An annotation before the first move of its line, read as one of that move.
    LeadingAnnotation,
    /// An annotation in a game without moves.
    AnnotationWithoutMove,
    /// A variation that does not begin with the number of the play before it.
    VariationNumber { found: u32, expected: u32 },
}

/// A notation that has rules of its own for tags and numbers.
pub trait FormRules: Notation {
    /// Lists where a game departs from them.
    fn departures(game: &Game<'_, Self>) -> Vec<(Caveat, Span)>;

    /// Returns the name under which a tag is counted when it is repeated, or
    /// `None` for one that may be.
    fn unique_name(name: &[u8]) -> Option<&[u8]>;
}

impl FormRules for San {
    /// PGN takes tags and numbers as they come, but for the date.
    fn departures(game: &Game<'_, San>) -> Vec<(Caveat, Span)> {
        let date = game.tag("Date").zip(game.tag_value("Date"));
        let bad = date.filter(|(_, value)| Date::parse(value).is_err());
        bad.map(|(tag, _)| (Caveat::BadDate, tag.value_span)).into_iter().collect()
    }

    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        Some(name)
    }
}

impl FormRules for CtlAn {
    fn departures(game: &Game<'_, CtlAn>) -> Vec<(Caveat, Span)> {
        let tags = ctl_tags::check(game).into_iter().map(|(rule, span)| (Caveat::Tag(rule), span));
        tags.chain(ctl_numbers::check(game)).collect()
    }

    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        match name {
            b"Annotator" => None,
            // the two names of the position
            b"PDTL" => Some(b"TLPD"),
            name => Some(name),
        }
    }
}

/// Lists what bends the standard in a game, with the places.
#[must_use]
pub fn caveats<N: FormRules>(game: &Game<'_, N>) -> Vec<(Caveat, Span)> {
    let mut found = N::departures(game);
    tags(game, &mut found);
    movetext(game, &mut found);
    result(game, &mut found);
    found
}

fn movetext<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(Caveat, Span)>) {
    let mut is_before_move = true;
    let mut leading = None;
    for element in &game.movetext {
        match &element.node {
            Node::VariationStart(_) => is_before_move = true,
            Node::VariationEnd => is_before_move = false,
            Node::Nag(_) if is_before_move => leading = leading.or(Some(element.span)),
            Node::Move(_) => {
                is_before_move = false;
                found.extend(leading.take().map(|span| (Caveat::LeadingAnnotation, span)));
            }
            Node::Comment(_) => {
                let caveat = game.comment(element).and_then(|comment| caveat_of(&comment));
                found.extend(caveat.map(|caveat| (caveat, element.span)));
            }
            _ => {}
        }
    }
    found.extend(leading.map(|span| (Caveat::AnnotationWithoutMove, span)));
}

fn caveat_of(comment: &Comment<'_>) -> Option<Caveat> {
    let text = comment.text.0;
    match comment.form {
        CommentForm::Sentence => Some(Caveat::BareSentence),
        CommentForm::Braces if tag_section(text).is_some() => Some(Caveat::TagsInComment),
        CommentForm::Braces if text.contains(&b'{') => Some(Caveat::BraceInComment),
        CommentForm::Braces | CommentForm::Line | CommentForm::Escaped => None,
    }
}

fn has_bare_quote(value: &[u8]) -> bool {
    let mut escaped = false;
    value.iter().any(|&byte| {
        let bare = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        bare
    })
}

fn tags<N: FormRules>(game: &Game<'_, N>, found: &mut Vec<(Caveat, Span)>) {
    let mut names = Vec::with_capacity(game.tags.len());
    for (at, tag) in game.tags.iter().enumerate() {
        let in_other_case = tag.name_in_other_case();
        if let Some(name) = in_other_case {
            found.push((Caveat::TagCase { name }, tag.name_span));
        }
        if has_bare_quote(tag.value.0) {
            found.push((Caveat::UnescapedQuote, tag.value_span));
        }
        let name = in_other_case.map_or(tag.name.0, str::as_bytes);
        // few have the same length, so names themselves are seldom compared
        names.extend(N::unique_name(name).map(|name| (name.len(), name, at)));
    }
    names.sort_unstable();
    for pair in names.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
        let tag = &game.tags[pair[1].2];
        let name = tag.name.decode(game.encoding).into_owned();
        found.push((Caveat::RepeatedTag { name }, tag.span));
    }
}

fn result<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(Caveat, Span)>) {
    let tag = game.tag("Result").zip(game.tag_value("Result"));
    let declared = tag.as_ref().map(|(tag, value)| (N::result_from_text(value), tag.value_span));
    match (declared, game.result) {
        (Some((None, place)), _) => {
            found.push((Caveat::BadResultTag { draw: N::result_text(Outcome::Draw) }, place))
        }
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
    if game.result.is_none() && game.cut_at.is_none() {
        let end = game.end();
        let taken = N::result_text(game.outcome());
        found.push((Caveat::ResultMissing { taken }, Span::new(end, end)));
    }
}

impl Explain for Caveat {
    fn code(&self) -> Code {
        match self {
            Caveat::BraceInComment => Code::BraceInComment,
            Caveat::TagsInComment => Code::TagsInComment,
            Caveat::BareSentence => Code::BareSentence,
            Caveat::ResultsDiffer { .. } => Code::ResultsDiffer,
            Caveat::OddResult => Code::OddResult,
            Caveat::BadResultTag { .. } => Code::BadResultTag,
            Caveat::ResultMissing { .. } => Code::ResultMissing,
            Caveat::BadDate => Code::BadDate,
            Caveat::Tag(rule) => rule.code(),
            Caveat::UnescapedQuote => Code::UnescapedQuote,
            Caveat::ResultAlone => Code::ResultAlone,
            Caveat::RepeatedTag { .. } => Code::RepeatedTag,
            Caveat::TagCase { .. } => Code::TagCase,
            Caveat::LeadingAnnotation | Caveat::AnnotationWithoutMove => Code::LeadingAnnotation,
            Caveat::VariationNumber { .. } => Code::VariationNumber,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            Caveat::BraceInComment => language.brace_in_comment.to_owned(),
            Caveat::TagsInComment => language.tags_in_comment.to_owned(),
            Caveat::BareSentence => language.bare_sentence.to_owned(),
            Caveat::ResultsDiffer { tag, movetext } => {
                fill(language.results_differ, &[("tag", tag), ("movetext", movetext)])
            }
            Caveat::OddResult => language.known_results.to_owned(),
            Caveat::BadResultTag { draw: "1-1" } => language.bad_ctl_result.to_owned(),
            Caveat::BadResultTag { .. } => language.bad_result_tag.to_owned(),
            Caveat::ResultMissing { taken } => fill(language.result_missing, &[("taken", taken)]),
            Caveat::BadDate => language.bad_date.to_owned(),
            Caveat::Tag(rule) => rule.message(language),
            Caveat::UnescapedQuote => language.unescaped_quote.to_owned(),
            Caveat::ResultAlone => language.empty_game.to_owned(),
            Caveat::RepeatedTag { name } => fill(language.repeated_tag, &[("name", name)]),
            Caveat::TagCase { name } => fill(language.tag_case, &[("name", name)]),
            Caveat::LeadingAnnotation => language.leading_annotation.to_owned(),
            Caveat::AnnotationWithoutMove => language.annotation_without_move.to_owned(),
            Caveat::VariationNumber { found, expected } => {
                fill(language.variation_number, &[("found", found), ("expected", expected)])
            }
        }
    }
}
