//! Which move a syntax error stands at.

use shakmaty::Color;

use crate::ast::{Game, Place};
use crate::lexer::{Lexer, Token};

/// Tells which move would come behind the beginning of a game, by the board's
/// count, or `None` before the moves.
///
/// The text is read once more, so that reading a good game costs nothing.
pub(super) fn behind(beginning: &[u8], start: Place) -> Option<Place> {
    let mut place = None;
    let mut outer = Vec::new();
    for (_, token, _) in Lexer::new(beginning).flatten() {
        let here = place.unwrap_or(start);
        match token {
            Token::MoveNumber(_) => place = Some(here),
            Token::Move(_) => place = Some(here.next()),
            Token::VariationStart => {
                outer.push(here);
                place = Some(here.previous());
            }
            Token::VariationEnd => place = outer.pop().or(place),
            _ => {}
        }
    }
    place
}

/// Tells which move a game begins with. A position is described in six fields,
/// of which the second is the side to move and the last the move number.
pub(super) fn start<M>(game: &Game<'_, M>) -> Place {
    let description = game.tag_value("FEN").unwrap_or_default();
    let mut fields = description.split_ascii_whitespace();
    let side = if fields.nth(1) == Some("b") { Color::Black } else { Color::White };
    let number = fields.nth(3).and_then(|number| number.parse().ok());
    Place { number: number.unwrap_or(1), side }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let found = behind(text.as_bytes(), Place::START).map(|place| place.to_string());
            assert_eq!(found.as_deref(), place, "{text}");
        }
    }
}
