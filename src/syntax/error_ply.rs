//! The ply at which a syntax error occurs.

use shakmaty::Color;

use super::number_style::NumberStyle;
use super::{CommentBounds, Game, Lexer, Notation, PieceLetters, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::Span;

/// Returns the ply that comes after `beginning`, in the game that begins at `offset` with the ply
/// `start`. Returns `None` before the moves.
///
/// The text is lexed again, so that a game without errors costs nothing.
pub(super) fn next_ply<T: Token>(
    beginning: &[u8],
    offset: usize,
    letters: Option<&PieceLetters>,
    start: PlyNumber,
) -> Option<PlyNumber> {
    let mut ply = None;
    let mut outer = Vec::new();
    let mut numbers = NumberStyle::default();
    let mut tokens = Lexer::<T>::new(beginning, offset, CommentBounds::of(beginning, offset));
    for (begin, token, end) in std::iter::from_fn(|| tokens.next_in(letters)).flatten() {
        let (here, span) = (ply.unwrap_or(start), Span::new(begin, end));
        numbers.note(token.kind(), span, beginning);
        if numbers.is_part_of_number(token.kind(), span, beginning) {
            continue;
        }
        match token.kind() {
            TokenKind::MoveNumber => ply = Some(here),
            TokenKind::Move => ply = Some(here.next()),
            TokenKind::VariationStart => {
                outer.push(here);
                ply = Some(here.previous());
            }
            TokenKind::VariationEnd => ply = outer.pop().or(ply),
            _ => {}
        }
    }
    ply
}

/// The position tags of all notations: a game that is read in a notation other than its own keeps
/// its move numbers.
const POSITION_TAGS: [&str; 3] = ["FEN", "TLPD", "PDTL"];

/// Returns the first ply of a game.
pub(super) fn first_ply<N: Notation>(game: &Game<'_, N>) -> PlyNumber {
    let description = N::POSITION_TAGS.iter().chain(&POSITION_TAGS).find_map(|name| game.tag_value(name));
    let description = description.unwrap_or_default();
    let mut fields = description.split_ascii_whitespace();
    let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
    let number = fields.nth(3).and_then(|number| number.parse().ok());
    PlyNumber { number: number.unwrap_or(1), side }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;

    #[test]
    fn moves_and_brackets_are_counted() {
        for (text, ply) in [
            ("[Event \"x\"]", None),
            ("1.", Some("1.")),
            ("1. e4", Some("1...")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4", Some("3.")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4) 2...", Some("2...")),
            ("12. e4 e5 13. Nf3 (", Some("2.")),
            ("1) e4 e5 (1) d4 d5 2.) c4", Some("3.")),
            ("1) e4 e5 (1) d4 d5) 2)", Some("2.")),
        ] {
            let found =
                next_ply::<PgnToken>(text.as_bytes(), 0, None, PlyNumber::START).map(|ply| ply.to_string());
            assert_eq!(found.as_deref(), ply, "{text}");
        }
    }
}
