//! Writes moves in CTL-AN.

use std::fmt::Write;

use super::hex::{Move, Position, Promotion, Role};
use super::{Action, Cescacs, marks};
use crate::notation::ctl::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep};
use crate::rules::{Rules, Spelling};

/// Appends the CTL-AN of a legal move to a text, in the letters of the game. `after` is the position after it.
pub(super) fn write(game: &Cescacs, resolved: Move, after: &Cescacs, text: &mut String) {
    write_unmarked(game, resolved, text);
    text.push_str(check_mark(&after.position));
}

/// Appends the CTL-AN of a legal move, without its check mark, to a text.
pub(super) fn write_unmarked(game: &Cescacs, resolved: Move, text: &mut String) {
    let turn = game.position.turn();
    let own = |role: Role| game.letters.char(role.of(turn));
    match resolved {
        Move::Castling(castling) => {
            let (pieces, destinations) = castling.name().split_at(3);
            text.extend(pieces.chars().filter_map(Role::from_char).map(upper(own)));
            text.push_str(destinations);
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
                Some(Promotion::Waiting) => text.push_str("=&"),
                Some(Promotion::Piece(role)) => {
                    let _ = write!(text, "={}", upper(own)(role));
                }
            }
        }
    }
}

/// Returns the CTL-AN of a legal move, with the hyphen, the capture sign and the check mark that
/// `text` has, if they are those of the notation and true of the move.
pub(super) fn to_minimal(game: &Cescacs, written: &CtlAn, text: &str, resolved: Action) -> String {
    let mut after = *game;
    after.play(resolved);
    let after = after.position;
    let mark = match written.mark() {
        Some(CtlMark::CaretCheck | CtlMark::DistantCheck) => check_mark(&after),
        mark if marks::wrong_mark(mark, &after).is_some() => check_mark(&after),
        mark => mark.map_or("", CtlMark::text),
    };
    let mut unmarked = String::new();
    write_unmarked(game, resolved.as_move(), &mut unmarked);
    let signs = [('-', "\u{2010}"), ('×', "*")];
    let chosen = signs.into_iter().find(|(sign, other)| unmarked.contains(*sign) && text.contains(other));
    chosen.map_or(unmarked.clone(), |(sign, other)| unmarked.replace(sign, other)) + mark
}

/// Returns the mark of a written move that says how it gives check, if it is true.
pub(super) fn manner_of_check(after: &Position, written: &CtlAn) -> Option<&'static str> {
    let tells = |mark: &CtlMark| !matches!(mark, CtlMark::Check | CtlMark::CaretCheck | CtlMark::Mate);
    let mark = written.mark().filter(tells)?;
    marks::wrong_mark(Some(mark), after).is_none().then_some(mark.text())
}

/// Changes letters to upper case, in which moves have the letters of both sides.
fn upper(letter: impl Fn(Role) -> char) -> impl Fn(Role) -> char {
    move |role| letter(role).to_ascii_uppercase()
}

/// Returns the check mark of the move that led to a position.
fn check_mark(after: &Position) -> &'static str {
    if after.is_checkmate() {
        "#"
    } else if after.is_check() {
        "+"
    } else {
        ""
    }
}

/// Returns the letters and digits of a move as written, with the standard letters of the pieces, and its mark.
pub(super) fn spelling(game: &Cescacs, written: CtlAn) -> Spelling {
    let mark = match written.mark() {
        None => "",
        Some(CtlMark::Mate) => "#",
        Some(_) => "+",
    };
    let piece = |letter: char| game.letters.piece(letter).map_or(letter, |piece| piece.role.upper_char());
    let promoted = |promotion: CtlPromotion| match promotion {
        CtlPromotion::Piece(letter) => piece(letter).to_string(),
        CtlPromotion::Waiting => String::new(),
    };
    let one = |letter: Option<char>| letter.map_or(String::new(), |letter| piece(letter).to_string());
    let letters = match written.action() {
        CtlMove::Step(CtlStep { piece, from, captured, to, promotion, .. }) => {
            let promotion = promotion.map_or(String::new(), promoted);
            format!("{}{from}{}{to}{promotion}", one(piece), one(captured))
        }
        CtlMove::Castling { pieces, destinations } => {
            let columns = destinations.into_iter().map(char::from).filter(|column| *column != ' ');
            pieces.into_iter().map(piece).chain(columns).collect()
        }
        CtlMove::Promotion { hex, promotion } => format!("{hex}{}", promoted(promotion)),
    };
    Spelling { letters, mark }
}
