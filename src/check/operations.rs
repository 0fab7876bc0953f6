//! Checks the moves that the operations of EPD name: the best ones (`bm`), and those to avoid (`am`).

use super::Report;
use crate::message::problem::problems;
use crate::message::{Code, Describe};
use crate::rules::{MoveFault, Rules};
use crate::syntax::{Game, Lexer, Node, Notation, Tokens};
use crate::text::Span;

problems! {
    /// What is wrong with a move that an operation of EPD names.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum OperationLint(language) {
        /// It cannot be played.
        Illegal(operation: String, fault: MoveFault) = Code::BadOperation, language.operation_illegal,
            operation = operation, reason = fault.message(language);
        /// It is no move.
        NotAMove { operation: String, written: String } = Code::BadOperation, language.operation_without_move;
    }
    describe;
}

/// Warns of the moves in the operations of a position of a list that cannot be played there.
pub(super) fn check<R: Rules>(game: &Game<'_, R::Notation>, position: &R, report: &mut Report) {
    for tag in game.tags.iter().filter(|tag| matches!(tag.name.0, b"bm" | b"am")) {
        let operation = tag.name.decode().into_owned();
        let mut end = tag.value_span.start;
        for word in tag.value.0.split(|byte| byte.is_ascii_whitespace() || *byte == b',') {
            let span = Span::new(end, end + word.len());
            end = span.end + 1;
            let operation = operation.clone();
            let lint = match read_move::<R>(game.text.0, span) {
                _ if word.is_empty() => continue,
                Some(written) => match position.resolve(&written) {
                    Ok(_) => continue,
                    Err(error) => OperationLint::Illegal(operation, error.fault),
                },
                None => {
                    let written = String::from_utf8_lossy(word).into_owned();
                    OperationLint::NotAMove { operation, written }
                }
            };
            report.warn(lint, span, None);
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
