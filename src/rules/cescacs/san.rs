//! Writes moves in CTL-AN.

use std::fmt::Write;

use super::hex::{Move, Promotion, Role};
use super::{Cescacs, marks};
use crate::notation::ctl::{CtlAn, CtlMark};

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

/// Returns the CTL-AN of a legal move, with the hyphen, the capture sign and the check mark that
/// `text` has, if they are those of the notation and true of the move.
pub(super) fn to_minimal(game: &Cescacs, written: &CtlAn, text: &str, resolved: Move) -> String {
    let mut after = game.position;
    after.play(resolved);
    let mark = match written.mark() {
        Some(CtlMark::CaretCheck | CtlMark::PerpetualCheck) => check_mark(game, resolved),
        mark if marks::wrong_mark(mark, &after).is_some() => check_mark(game, resolved),
        None => "",
        Some(CtlMark::Check) => "+",
        Some(CtlMark::JumpCheck) => "+^",
        Some(CtlMark::DoubleCheck) => "++",
        Some(CtlMark::Mate) => "#",
    };
    let unmarked = unmarked(game, resolved);
    let signs = [('-', "\u{2010}"), ('×', "*")];
    let chosen = signs.into_iter().find(|(sign, other)| unmarked.contains(*sign) && text.contains(other));
    chosen.map_or(unmarked.clone(), |(sign, other)| unmarked.replace(sign, other)) + mark
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
