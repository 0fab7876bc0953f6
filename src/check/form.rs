//! Checks that depend neither on a board nor on a notation.

use super::lints;
use crate::message::problem::{TextValue, problems};
use crate::message::{Certainty, Code, Diagnostic, Fix};
use crate::syntax::tag_line::tag_section;
use crate::syntax::{
    ByBoard, Comment, CommentForm, Game, Lexeme, Lexer, Node, Notation, NotationKind, Outcome, TagPair,
    TokenKind, is_of_tag_name, result_in_any_form, says_nothing,
};
use crate::text::{Edit, Source, Span, Text, bare_quotes};

problems! {
    /// A deviation from the standard that can still be read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum FormLint(language) {
        /// A comment contains an opening brace: the closing one of an earlier comment may be
        /// missing.
        BraceInComment = Code::BraceInComment, language.brace_in_comment;
        /// A comment contains tags at the beginning of a line: its closing brace may be missing.
        TagsInComment = Code::TagsInComment, language.tags_in_comment;
        /// A sentence without braces is read as a comment. An example of the assignment has one.
        BareSentence = Code::BareSentence, language.bare_sentence;
        /// The `Result` tag contradicts the result of the movetext, which takes precedence.
        ResultsDiffer { tag: &'static str, movetext: &'static str, movetext_span: Span }
            = Code::ResultsDiffer, language.results_differ;
        /// One of the two results is unknown. The other one, `known`, counts.
        ResultUnknown { tag: &'static str, movetext: &'static str, known: &'static str, movetext_span: Span }
            = Code::ResultsDiffer, language.known_result_counts;
        /// A result is written with other characters, such as `1–0` or `½-½`, or as that of a game that was
        /// forfeited, such as `1-0F`. `read` is its usual form.
        OddResult { read: &'static str, fix: OddResultFix } = Code::OddResult, language.odd_result;
        /// The `Result` tag contradicts the last position, and the moves end without a result.
        TagContradictsBoard { tag: &'static str, board: &'static str }
            = Code::ResultsDiffer, language.tag_contradicts_board;
        /// The value of the `Result` tag is not a result. `draw` is the notation's own spelling
        /// of a draw, `movetext` the result of the movetext if it has one.
        BadResultTag { draw: &'static str, movetext: Option<&'static str> } = Code::BadResultTag,
            if *draw == "1-1" { language.bad_ctl_result } else { language.bad_result_tag };
        /// The movetext has no result at its end, or only `*` although the last position decides.
        /// `taken` is the result that counts, and `place` is where a fix writes it.
        ResultMissing { taken: &'static str, is_by_board: bool, place: ResultPlace } = Code::ResultMissing,
            if *is_by_board { language.result_by_board } else { language.result_missing };
        /// A tag value contains control characters. `value` is the span of the value with its quotes.
        ControlInValue { value: Span } = Code::ControlCharacter, language.control_character;
        /// A quote inside a tag value is not escaped.
        UnescapedQuote = Code::UnescapedQuote, language.unescaped_quote;
        /// A quote does not belong to a value, which is `meant` without it.
        StrayQuote { meant: String } = Code::UnescapedQuote, language.stray_quote;
        /// A number gives the position of a game of Chess960, and nothing else does.
        PositionNumber = Code::BeginningMissing, language.position_number;
        /// A value ends with a backslash, which is not meant to escape its closing quote.
        LastBackslash = Code::UnescapedQuote, language.last_backslash;
        /// The values of tags stand between doubled quotes: the game was copied from a cell of a CSV file.
        DoubledQuotes { values: Vec<Span> } = Code::DoubledQuotes, language.doubled_quotes;
        /// A tag value has a typographic quote, such as those of `“…”`, on one side or both.
        TypographicQuotes = Code::TypographicQuotes, language.typographic_quotes;
        /// A result without tags and moves, which may belong to the previous game.
        ResultAlone = Code::ResultAlone, language.empty_game;
        /// A tag is repeated; the first one takes precedence. `is_same` tells whether all repeated tags of
        /// the game have the values of the first ones.
        RepeatedTag { name: String, is_same: bool } = Code::RepeatedTag, language.repeated_tag;
        /// A tag is repeated under another of its names.
        RepeatedByOtherName { name: String, first: String, is_same: bool }
            = Code::RepeatedTag, language.repeated_by_other_name;
        /// The name of a tag is in the wrong case.
        TagCase { name: &'static str } = Code::TagCase, language.tag_case;
        /// The name of a tag has characters that other programs do not expect.
        SignInTagName = Code::BadTagName, language.bad_tag_name;
        /// The name of a tag is misspelt, and the game lacks the tag that is meant.
        MisspeltTagName { name: &'static str } = Code::MisspeltTagName, language.misspelt_tag_name;
        /// An annotation before the first move of its line, or between a number and its move, is read as one of that
        /// move, which ends at `move_end`. `is_alone` tells whether it is the only one there.
        LeadingAnnotation { move_end: usize, is_alone: bool }
            = Code::LeadingAnnotation, language.leading_annotation;
        /// A game without moves has an annotation.
        AnnotationWithoutMove = Code::LeadingAnnotation, language.annotation_without_move;
    }
    describe with fixes;
}

impl FormLint {
    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let certain = |edit| vec![Fix::certain(edit)];
        match self {
            FormLint::BareSentence => {
                let edits = vec![Edit::insert(span.start, "{"), Edit::insert(span.end, "}")];
                vec![Fix::of(Certainty::Certain, edits)]
            }
            FormLint::ResultsDiffer { tag, movetext, movetext_span } => vec![
                Fix::guess(source.value_replacement(span, movetext)),
                Fix::guess(Edit::replace(*movetext_span, *tag)),
            ],
            FormLint::ResultUnknown { known, movetext, .. } if known == movetext => {
                certain(source.value_replacement(span, known))
            }
            FormLint::ResultUnknown { known, movetext_span, .. } if stands_alone(source, *movetext_span) => {
                let fix = Fix::certain(Edit::replace(*movetext_span, *known));
                let rest = &source.bytes()[movetext_span.end..source.line_span(movetext_span.end).end];
                let is_last = matches!(rest.trim_ascii_start(), [] | [b'{' | b';', ..]);
                vec![fix.certain_if(is_last)]
            }
            FormLint::OddResult { fix: OddResultFix::None, .. } => Vec::new(),
            FormLint::OddResult { read, fix } => {
                let is_value = source.bytes()[span.start] == b'"';
                let usual = Edit::replace(span, *read);
                let usual = if is_value { source.value_replacement(span, read) } else { usual };
                let is_certain = *fix == OddResultFix::Certain;
                vec![Fix::certain(usual).certain_if(is_certain)]
            }
            FormLint::BadResultTag { movetext: Some(movetext), .. } => {
                let fix = Fix::certain(source.value_replacement(span, movetext));
                vec![fix.certain_if(says_nothing(&source.bytes()[span.range()]))]
            }
            FormLint::TagContradictsBoard { board, .. } => {
                vec![Fix::guess(source.value_replacement(span, board))]
            }
            FormLint::ResultMissing { place: ResultPlace::Nowhere, .. } => Vec::new(),
            FormLint::ResultMissing { taken, place: ResultPlace::OfUnknown, .. } => {
                certain(Edit::replace(span, *taken))
            }
            FormLint::ResultMissing { taken, place, .. } => {
                let line_end = source.line_end_at(span.start);
                certain(Edit::insert(
                    span.start,
                    match place {
                        ResultPlace::InLine => format!(" {taken}"),
                        ResultPlace::OnALine => format!("{line_end}{taken}"),
                        ResultPlace::BehindTags | ResultPlace::Nowhere | ResultPlace::OfUnknown => {
                            format!("{line_end}{line_end}{taken}")
                        }
                    },
                ))
            }
            FormLint::ControlInValue { value } => {
                let edits = without_controls(source, *value);
                // a control character between letters may stand for a letter, and a control
                // character of two bytes for a character of Windows-1252
                let is_certain =
                    edits.iter().all(|edit| edit.text.is_empty() && edit.span.range().len() == 1);
                vec![Fix::of(Certainty::Certain, edits).certain_if(is_certain)]
            }
            FormLint::UnescapedQuote if source.bytes()[span.start] == b'"' => {
                let value = Span::new(span.start + 1, span.end - 1);
                let is_tag = holds_tag(&source.bytes()[value.range()]);
                vec![Fix::of(Certainty::Certain, source.escapes(value)).certain_if(!is_tag)]
            }
            FormLint::StrayQuote { meant } => certain(source.value_replacement(span, meant)),
            FormLint::LastBackslash => certain(Edit::insert(span.end - 1, "\\")),
            FormLint::DoubledQuotes { values } => {
                let quotes = values.iter().flat_map(|value| [value.start, value.end - 1]);
                let deletions = quotes.map(|at| Edit::delete(Span::new(at, at + 1)));
                vec![Fix::of(Certainty::Certain, deletions.collect())]
            }
            FormLint::TypographicQuotes => {
                vec![Fix::of(Certainty::Certain, source.quotes_replacement(span))]
            }
            FormLint::RepeatedTag { is_same, .. } | FormLint::RepeatedByOtherName { is_same, .. } => {
                let fix = Fix::certain(source.line_deletion(span));
                vec![fix.certain_if(*is_same)]
            }
            FormLint::TagCase { name } => certain(Edit::replace(span, *name)),
            FormLint::MisspeltTagName { name } => vec![Fix::guess(Edit::replace(span, *name))],
            FormLint::BraceInComment => vec![Fix::guess(lints::closed_before(source, span))],
            FormLint::LeadingAnnotation { move_end, is_alone } => {
                let annotation = Edit::insert(*move_end, format!(" {}", source.text(span)));
                // several annotations have to keep their order, and in `?. e4` the sign stands for
                // an unknown number
                let is_apart = source.bytes().get(span.end).is_some_and(u8::is_ascii_whitespace);
                let fix = Fix::of(Certainty::Certain, vec![source.deletion(span), annotation]);
                vec![fix.certain_if(*is_alone && is_apart)]
            }
            _ => Vec::new(),
        }
    }
}

impl TextValue for OddResultFix {}
impl TextValue for ResultPlace {}

/// Whether the usual form of a result is a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddResultFix {
    /// It is a certain fix, because no information is lost.
    Certain,
    /// It is a guess, because the text would no longer say that the game was forfeited.
    Guess,
    /// It is not a fix, because the `Result` tag is the place for saying that the game was
    /// forfeited, or because it is only a part of what is written there.
    None,
}

/// The place in the movetext where a fix writes the missing result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPlace {
    /// After the last element, on its line.
    InLine,
    /// On a line of its own.
    OnALine,
    /// After a blank line, since the game has only tags.
    BehindTags,
    /// In place of a `*`.
    OfUnknown,
    /// Nowhere: text that cannot be read, or the last comment, may be the result; or the `Result`
    /// tag has another one; or the game is empty.
    Nowhere,
}

/// Lists the deviations of a game from the standard. `is_readable` tells whether all of it has been read.
pub fn lints<N: Notation>(game: &Game<'_, N>, is_readable: bool) -> Vec<Diagnostic> {
    let mut lints = N::lints(game);
    let mut found = Vec::new();
    tags(game, &mut found);
    movetext(game, &mut found);
    result(game, is_readable, &mut found);
    lints.extend(found.into_iter().map(|(lint, span)| Diagnostic::warning(lint, span, None)));
    lints
}

/// Lists the names of tags with characters other than letters, digits and underscores (PGN standard, section
/// 8.1), for pedantic checks.
pub(super) fn signs_in_names<N: Notation>(game: &Game<'_, N>) -> impl Iterator<Item = Diagnostic> {
    let has_sign = |name: &[u8]| !name.iter().all(is_of_tag_name);
    let tags = game.tags.iter().filter(move |tag| has_sign(tag.name.0) && game.misspelt_name(tag).is_none());
    tags.map(|tag| Diagnostic::warning(FormLint::SignInTagName, tag.name_span, None))
}

fn movetext<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(FormLint, Span)>) {
    let mut is_before_move = true;
    let mut leading = None;
    for element in game.movetext.iter() {
        match &element.node {
            Node::VariationStart(_) | Node::MoveNumber(_) => is_before_move = true,
            Node::VariationEnd => is_before_move = false,
            Node::Nag(_) if is_before_move => {
                leading = leading.map(|(first, _)| (first, false)).or(Some((element.span, true)));
            }
            Node::Move(_) => {
                is_before_move = false;
                if let Some((span, is_alone)) = leading.take() {
                    found.push((FormLint::LeadingAnnotation { move_end: element.span.end, is_alone }, span));
                }
            }
            Node::Comment(_) => {
                let lint = game.comment(element).and_then(|comment| comment_lint(&comment));
                found.extend(lint.map(|lint| (lint, element.span)));
            }
            _ => {}
        }
    }
    let has_moves = game.has_move();
    let leading = leading.filter(|_| !has_moves);
    found.extend(leading.map(|(span, _)| (FormLint::AnnotationWithoutMove, span)));
    found.extend(tags_after_error(game).map(|span| (FormLint::TagsInComment, span)));
}

