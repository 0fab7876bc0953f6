//! Moves that stand in comments, so that no game has them: all the moves of a game, or the one that the next number
//! counts.

use super::lints::ends_with_result;
use super::operations::read_move;
use super::{CheckContext, Report};
use crate::message::problem::problems;
use crate::message::{Code, PlyNumber, fill};
use crate::rules::Rules;
use crate::syntax::{
    CommentForm, Element, Game, Lexer, Node, Notation, PieceLetters, TokenKind, find_move_of,
};
use crate::text::Span;

problems! {
    /// Moves stand in a comment.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum HiddenMoves(language) {
        /// All the moves of a game. `format` is the format that the text seems to have, if it is not PGN.
        OfGame { format: Option<&'static str> } = Code::HiddenMoves, language.hidden_game
            =>? format.map(|format| fill(language.other_format, &[("format", &format)]));
        /// The move that is expected there; a later number follows.
        OfLine = Code::HiddenMoves, language.hidden_move;
    }
    describe;
}

/// Looks for the moves of a game that has none in its comments, and tells of the first. The first chapter of a study
/// may look so: it has a header, a comment and a result, so that is only a warning.
pub(super) fn in_place_of_moves<R: Rules>(
    context: &CheckContext<'_>,
    game: &Game<'_, R::Notation>,
    start: &R,
    report: &mut Report,
) {
    if game.has_move() {
        return;
    }
    let letters = context.letters_of(game);
    let text = game.text.0;
    let has_moves = |comment: &&Element<R::Notation>| {
        let first = find_move_of::<<R::Notation as Notation>::Token>(
            text,
            comment.span,
            start.ply_number(),
            letters.as_ref(),
        );
        first.is_some_and(|at| {
            // a move in other letters is not translated here, so its spelling has to be enough
            letters.is_some() || begins_play(game, start, Span::new(at, comment.span.end)).unwrap_or(false)
        })
    };
    let mut comments = game.movetext.iter().filter(is_comment);
    let Some(comment) = comments.find(has_moves) else { return };
    let lint = HiddenMoves::OfGame { format: format_around(text, comment.span) };
    if !game.tags.is_empty() && game.result.is_some() {
        report.warn(lint, comment.span, None);
    } else {
        report.error_at(lint, comment.span, None);
    }
}

/// Returns the comment that hides the ply `next`, which is expected before a number that counts a later one.
pub(super) fn before_number<N: Notation>(
    game: &Game<'_, N>,
    number: Span,
    next: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<Span> {
    let at = game.movetext.partition_point(|element| element.span.start < number.start);
    hiding(game, &game.movetext[..at], next, letters)
}

/// Returns the comment that hides the ply `next` at the end of a game without a result, if the last one ends with a
/// result: a semicolon that has swallowed the rest of the game.
pub(super) fn at_end<N: Notation>(
    game: &Game<'_, N>,
    next: PlyNumber,
    letters: impl FnOnce() -> Option<PieceLetters>,
) -> Option<Span> {
    let is_line =
        |last: &&Element<N>| matches!(last.node, Node::Comment(CommentForm::Line | CommentForm::Escaped));
    let last = game.movetext.last().filter(|_| game.result.is_none()).filter(is_line)?;
    let ends_game = ends_with_result::<N>(&game.text.0[last.span.range()]);
    (ends_game && game.has_move()).then(|| hiding(game, &game.movetext, next, letters().as_ref()))?
}

/// Returns the last of the comments after the last move of some elements that hides a ply: it, or the one after it, stands
/// there with its number.
fn hiding<N: Notation>(
    game: &Game<'_, N>,
    elements: &[Element<N>],
    ply: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<Span> {
    let is_between =
        |element: &&Element<N>| matches!(element.node, Node::Comment(_) | Node::Nag(_) | Node::Sign(_));
    let between = elements.iter().rev().take_while(is_between).filter(is_comment);
    let has = |comment: Span, ply| find_move_of::<N::Token>(game.text.0, comment, ply, letters).is_some();
    between.map(|element| element.span).find(|comment| has(*comment, ply) || has(*comment, ply.next()))
}

fn is_comment<N: Notation>(element: &&Element<N>) -> bool {
    matches!(element.node, Node::Comment(_))
}

/// Returns whether the first move in a part of a game's text can be played in its starting position.
fn begins_play<R: Rules>(game: &Game<'_, R::Notation>, start: &R, span: Span) -> Option<bool> {
    let text = &game.text.0[..span.end];
    let mut tokens = Lexer::<<R::Notation as Notation>::Token>::new(text, span.start);
    let first = tokens.find(|lexeme| lexeme.is(TokenKind::Move))?;
    let written = read_move::<R>(game.text.0, first.span)?;
    Some(start.resolve(&written).is_ok())
}

/// Returns the format of the text around a comment, if its brace is that of JSON or of TeX.
fn format_around(text: &[u8], comment: Span) -> Option<&'static str> {
    let inside = text[comment.range()].get(1..)?.trim_ascii_start();
    let word = text[..comment.start].iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match text[..comment.start - word].last() {
        _ if inside.starts_with(b"\"") && memchr::memmem::find(inside, b"\":").is_some() => Some("JSON"),
        Some(b'\\') if word > 0 => Some("TeX"),
        _ => None,
    }
}
