//! Resolves moves: finds the legal move that a move in CTL-AN describes.
//!
//! CTL-AN is a long notation: the origin and the destination nearly determine the move. Everything
//! else that is written is checked against the board.

use shakmaty::Color;

use crate::notation::ctl::Hex;
use crate::notation::ctl::{CtlAn, CtlMove, CtlPromotion, CtlStep};
use crate::rules::MoveFault;
use crate::rules::cescacs::hex::{Castling, Letters, Move, Promotion, Role};

use super::{Cescacs, diagnose};

/// Finds the written move from one hex to another, if it is legal and everything written about it
/// is true. Returns `None` otherwise, and for rare moves; [`resolve`] then finds the move, or the
/// reason why there is none.
///
/// The function is not inlined, so that the types of replay share one copy.
#[inline(never)]
pub(super) fn at_once(game: &Cescacs, written: CtlAn) -> Option<Move> {
    let CtlStep { piece, from, sign, captured, to, promotion: None } = written.step()? else {
        return None;
    };
    let position = &game.position;
    let turn = position.turn();
    let role = game.named_role(piece, turn)?;
    if position.piece_at(from) != Some(role.of(turn)) {
        return None;
    }
    let legal = position.candidate(from, to, None)?;
    let captured = match legal {
        Move::Normal { .. } if sign.is_in_passing() => return None,
        _ if sign.is_capture() => Some(game.named_role(captured, !turn)?),
        _ if captured.is_some() => return None,
        _ => None,
    };
    (legal.capture() == captured).then_some(legal)
}

/// Returns whether a move names a black piece by White's figure.
pub(super) fn has_neutral_figure(game: &Cescacs, written: CtlAn) -> bool {
    let turn = game.position.turn();
    let is_neutral = |letter: Option<char>, side: Color| {
        letter.is_some_and(|letter| {
            !letter.is_ascii() && game.letters.piece(letter).is_some_and(|piece| piece.color != side)
        })
    };
    let promoted = |promotion| match promotion {
        Some(CtlPromotion::Piece(letter)) => is_neutral(Some(letter), turn),
        _ => false,
    };
    match written.action() {
        CtlMove::Step(step) => {
            is_neutral(step.piece, turn) || is_neutral(step.captured, !turn) || promoted(step.promotion)
        }
        CtlMove::Promotion { promotion, .. } => promoted(Some(promotion)),
        CtlMove::Castling { pieces, .. } => pieces.into_iter().any(|piece| is_neutral(Some(piece), turn)),
    }
}

/// Finds the legal move that is written.
pub(super) fn resolve(game: &Cescacs, written: &CtlMove) -> Result<Move, MoveFault> {
    let resolved = match written {
        CtlMove::Step(step) => resolve_step(game, step),
        CtlMove::Castling { pieces, destinations } => resolve_castling(game, pieces, destinations),
        CtlMove::Promotion { hex, promotion } => resolve_promotion(game, *hex, *promotion),
    };
    resolved.map_err(|fault| diagnose::end_of_game(game).unwrap_or(fault))
}

fn resolve_step(game: &Cescacs, step: &CtlStep) -> Result<Move, MoveFault> {
    let position = &game.position;
    let role = game.own_role(step.piece)?;
    let written = game.enemy_role(step.captured)?;
    let Some(piece) = position.piece_at(step.from) else {
        return Err(MoveFault::NothingThere { from: step.from.to_string() });
    };
    if piece.color != position.turn() {
        return Err(MoveFault::NotYours { from: step.from.to_string() });
    }
    if piece.role != role {
        let from = step.from.to_string();
        return Err(MoveFault::OtherPieceThere { written: role.into(), found: piece.role.into(), from });
    }
    if step.from == step.to {
        return Err(MoveFault::StaysThere { from: step.from.to_string() });
    }
    let promotion = promotion(game, step)?;
    let Some(candidate) = position.candidate(step.from, step.to, promotion) else {
        return Err(diagnose::step_fault(position, role, step, promotion));
    };
    let is_special = matches!(candidate, Move::EnPassant { .. } | Move::Scornful { .. });
    if step.sign.is_in_passing() && !is_special && candidate.capture().is_some() {
        return Err(MoveFault::NotInPassing { to: step.to.to_string() });
    }
    match (step.sign.is_capture(), candidate.capture()) {
        (false, None) if step.captured.is_none() => Ok(candidate),
        (_, None) => Err(MoveFault::NothingToCapture { to: step.to.to_string() }),
        (false, Some(_)) => Err(MoveFault::CaptureNotWritten { to: step.to.to_string() }),
        (true, Some(found)) if written == found => Ok(candidate),
        (true, Some(found)) => {
            let (written, found) = (written.into(), found.into());
            let to = candidate.captured_on().unwrap_or(step.to).to_string();
            Err(MoveFault::OtherPieceCaptured { written, found, to })
        }
    }
}