/// Finds the first comment with tags after the error at which a game was cut off. Games may begin
/// in that comment.
fn tags_after_error<N: Notation>(game: &Game<'_, N>) -> Option<Span> {
    let text = &game.text.0[..game.movetext_end];
    let from = game.cut_at.filter(|at| *at < text.len())?;
    let has_tags = |lexeme: &Lexeme<N::Token>| {
        lexeme.is(TokenKind::Comment)
            && text[lexeme.span.start] == b'{'
            && tag_section(&text[lexeme.span.range()]).is_some()
    };
    Lexer::<N::Token>::new(text, from).find(has_tags).map(|lexeme| lexeme.span)
}

fn comment_lint(comment: &Comment<'_>) -> Option<FormLint> {
    let text = comment.text.0;
    // tags begin a line
    let may_have_either = || memchr::memchr3(b'{', b'\n', b'\r', text).is_some();
    match comment.form {
        CommentForm::Sentence => Some(FormLint::BareSentence),
        CommentForm::Braces if !may_have_either() => None,
        CommentForm::Braces if tag_section(text).is_some() => Some(FormLint::TagsInComment),
        CommentForm::Braces if text.contains(&b'{') => Some(FormLint::BraceInComment),
        CommentForm::Braces | CommentForm::Line | CommentForm::Escaped => None,
    }
}

