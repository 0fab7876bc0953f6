//! What has been begun at a place of a game and is not finished: a word, a tag, a comment, variations.
//!
//! The game is read and checked as if they were finished. What is wrong only in the game as it is, because it is
//! still being typed, is at most a hint until the edits move elsewhere.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::document::Document;
use super::legal_moves::{FittingMove, legal_moves};
use super::place::is_part_of_word;
use crate::message::{Code, Diagnostic};
use crate::notation::pgn::PgnToken;
use crate::rules::with_rules;
use crate::syntax::{LexFault, Lexer, TokenKind};
use crate::text::Span;

/// The code of a problem, and its place.
type Problem = (Code, Option<Span>);

/// What has been begun at a place of a game, and what finishes it. Spans count from the start of the document.
pub(super) struct Begun {
    /// The index of the game.
    game: usize,
    /// What stands before the place and may be the beginning of a move.
    pub(super) word: Span,
    /// What is left out: the word or the tag.
    left_out: Span,
    /// What takes its place: brackets that close what is open there.
    instead: String,
    pub(super) is_in_comment: bool,
}

impl Begun {
    /// Finds what has been begun at an offset.
    pub(super) fn at(document: &Document, offset: usize) -> Option<Begun> {
        let game = document.game_at(offset)?;
        let (text, entry) = (document.text.as_str(), &document.games[game]);
        let line = document.text.line_span(document.text.line_of(offset));
        let is_tag = document.text.part(Span::new(line.start, offset)).trim_start().starts_with('[');
        let start = text[..offset].trim_end_matches(is_part_of_word).len();
        let word = Span::new(start.max(entry.from), offset);
        let left_out = if is_tag { Span::new(line.start.max(entry.from), line.end) } else { word };
        let (opened, _, is_in_comment) = brackets(&text.as_bytes()[..left_out.start], entry.from);
        let left_out = if is_in_comment { Span::new(offset, offset) } else { left_out };
        let rest = &text[..entry.end.max(left_out.end)];
        let (_, closed, _) = brackets(rest.as_bytes(), left_out.end);
        let brace = rest[offset..].find(['{', '}']).map(|at| text.as_bytes()[offset + at]);
        let end_of_comment = if is_in_comment && brace != Some(b'}') { "}" } else { "" };
        // at the end of the game a result is added, because its lack is no mistake yet
        let result = if rest[left_out.end..].trim().is_empty() { " *" } else { "" };
        let instead = format!("{end_of_comment}\n{}{result}", ")".repeat(opened.saturating_sub(closed)));
        Some(Begun { game, word, left_out, instead, is_in_comment })
    }

    /// Checks the game as if what has been begun were finished. Returns the legal moves that begin with the word, unless
    /// that is kept, and what is wrong, apart from what may come.
    pub(super) fn finished(&self, document: &Document) -> Option<(Vec<FittingMove>, Vec<Problem>)> {
        let (game, bytes) = (&document.games[self.game], document.bytes());
        let source = bytes.changed_window(game.context, game.looked_to, self.left_out, &self.instead);
        let mut checker = document.settings.options.checker(&source);
        checker.seek(game.from - game.context);
        let report = checker.advance()?;
        let end = self.left_out.start + self.instead.len();
        let original = |offset: usize| match game.context + offset {
            offset if offset < end => offset.min(self.left_out.end),
            offset => offset - end + self.left_out.end,
        };
        let original = |span: Span| Span::new(original(span.start), original(span.end));
        let found = report.diagnostics.iter().map(|found| (found.problem.code(), found.span.map(original)));
        let (typed, settings) = (document.text.part(self.word), &document.settings);
        let at = self.word.start - game.context;
        let moves = match self.left_out == self.word {
            true => with_rules!(checker.game(), R, game => legal_moves::<R>(game, at, typed, settings)),
            false => Vec::new(),
        };
        Some((moves, found.filter(|(code, _)| !MAY_COME.contains(&code.digits())).collect()))
    }
}

/// What a game may lack as long as it is being typed: that its first words are a game, tags of the roster and of CTL-PGN,
/// the result, that a word is a move, and in CTL-PGN the move after a comma, the colon, the move after a number and the
/// label of a variation.
const MAY_COME: [&str; 9] = ["0229", "0232", "0508", "0512", "0621", "0802", "0804", "0810", "0852"];

/// The game that is being typed.
pub(super) struct Typing {
    /// What has been begun there. The word is left out if it begins a legal move, a number, a result or an annotation.
    begun: Begun,
    /// What is wrong also if what has been begun is finished.
    lasting: Vec<Problem>,
}

impl Typing {
    /// Returns the game with the last edit, unless the document has been saved since.
    pub(super) fn of(document: &Document) -> Option<Typing> {
        let find = || {
            let rest = document.text.as_str().get(document.typed?..)?.trim_start_matches(is_part_of_word);
            let begun = Begun::at(document, document.text.as_str().len() - rest.len());
            let mut begun = begun.filter(|begun| document.games[begun.game].has_diagnostics())?;
            let word = document.text.part(begun.word);
            let is_sign = |byte| matches!(byte, b'0'..=b'9' | b'-' | b'/');
            let (moves, mut lasting) = begun.finished(document).unwrap_or_default();
            let is_word =
                word.bytes().all(is_sign) || word == "$" || moves.iter().any(|(.., is_begun)| *is_begun);
            if !is_word && begun.left_out == begun.word {
                begun.left_out.start = begun.left_out.end;
                lasting = begun.finished(document).unwrap_or_default().1;
            }
            Some(Typing { begun, lasting })
        };
        // if this panics, the diagnostics are published as they are
        catch_unwind(AssertUnwindSafe(find)).ok().flatten()
    }

    /// Returns whether a diagnostic of a game is only a hint, and `None` if it says no more than that a word is not
    /// finished.
    pub(super) fn is_hint(&self, document: &Document, index: usize, diagnostic: &Diagnostic) -> Option<bool> {
        let (from, word) = (document.games[index].from, self.begun.word);
        let span = diagnostic.span.map(|span| span.moved_by(from));
        if index != self.begun.game || self.lasting.contains(&(diagnostic.problem.code(), span)) {
            return Some(false);
        }
        let shown = document.shown_span(from, diagnostic.span);
        (self.begun.left_out != word || shown.end <= word.start || word.end <= shown.start).then_some(true)
    }
}

/// Returns how many variations a part of a text opens and leaves open, how many it closes that begin before it, and
/// whether it ends in a comment. Brackets are alike in all notations.
fn brackets(text: &[u8], from: usize) -> (usize, usize, bool) {
    let (mut opened, mut closed, mut is_in_comment) = (0, 0, false);
    for lexeme in Lexer::<PgnToken>::new(text, from) {
        let Span { start, end } = lexeme.span;
        is_in_comment = lexeme.has_fault(LexFault::UnclosedComment)
            || lexeme.is(TokenKind::Comment) && end == text.len() && text[start] != b'{';
        match lexeme.kind() {
            Some(TokenKind::VariationStart) => opened += 1,
            Some(TokenKind::VariationEnd) if opened > 0 => opened -= 1,
            Some(TokenKind::VariationEnd) => closed += 1,
            _ => {}
        }
    }
    (opened, closed, is_in_comment)
}
