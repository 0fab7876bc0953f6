//! Checks the moves that the operations of EPD name: the best ones (`bm`), those to avoid (`am`), the one that is
//! supplied (`sm`) or predicted (`pm`), and those of a line (`pv`).

use super::Report;
use crate::message::problem::problems;
use crate::message::{Code, Describe};
use crate::rules::{MoveFault, Rules};
use crate::syntax::{Game, Lexer, Node, Notation, TagPair, Tokens, has_moves};
use crate::text::Span;

problems! {
    /// What is wrong with an operation of EPD, or with a move that it names.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum OperationLint(language) {
        /// It cannot be played.
        Illegal(operation: String, fault: MoveFault) = Code::BadOperation, language.operation_illegal,
            operation = operation, reason = fault.message(language);
        /// It is no move.
        NotAMove { operation: String, written: String } = Code::BadOperation, language.operation_without_move;
        /// It has a move where its name should be.
        Unnamed { written: String } = Code::BadOperation, language.operation_unnamed;
    }
    describe;
}

/// Warns of the moves in the operations of a position of a list that cannot be played there, and of those that no
/// operation names.
pub(super) fn check<R: Rules>(game: &Game<'_, R::Notation>, position: &R, report: &mut Report) {
    for tag in &game.tags {
        if has_moves(tag.name.0) {
            check_moves(game.text.0, tag, position.clone(), report);
        } else if tag.name_span.start < tag.name_span.end {
            let (text, start) = (&game.text.0[..game.movetext_end], tag.name_span.start);
            let length =
                text[start..].iter().take_while(|byte| !byte.is_ascii_whitespace() && **byte != b';');
            let span = Span::new(start, start + length.count());
            if read_move::<R>(text, span).is_some() {
                let written = String::from_utf8_lossy(&text[span.range()]).into_owned();
                report.warn(OperationLint::Unnamed { written }, span, None);
            }
        }
    }
}

/// Warns of the moves in an operation that cannot be played: each in the position or, in `pv`, one after the other.
fn check_moves<R: Rules>(text: &[u8], tag: &TagPair<'_>, mut position: R, report: &mut Report) {
    let is_line = tag.name.0 == b"pv";
    let mut end = tag.value_span.start;
    for word in tag.value.0.split(|byte| byte.is_ascii_whitespace() || *byte == b',') {
        let span = Span::new(end, end + word.len());
        end = span.end + 1;
        let operation = tag.name.decode().into_owned();
        let lint = match read_move::<R>(text, span) {
            _ if word.is_empty() => continue,
            Some(written) => match position.resolve(&written) {
                Ok(resolved) if is_line => {
                    position.play(resolved);
                    continue;
                }
                Ok(_) => continue,
                Err(error) => OperationLint::Illegal(operation, error.fault),
            },
            None => {
                let written = String::from_utf8_lossy(word).into_owned();
                OperationLint::NotAMove { operation, written }
            }
        };
        report.warn(lint, span, None);
        if is_line {
            return;
        }
    }
}

/// Reads a move with its signs.
pub(super) fn read_move<R: Rules>(text: &[u8], span: Span) -> Option<R::Notation> {
    let text = &text[..span.end];
    let mut game = Game::new(text);
    let mut tokens = Tokens::default();
    tokens.extend(Lexer::new(text, span.start));
    R::Notation::parse(&mut game, &tokens).ok()?;
    let mut nodes = game.movetext.iter().map(|element| element.node);
    let Some(Node::Move(written)) = nodes.next() else { return None };
    nodes.all(|node| matches!(node, Node::Nag(_))).then_some(written)
}