/// Returns whether a tag value, given with its quotes, has only printable ASCII characters, and neither further quotes nor
/// backslashes.
fn is_plain_value(written: &[u8]) -> bool {
    let [b'"', value @ .., b'"'] = written else { return false };
    // there is no early exit, because nearly all values are short, for which this is faster
    value
        .iter()
        .fold(true, |is_plain, byte| is_plain & matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~'))
}

/// Returns the offset of the first control character of a tag value: one of ASCII other than the tab or else,
/// if the value is UTF-8, one of U+0080 to U+009F. As Windows-1252, bytes from 0x80 to 0x9F are mostly
/// printable.
fn control(value: &[u8]) -> Option<usize> {
    let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
    value.iter().position(is_control).or_else(|| {
        let at = value.windows(2).position(|pair| matches!(pair, [0xc2, 0x80..=0x9f]))?;
        Text(value).is_utf8().then_some(at)
    })
}

fn tag_value<N: Notation>(game: &Game<'_, N>, tag: &TagPair<'_>, found: &mut Vec<(FormLint, Span)>) {
    let written = &game.text.0[tag.value_span.range()];
    if is_plain_value(written) {
        return;
    }
    let backslashes = tag.value.0.iter().rev().take_while(|byte| **byte == b'\\').count();
    if !backslashes.is_multiple_of(2) && written.ends_with(b"\"") {
        found.push((FormLint::LastBackslash, tag.value_span));
    }
    if !matches!(written, [b'"', .., b'"']) {
        found.push((FormLint::TypographicQuotes, tag.value_span));
    }
    if let Some(at) = control(written) {
        let start = tag.value_span.start + at;
        let lint = FormLint::ControlInValue { value: tag.value_span };
        found.push((lint, Span::new(start, start + 1)));
    }
    if bare_quotes(tag.value.0).next().is_some() {
        let stray = |meant| FormLint::StrayQuote { meant };
        found.push((N::meant_value(tag).map_or(FormLint::UnescapedQuote, stray), tag.value_span));
    }
}

fn tags<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(FormLint, Span)>) {
    let mut names = Vec::with_capacity(game.tags.len());
    let are_doubled = |tag: &&TagPair<'_>| {
        let inside = tag.value.0;
        let written = &game.text.0[tag.value_span.range()];
        written.starts_with(b"\"\"") && !inside.is_empty() && !inside.contains(&b'"')
    };
    let doubled: Vec<_> = game.tags.iter().filter(are_doubled).map(|tag| tag.value_span).collect();
    if let Some(&first) = doubled.first() {
        found.push((FormLint::DoubledQuotes { values: doubled }, first));
    }
    for (at, tag) in game.tags.iter().enumerate() {
        let known = tag.known_name();
        match known {
            Some(name) if tag.name.0 == name.as_bytes() => {}
            Some(name) => found.push((FormLint::TagCase { name }, tag.name_span)),
            None => {
                let misspelt = game.misspelt_name(tag);
                found.extend(misspelt.map(|name| (FormLint::MisspeltTagName { name }, tag.name_span)));
            }
        }
        tag_value(game, tag, found);
        if tag.name.0 == b"SP" && game.tag("FEN").is_none() {
            found.push((FormLint::PositionNumber, tag.span));
        }
        let name = known.map_or(tag.name.0, str::as_bytes);
        names.extend(N::unique_name(name).map(|name| (ends(name), name, at)));
    }
    // a header may have any number of tags, so they are not compared in pairs
    names.sort_unstable();
    let pairs = names.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    let pairs = pairs.map(|pair| (&game.tags[pair[0].2], &game.tags[pair[1].2]));
    // if one of the values differs, the repeated tags may be the header of another game, so it is
    // not certain that any of them is superfluous
    let is_same = pairs.clone().all(|(earlier, tag)| earlier.value.unescape() == tag.value.unescape());
    for (earlier, tag) in pairs {
        let name = tag.name.decode().into_owned();
        let lint = if earlier.canonical_name() == tag.canonical_name() {
            FormLint::RepeatedTag { name, is_same }
        } else {
            FormLint::RepeatedByOtherName { name, first: earlier.name.decode().into_owned(), is_same }
        };
        found.push((lint, tag.span));
    }
}

