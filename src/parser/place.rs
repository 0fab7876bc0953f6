//! Which move a syntax error stands at, by the numbers that the file gives.

use shakmaty::Color;

use crate::ast::Place;
use crate::lexer::{Lexer, Token};

/// Tells which move would come behind the beginning of a game, or `None` while
/// there is neither a move nor a number.
///
/// The text is read once more, so that reading a good game costs nothing.
pub(super) fn behind(beginning: &[u8]) -> Option<Place> {
    let mut place = None;
    let mut outer = Vec::new();
    for (_, token, _) in Lexer::new(beginning).flatten() {
        let here = place.unwrap_or(Place::START);
        match token {
            // `1. e4 1 e5`: a number without dots says nothing of the side
            Token::MoveNumber(number) if number.black || number.value != here.number => {
                let side = if number.black { Color::Black } else { Color::White };
                place = Some(Place { number: number.value, side });
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_brackets_are_followed() {
        for (text, place) in [
            ("[Event \"x\"]", None),
            ("1.", Some("1.")),
            ("1. e4", Some("1...")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4", Some("3.")),
            ("1. e4 e5 2. Nf3 (2. d4 exd4) 2...", Some("2...")),
            ("12... Kf7 13. a4 (", Some("13.")),
            ("1 e4 1", Some("1...")),
        ] {
            let found = behind(text.as_bytes()).map(|place| place.to_string());
            assert_eq!(found.as_deref(), place, "{text}");
        }
    }
}
