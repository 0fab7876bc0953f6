//! Which move a syntax error stands at.

use shakmaty::Color;

use crate::ast::{Game, Notation, Place};
use crate::lexer::{CommentBounds, Lexer, Part, Terminal};

/// Tells which move would come at the end of a text, in the game that begins at
/// `offset`, by the board's count, or `None` before the moves.
///
/// The text is read once more, so that reading a good game costs nothing.
pub(super) fn behind<T: Terminal>(beginning: &[u8], offset: usize, start: Place) -> Option<Place> {
    let mut place = None;
    let mut outer = Vec::new();
    for (_, token, _) in Lexer::<T>::new(beginning, offset, CommentBounds::of(beginning, offset)).flatten() {
        let here = place.unwrap_or(start);
        match token.part() {
            Part::MoveNumber => place = Some(here),
            Part::Move => place = Some(here.next()),
            Part::VariationStart => {
                outer.push(here);
                place = Some(here.previous());
            }
            Part::VariationEnd => place = outer.pop().or(place),
            _ => {}
        }
    }
    place
}

/// Tells which move a game begins with. A position is described in six fields,
/// of which the second is the side to move and the last the move number.
pub(super) fn start<N: Notation>(game: &Game<'_, N>) -> Place {
    let description = ["FEN", "TLPD", "PDTL"].into_iter().find_map(|name| game.tag_value(name));
    let description = description.unwrap_or_default();
    let mut fields = description.split_ascii_whitespace();
    let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
    let number = fields.nth(3).and_then(|number| number.parse().ok());
    Place { number: number.unwrap_or(1), side }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::pgn::Token;

    #[test]
    fn moves_and_brackets_are_counted() {
        for (text, place) in [
            ("[Event \"x\"]", None),
            ("1.", Some("1.")),
            ("1. e4", Some("1...")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4", Some("3.")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4) 2...", Some("2...")),
            ("12. e4 e5 13. Nf3 (", Some("2.")),
        ] {
            let found = behind::<Token>(text.as_bytes(), 0, Place::START).map(|place| place.to_string());
            assert_eq!(found.as_deref(), place, "{text}");
        }
    }
}
