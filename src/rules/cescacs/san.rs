//! Writes moves in CTL-AN.

use std::fmt::Write;

use super::Cescacs;
use super::hex::{Move, Promotion, Role};

/// Returns the CTL-AN of a legal move, in the letters of the game.
pub(super) fn to_san(game: &Cescacs, resolved: Move) -> String {
    unmarked(game, resolved) + check_mark(game, resolved)
}

/// Returns the CTL-AN of a legal move without its check mark.
pub(super) fn unmarked(game: &Cescacs, resolved: Move) -> String {
    let turn = game.position.turn();
    let own = |role: Role| game.letters.char(role.of(turn));
    let mut text = String::new();
    match resolved {
        Move::Castling(castling) => {
            let (pieces, destinations) = castling.name().split_at(3);
            text.extend(pieces.chars().filter_map(Role::from_char).map(upper(own)));
            text += destinations;
        }
        Move::Promotion { hex, role } => {
            // writing to a string cannot fail
            let _ = write!(text, "{hex}={}", upper(own)(role));
        }
        _ => {
            let role = resolved.role();
            text.extend((role != Role::Pawn).then(|| upper(own)(role)));
            let sign = if resolved.capture().is_some() { '×' } else { '-' };
            let _ = write!(text, "{}{sign}", resolved.from(turn));
            let captured = resolved.capture().filter(|role| *role != Role::Pawn);
            let enemy = |role: Role| game.letters.char(role.of(!turn));
            text.extend(captured.map(upper(enemy)));
            let _ = write!(text, "{}", resolved.to(turn));
            match resolved.promotion() {
                None => {}
                Some(Promotion::Waiting) => text += "=&",
                Some(Promotion::Piece(role)) => {
                    let _ = write!(text, "={}", upper(own)(role));
                }
            }
        }
    }
    text
}

/// Changes letters to upper case, in which moves have the letters of both sides.
fn upper(letter: impl Fn(Role) -> char) -> impl Fn(Role) -> char {
    move |role| letter(role).to_ascii_uppercase()
}

fn check_mark(game: &Cescacs, resolved: Move) -> &'static str {
    let mut after = game.position;
    after.play(resolved);
    if after.is_checkmate() {
        "#"
    } else if after.is_check() {
        "+"
    } else {
        ""
    }
}