/// Finds a move that can be played although it is illegal.
///
/// If exactly one legal move leads from one hex to the other, it is that move. Otherwise it is the
/// move as written, unless that captures a king, or promotes anything other than a pawn on the last
/// hex of its column. A castling is played if only attacks on the king forbid it.
pub(super) fn resolve_forced(game: &Cescacs, written: &CtlMove) -> Option<Move> {
    let step = match written {
        CtlMove::Step(step) => step,
        CtlMove::Castling { pieces, destinations } => {
            let castling = castling_named(game, pieces, destinations).ok()?;
            return game.position.castles_in_check(castling).then_some(Move::Castling(castling));
        }
        _ => return None,
    };
    let position = &game.position;
    let piece = position.piece_at(step.from).filter(|piece| piece.color == position.turn())?;
    let promotion = promotion(game, step).ok()?;
    let capture = position.piece_at(step.to).map(|captured| captured.role);
    if capture == Some(Role::King) || step.from == step.to {
        return None;
    }
    let mut candidates = position.candidates(step.from, step.to);
    if let (Some(only), None) = (candidates.next(), candidates.next()) {
        return Some(only);
    }
    let is_promoted = piece.role == Role::Pawn && step.to.is_last(piece.color);
    let is_possible = match promotion {
        None => true,
        Some(Promotion::Waiting) => is_promoted,
        Some(Promotion::Piece(role)) => is_promoted && Role::REGAINABLE.contains(&role),
    };
    let forced = Move::Normal { role: piece.role, from: step.from, to: step.to, capture, promotion };
    is_possible.then_some(forced)
}

/// Returns the promotion that is written with a move.
fn promotion(game: &Cescacs, step: &CtlStep) -> Result<Option<Promotion>, MoveFault> {
    step.promotion.map(|written| game.promotion(written)).transpose()
}

fn castling_named(game: &Cescacs, pieces: &[char; 3], destinations: &[u8; 4]) -> Result<Castling, MoveFault> {
    let mut name = [0; 8];
    for (at, piece) in pieces.iter().enumerate() {
        // no game gives a standard letter to another piece, so castlings may also be read in the
        // letters of the notation (notation, "Excepciones en la notación de movimientos")
        let standard = || Letters::STANDARD.piece(*piece).map(|piece| piece.role);
        let role = game.own_role(Some(*piece)).or_else(|fault| standard().ok_or(fault))?;
        role.upper_char().encode_utf8(&mut name[at..=at]);
    }
    name[3] = b'-';
    name[4..].copy_from_slice(destinations);
    let name = std::str::from_utf8(&name).unwrap_or_default().trim_end();
    Castling::from_name(name).ok_or(MoveFault::UnknownCastling)
}

fn resolve_castling(game: &Cescacs, pieces: &[char; 3], destinations: &[u8; 4]) -> Result<Move, MoveFault> {
    let castling = castling_named(game, pieces, destinations)?;
    let resolved = Move::Castling(castling);
    if game.position.is_legal(resolved) {
        Ok(resolved)
    } else {
        Err(diagnose::castling_fault(&game.position, castling))
    }
}

fn resolve_promotion(game: &Cescacs, hex: Hex, written: CtlPromotion) -> Result<Move, MoveFault> {
    let promotion = game.promotion(written)?;
    if let Promotion::Piece(role) = promotion {
        let resolved = Move::Promotion { hex, role };
        if game.position.is_legal(resolved) {
            return Ok(resolved);
        }
    }
    Err(diagnose::promotion_in_place_fault(&game.position, hex, promotion))
}