/// Returns the length of a name, its first letter and its last. These quickly distinguish nearly all names of
/// tags.
fn ends(name: &[u8]) -> (usize, Option<&u8>, Option<&u8>) {
    (name.len(), name.first(), name.last())
}

fn result<N: Notation>(game: &Game<'_, N>, is_readable: bool, found: &mut Vec<(FormLint, Span)>) {
    let tag = game.tag("Result").map(|tag| (tag, tag.value.unescape()));
    let declared = tag.as_ref().map(|(tag, value)| (result_in_any_form::<N>(value), tag.value_span));
    odd_results(game, found);
    let declared_end = declared.and_then(|(outcome, _)| Some(N::movetext_result(outcome?)));
    let by_board = game.by_board.and_then(ByBoard::outcome);
    let is_other = |board| declared_end.is_some_and(|end| !["*", N::movetext_result(board)].contains(&end));
    match (declared, game.result) {
        (Some((None, span)), _) => {
            let movetext = game.result.map(|(outcome, _)| N::result_text(by_board.unwrap_or(outcome)));
            found.push((FormLint::BadResultTag { draw: N::result_text(Outcome::Draw), movetext }, span));
        }
        (Some((Some(outcome), span)), _) if let Some(board) = by_board => {
            // a forfeit is decided away from the board
            let is_usual = tag.is_some_and(|(_, value)| N::result_from_text(&value).is_some());
            if is_usual && is_other(board) {
                let (tag, board) = (N::result_text(outcome), N::result_text(board));
                return found.push((FormLint::TagContradictsBoard { tag, board }, span));
            }
        }
        (Some((Some(tag), span)), Some((movetext, movetext_span)))
            if tag != movetext && declared_end != Some(N::movetext_result(movetext)) =>
        {
            let is_known = tag != Outcome::Unknown && movetext != Outcome::Unknown;
            let (tag, movetext) = (N::result_text(tag), N::result_text(movetext));
            found.push(if is_known {
                (FormLint::ResultsDiffer { tag, movetext, movetext_span }, span)
            } else {
                let known = N::result_text(game.outcome());
                (FormLint::ResultUnknown { tag, movetext, known, movetext_span }, span)
            });
        }
        _ => {}
    }
    if let Some((_, span)) = game.result
        && game.tags.is_empty()
        && game.movetext.is_empty()
    {
        found.push((FormLint::ResultAlone, span));
    }
    if (game.result.is_none() || by_board.is_some()) && game.cut_at.is_none() {
        let tag_span =
            declared.map(|(_, span)| span).filter(|span| !says_nothing(&game.text.0[span.range()]));
        let in_tag = tag_span.is_some() && (declared_end.is_none() || by_board.is_some_and(is_other));
        let place = if is_readable && !in_tag { place_of_result(game) } else { ResultPlace::Nowhere };
        let (taken, end) = (N::movetext_result(game.outcome()), game.end());
        let span = game.result.map_or(Span::new(end, end), |(_, span)| span);
        found.push((FormLint::ResultMissing { taken, is_by_board: by_board.is_some(), place }, span));
    }
}

