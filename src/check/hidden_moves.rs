//! Moves that stand in comments, so that no game has them: all the moves of a game, or the one that the next number
//! counts.

use super::lints::ends_with_result;
use super::operations::read_move;
use super::{CheckContext, Report};
use crate::message::problem::problems;
use crate::message::{Code, Diagnostic, Language, PlyNumber, fill};
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
        OfGame { format: Option<&'static str> } = Code::HiddenMoves, language.hidden_game;
        /// The move that is expected there; a later number follows.
        OfLine = Code::HiddenMoves, language.hidden_move;
    }
    describe with help;
}

impl HiddenMoves {
    fn help(&self, language: &Language) -> Option<String> {
        let HiddenMoves::OfGame { format: Some(format) } = self else { return None };
        Some(fill(language.other_format, &[("format", format)]))
    }
}

/// Looks for the moves of a game that has none in its comments, and tells of the first. The first chapter of a study
/// may look so: it has a header, a comment and a result, so that is only a warning.
pub(super) fn in_place_of_moves<R: Rules>(
    context: &CheckContext<'_>,
    game: &Game<'_, R::Notation>,
    start: &R,
    report: &mut Report,
) {
    if game.movetext.iter().any(|element| matches!(element.node, Node::Move(_))) {
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
            letters.is_some() || begins_play(game, start, Span::new(at, comment.span.end)).unwrap_or(false)
        })
    };
    let Some(comment) = game.movetext.iter().filter(|element| is_comment(element)).find(has_moves) else {
        return;
    };
    let is_remark = !game.tags.is_empty() && game.result.is_some();
    let lint = HiddenMoves::OfGame { format: format_around(text, comment.span) };
    let found = if is_remark {
        Diagnostic::warning(lint, comment.span, None)
    } else {
        Diagnostic::error(lint, comment.span, None)
    };
    report.diagnostics.push(found);
}

/// Returns the comment that hides the ply `next`, which is expected before a number that counts a later one: that ply, or
/// the one after it, stands there with its number.
pub(super) fn before_number<N: Notation>(
    game: &Game<'_, N>,
    number: Span,
    next: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<Span> {
    let at = game.movetext.partition_point(|element| element.span.start < number.start);
    let is_between =
        |element: &&Element<N>| matches!(element.node, Node::Comment(_) | Node::Nag(_) | Node::Sign(_));
    let between = game.movetext[..at].iter().rev().take_while(is_between);
    let hides = |comment: &Span| {
        [next, next.next()]
            .iter()
            .any(|ply| find_move_of::<N::Token>(game.text.0, *comment, *ply, letters).is_some())
    };
    between.filter(|element| is_comment(element)).map(|element| element.span).find(hides)
}

/// Returns the last comment of a game without a result, if it hides the ply `next` and ends with a result: a semicolon
/// that has swallowed the rest of the game.
pub(super) fn at_end<N: Notation>(
    game: &Game<'_, N>,
    next: PlyNumber,
    letters: Option<&PieceLetters>,
) -> Option<Span> {
    let is_line = |last: &&Element<N>| last.node == Node::Comment(CommentForm::Line);
    let last = game.movetext.last().filter(is_line).filter(|_| game.result.is_none())?;
    let ends_game = ends_with_result::<N>(&game.text.0[last.span.range()]);
    before_number(game, Span::new(usize::MAX, usize::MAX), next, letters).filter(|_| ends_game)
}

/// Returns whether an element is a comment that a reader sees.
fn is_comment<N: Notation>(element: &Element<N>) -> bool {
    matches!(element.node, Node::Comment(CommentForm::Braces | CommentForm::Line | CommentForm::Sentence))
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