impl Cescacs {
    /// Returns the role of a piece of the side to move from its character.
    pub(super) fn own_role(&self, written: Option<char>) -> Result<Role, MoveFault> {
        self.role(written, self.position.turn())
    }

    /// Returns the role of a piece of the opponent from its character.
    pub(super) fn enemy_role(&self, written: Option<char>) -> Result<Role, MoveFault> {
        self.role(written, !self.position.turn())
    }

    /// Returns the promotion of a pawn of the side to move.
    fn promotion(&self, written: CtlPromotion) -> Result<Promotion, MoveFault> {
        match written {
            CtlPromotion::Waiting => Ok(Promotion::Waiting),
            CtlPromotion::Piece(letter) => self.own_role(Some(letter)).map(Promotion::Piece),
        }
    }

    fn role(&self, written: Option<char>, side: Color) -> Result<Role, MoveFault> {
        let fault = || {
            let letter = written.unwrap_or_default();
            match self.letters.piece(letter) {
                Some(piece) => {
                    let own = self.letters.char(piece.role.of(side));
                    MoveFault::OtherSidesFigure { figure: letter, own }
                }
                None => MoveFault::UnknownLetter { letter },
            }
        };
        self.named_role(written, side).ok_or_else(fault)
    }

    /// Returns the role that a character stands for in moves of `side`, if any; no character stands for a pawn. Letters
    /// are in upper case for both sides, but figurines have a colour. White's are also read for Black's pieces, as in
    /// the author's later pages.
    #[inline]
    fn named_role(&self, written: Option<char>, side: Color) -> Option<Role> {
        let Some(letter) = written else {
            return Some(Role::Pawn);
        };
        let piece = self.letters.piece(letter)?;
        (letter.is_ascii() || piece.color.is_white() || piece.color == side).then_some(piece.role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::ctl::Sign;
    use crate::rules::cescacs::Action;
    use crate::rules::{AnyPosition, Rules};

    /// Returns spellings of moves between two hexes, both right and wrong ones.
    fn spellings(game: &Cescacs, from: Hex, to: Hex) -> impl Iterator<Item = CtlAn> {
        let letter = |hex| game.position.piece_at(hex).map(|piece| piece.role.upper_char());
        let letters = move |hex| [None, letter(hex).filter(|letter| *letter != 'P'), Some('N'), Some('Z')];
        let promotions = [None, Some(CtlPromotion::Waiting), Some(CtlPromotion::Piece('D'))];
        let signs = [Sign::Hyphen, Sign::Times, Sign::At];
        let pieces =
            letters(from).into_iter().flat_map(move |piece| letters(to).map(|captured| (piece, captured)));
        let signed = pieces.flat_map(move |pieces| signs.map(|sign| (pieces, sign)));
        let written =
            signed.flat_map(move |(pieces, sign)| promotions.map(|promotion| (pieces, sign, promotion)));
        written.filter_map(move |((piece, captured), sign, promotion)| {
            CtlAn::new(CtlMove::Step(CtlStep { piece, from, sign, captured, to, promotion }), None)
        })
    }

    #[test]
    fn what_is_found_at_once_is_what_is_found_otherwise() {
        let (mut choice, mut found) = (1_usize, 0);
        for _ in 0..4 {
            let mut game = Cescacs::default();
            for ply in 0..160 {
                let legal: Vec<_> = game.position.legal_moves().collect();
                choice =
                    choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(&played) = legal.get((choice >> 33) % legal.len().max(1)) else { break };
                let turn = game.position.turn();
                let pairs = legal.iter().map(|legal| (legal.from(turn), legal.to(turn)));
                let reversed = pairs.clone().map(|(from, to)| (to, from));
                for (from, to) in pairs.chain(reversed).skip(ply % 16).step_by(16) {
                    for written in spellings(&game, from, to) {
                        let otherwise = resolve(&game, &written.action());
                        if let Some(at_once) = at_once(&game, written) {
                            assert_eq!(otherwise, Ok(at_once), "{written:?} in {}", game.fen());
                            found += 1;
                        } else if let Ok(otherwise) = otherwise {
                            assert!(otherwise.promotion().is_some(), "{written:?} in {}", game.fen());
                        }
                    }
                }
                game.play(Action::new(played, None));
            }
        }
        assert!(found > 1000, "{found}");
    }
}