/// Returns the place for the missing result of a game: nowhere if the last comment, or text after
/// the last element, may be the result.
fn place_of_result<N: Notation>(game: &Game<'_, N>) -> ResultPlace {
    let last = game.movetext.last();
    let in_comment = || {
        let comment = last.and_then(|last| game.comment(last));
        comment.is_some_and(|comment| lints::ends_with_result::<N>(comment.text.0))
    };
    let rest = game.text.0.get(game.end()..game.movetext_end).unwrap_or_default();
    match last.map(|element| element.node) {
        _ if in_comment() || !rest.trim_ascii().is_empty() => ResultPlace::Nowhere,
        _ if game.tags.is_empty() && game.movetext.is_empty() => ResultPlace::Nowhere,
        _ if game.result.is_some() => ResultPlace::OfUnknown,
        None => ResultPlace::BehindTags,
        Some(Node::Comment(CommentForm::Line | CommentForm::Escaped)) => ResultPlace::OnALine,
        // CTL-PGN has the result on a line of its own
        Some(_) if N::KIND == Some(NotationKind::CtlPgn) => ResultPlace::OnALine,
        Some(_) => ResultPlace::InLine,
    }
}

/// Finds results in forms other than the usual ones, in the tag and after the moves.
fn odd_results<N: Notation>(game: &Game<'_, N>, found: &mut Vec<(FormLint, Span)>) {
    let tag = game.tag("Result").map(|tag| (tag.value_span, tag.value.unescape()));
    let forfeit = tag.as_ref().and_then(|(_, value)| N::forfeit(value.trim()));
    if let Some((span, value)) = &tag
        && (forfeit.is_some() || N::result_from_text(value).is_none())
        && let Some(outcome) = result_in_any_form::<N>(value)
    {
        let fix = if forfeit.is_some() { OddResultFix::None } else { OddResultFix::Certain };
        let read = if forfeit.is_some() { N::movetext_result(outcome) } else { N::result_text(outcome) };
        found.push((FormLint::OddResult { read, fix }, *span));
    }
    if let Some((outcome, span)) = game.result {
        let text = Text(&game.text.0[span.range()]).decode();
        let read = N::movetext_result(outcome);
        let is_forfeit = N::forfeit(&text).is_some();
        if is_forfeit || N::result_from_text(&text).is_none() {
            let is_lost = is_forfeit && forfeit != Some(outcome);
            let fix = match is_lost {
                _ if !is_whole(game.text.0, span) => OddResultFix::None,
                true => OddResultFix::Guess,
                false => OddResultFix::Certain,
            };
            found.push((FormLint::OddResult { read, fix }, span));
        }
    }
}

