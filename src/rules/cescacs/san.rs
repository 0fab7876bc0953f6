//! Writes moves in CTL-AN, and checks their capture signs and check marks (notation, "Notación de un movimiento" and
//! "Indicación de jaque").

use std::fmt::Write;

use super::hex::{Move, Position, Promotion, Role};
use super::{Action, Cescacs};
use crate::notation::ctl::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Sign};
use crate::rules::cescacs::Hex;
use crate::rules::{BoardLint, Rules, Spelling};

/// Appends the CTL-AN of a legal move to a text, in the letters of the game. `after` is the position after it.
pub(super) fn write(game: &Cescacs, resolved: Action, after: &Cescacs, text: &mut String) {
    write_unmarked(game, resolved.played, text);
    text.push_str(check_mark(&after.position, resolved.mark));
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
pub(super) fn to_minimal(game: &Cescacs, text: &str, resolved: Action) -> String {
    let mut after = *game;
    after.play(resolved);
    // the document does not define `+∞`, which is in the author's later pages
    let mark = resolved.mark.filter(|mark| *mark != CtlMark::DistantCheck);
    let mark = check_mark(&after.position, mark);
    let mut unmarked = String::new();
    write_unmarked(game, resolved.played, &mut unmarked);
    let signs = [('-', "\u{2010}"), ('×', "*")];
    let chosen = signs.into_iter().find(|(sign, other)| unmarked.contains(*sign) && text.contains(other));
    chosen.map_or(unmarked.clone(), |(sign, other)| unmarked.replace(sign, other)) + mark
}

/// Changes letters to upper case, in which moves are written for both sides.
fn upper(letter: impl Fn(Role) -> char) -> impl Fn(Role) -> char {
    move |role| letter(role).to_ascii_uppercase()
}

/// Returns the check mark of the move that led to a position: the mark that says how it gives check, if that is true.
pub(super) fn check_mark(after: &Position, manner: Option<CtlMark>) -> &'static str {
    match manner {
        // without a check nothing else has to be found out
        _ if !after.is_check() => "",
        Some(mark) if wrong_mark(manner, after).is_none() => mark.text(),
        _ if after.is_checkmate() => "#",
        _ => "+",
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

/// Returns the lint of the sign between the hexes of a move, if the sign is wrong.
pub(super) fn wrong_sign(sign: Option<Sign>, resolved: Move) -> Option<BoardLint> {
    let is_second_hex = match resolved {
        Move::EnPassant { to, pawn, .. } => to.distance(pawn).1.abs() == 4,
        _ => false,
    };
    match sign? {
        Sign::LetterX => Some(BoardLint::LetterX),
        Sign::At => is_second_hex.then_some(BoardLint::OtherPassedHex),
        Sign::DoubleAt if !matches!(resolved, Move::EnPassant { .. }) => Some(BoardLint::ScornfulSign),
        Sign::DoubleAt => (!is_second_hex).then_some(BoardLint::OtherPassedHex),
        Sign::Hyphen | Sign::Times => None,
    }
}

/// Returns whether the piece on a hex checks the king from close by, with nothing in between: by a
/// knight's jump, or from an adjacent hex, orthogonally or diagonally.
fn is_close(after: &Position, hex: Hex) -> bool {
    // an orthogonal step, or a diagonal one
    is_jump(after, hex) || matches!(from_king(after, hex), (0, 2) | (1, 1) | (1, 3) | (2, 0))
}

/// Returns whether a hex is a knight's jump away from the king in check. A piece there can give check only by that
/// jump.
fn is_jump(after: &Position, hex: Hex) -> bool {
    matches!(from_king(after, hex), (1, 5) | (2, 4) | (3, 1))
}

/// Returns how many columns and lines a hex is away from the king of the side to move.
fn from_king(after: &Position, hex: Hex) -> (i8, i8) {
    let (columns, lines) = after.board().king(after.turn()).map_or((0, 0), |king| hex.distance(king));
    (columns.abs(), lines.abs())
}

/// Returns whether the mark of a check is true only by the author's later pages: `+^` for a check
/// from an adjacent hex. The document has it only for a knight's jump.
pub(super) fn is_later(mark: Option<CtlMark>, after: &Position) -> bool {
    let has_jump = || after.checkers().into_iter().any(|hex| is_jump(after, hex));
    mark == Some(CtlMark::CloseCheck) && wrong_mark(mark, after).is_none() && !has_jump()
}

/// Returns the lint of the check mark of the move that led to a position, if the mark is
/// wrong.
pub(super) fn wrong_mark(mark: Option<CtlMark>, after: &Position) -> Option<BoardLint> {
    let checkers = after.checkers();
    let Some(mark) = mark else {
        let missing = if after.is_checkmate() { BoardLint::MateNotMarked } else { BoardLint::CheckNotMarked };
        return (!checkers.is_empty()).then_some(missing);
    };
    let has = |close: bool| checkers.into_iter().any(|hex| is_close(after, hex) == close);
    match mark {
        _ if checkers.is_empty() => Some(BoardLint::NoCheck),
        CtlMark::Mate if !after.is_checkmate() => Some(BoardLint::NoMate),
        CtlMark::CloseCheck if !has(true) => Some(BoardLint::NoCloseCheck),
        CtlMark::DistantCheck if !has(false) => Some(BoardLint::NoDistantCheck),
        CtlMark::DoubleCheck if checkers.len() < 2 => Some(BoardLint::NoDoubleCheck),
        CtlMark::Mate => None,
        _ => after.is_checkmate().then_some(BoardLint::MateNotMarked),
    }
}