/// Returns whether a value may contain another tag without its brackets: `A" Black "B`.
fn holds_tag(value: &[u8]) -> bool {
    let mut parts = value.split(|byte| *byte == b'"').skip(1);
    parts.any(|part| {
        let name = part.trim_ascii();
        part.starts_with(b" ")
            && part.ends_with(b" ")
            && name.first().is_some_and(u8::is_ascii_uppercase)
            && name.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Returns whether the text of a span is a word of its own. The `*` in `**Nf3**` is not a result.
fn stands_alone(source: &Source, span: Span) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'*');
    let before = span.start.checked_sub(1).and_then(|at| source.bytes().get(at));
    !is_word(before) && !is_word(source.bytes().get(span.end))
}

/// Returns whether no sign beside a result makes it a part of a longer one, as in `½ / ½`.
fn is_whole(text: &[u8], span: Span) -> bool {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let may_belong = |byte: Option<&u8>| byte.is_some_and(|byte| b":-/".contains(byte));
    !may_belong(text[..span.start].iter().rev().find(|byte| !is_blank(byte)))
        && !may_belong(text[span.end..].iter().find(|byte| !is_blank(byte)))
}

/// Returns the edits that take the control characters out of a tag value. A space takes the place of each,
/// unless a space or a quote is beside it.
fn without_controls(source: &Source, value: Span) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut start = value.start;
    while let Some(at) = control(&source.bytes()[start..value.end]) {
        let at = start + at;
        start = at + if source.bytes()[at].is_ascii() { 1 } else { 2 };
        let is_edge = |byte: u8| matches!(byte, b' ' | b'"');
        let is_apart = is_edge(source.bytes()[at - 1]) || is_edge(source.bytes()[start.min(value.end - 1)]);
        edits.push(Edit::replace(Span::new(at, start), if is_apart { "" } else { " " }));
    }
    edits
}
