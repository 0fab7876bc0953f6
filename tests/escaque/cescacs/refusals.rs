//! The reasons of illegal moves in random games: what is said to forbid a move is taken away, and
//! the reason must vanish.

use std::collections::BTreeMap;

use escaque::notation::ctl::{Hex, line_hexes};
use escaque::rules::cescacs::hex::{
    Castling, CastlingRefusal, Letters, Move, Piece, Position, Refusal, Role,
};

use super::random::play_games;

/// Returns a position without the piece on a hex, and with another field of special captures if one
/// is given. Returns `None` if that position is impossible.
fn edited(position: &Position, without: Option<Hex>, special: Option<&str>) -> Option<Position> {
    let tlpd = position.to_tlpd();
    let fields: Vec<_> = tlpd.split(' ').collect();
    let char_at = |hex| match position.piece_at(hex) {
        Some(piece) if Some(hex) != without => Letters::STANDARD.char(piece),
        _ => '1',
    };
    let line = |line| format!("{line}:{}/", line_hexes(line).map(char_at).collect::<String>());
    let pieces: String = (0..=28).rev().map(line).collect();
    let [_, side, rights, _, counter, number] = fields[..] else { panic!("{tlpd}") };
    let special = special.unwrap_or("-");
    Position::from_tlpd(&format!("/{pieces} {side} {rights} {special} {counter} {number}")).ok()
}

/// Returns whether a piece ever moves so (rules, "Pieces" and "Pawn").
fn moves_so(piece: Piece, from: Hex, to: Hex) -> bool {
    let (columns, lines) = from.distance(to);
    let ahead = piece.color.fold_wb(lines, -lines);
    let (c, l) = (columns.abs(), lines.abs());
    let orthogonal = c == l || c == 0;
    let diagonal = l == 3 * c || l == 0;
    let jump = matches!((c, l), (1, 5) | (2, 4) | (3, 1));
    match piece.role {
        Role::Pawn => matches!((c, ahead), (0, 2 | 4 | 6) | (1, 1 | 3)),
        Role::Elephant => (c, l) == (1, 3) || matches!((c, ahead), (0, 2 | 4)),
        Role::Bishop => diagonal,
        Role::Knight => jump || matches!((c, l), (2, 10) | (4, 8) | (6, 2)),
        Role::Pegasus => diagonal || jump,
        Role::Rook => orthogonal,
        Role::Wyvern => orthogonal || jump,
        Role::Queen => orthogonal || diagonal,
        Role::King => matches!((c, l), (0, 2) | (1, 1 | 3) | (2, 0)) || jump,
    }
}

/// Returns the field of special captures in which a pawn of the other side has just passed a hex.
fn passing(position: &Position, passed: Hex) -> Option<String> {
    let backward = position.turn().fold_wb(-2, 2);
    let near = passed.offset(0, backward)?;
    let pawn = Some(Role::Pawn.of(!position.turn()));
    if position.piece_at(near) == pawn {
        return Some(format!("{near}@{}", passed.line()));
    }
    let far = near.offset(0, backward).filter(|far| position.piece_at(*far) == pawn)?;
    let (low, high) = (passed.line().min(near.line()), passed.line().max(near.line()));
    Some(format!("{far}@{low}-{high}"))
}

/// Checks a reason. Returns `None` if taking it away gives an impossible position.
fn is_true(position: &Position, from: Hex, to: Hex, refusal: Refusal) -> Option<bool> {
    let without = |hex: Hex| Some(edited(position, Some(hex), None)?.refusal(from, to) != Some(refusal));
    let with = |special: &str| edited(position, None, Some(special)).map(|other| other.refusal(from, to));
    let piece = position.piece_at(from)?;
    let is_danger = |refusal: Option<Refusal>| {
        matches!(
            refusal,
            None | Some(Refusal::Pinned { .. } | Refusal::OpensLine { .. } | Refusal::StaysInCheck { .. })
        )
    };
    match refusal {
        Refusal::NeverMovesSo => Some(!moves_so(piece, from, to)),
        _ if !moves_so(piece, from, to) && refusal != Refusal::PromotionFirst => Some(false),
        Refusal::PromotionFirst => {
            Some(position.legal_moves().all(|legal| matches!(legal, Move::Promotion { .. })))
        }
        Refusal::OwnPieceThere => Some(position.piece_at(to)?.color == position.turn()),
        Refusal::CapturesKing => Some(position.piece_at(to)?.role == Role::King),
        Refusal::Blocked { obstacle: hex }
        | Refusal::KingIntoCheck { attacker: hex }
        | Refusal::StaysInCheck { checker: hex }
        | Refusal::Pinned { attacker: hex }
        | Refusal::OpensLine { attacker: hex }
        | Refusal::LeapInCheck { checker: hex } => without(hex),
        Refusal::RideCaptures | Refusal::PawnCapturesOtherwise => without(to),
        Refusal::LeapAfterMove => Some(piece.role == Role::King && !position.rights(piece.color).king),
        Refusal::NothingToCapture => Some(
            position.piece_at(to).is_none()
                && passing(position, to).is_none_or(|special| with(&special).is_none()),
        ),
        Refusal::LateEnPassant => with(&passing(position, to)?).map(is_danger),
        Refusal::LateScornful => match with(&to.to_string())? {
            // the hex where it faced the scornful pawn is taken
            Some(Refusal::ScornedAnother) => None,
            other => Some(is_danger(other)),
        },
        Refusal::ThreeHexes => Some(from.distance(to).1.abs() == 6),
        _ => None,
    }
}

#[test]
fn a_reason_taken_away_is_none() {
    let mut seen = BTreeMap::new();
    let mut turn = 0;
    play_games(|position, _, _| {
        turn += 1;
        let own = |hex: &Hex| position.piece_at(*hex).is_some_and(|piece| piece.color == position.turn());
        for from in Hex::ALL.into_iter().filter(own) {
            for to in Hex::ALL.into_iter().filter(|to| *to != from) {
                let refusal = position.refusal(from, to);
                assert_eq!(refusal.is_none(), position.candidates(from, to).next().is_some(), "{from}-{to}");
                let Some(refusal) = refusal else { continue };
                // most have the same reason in the next position as well
                let is_frequent = matches!(refusal, Refusal::Blocked { .. } | Refusal::NothingToCapture);
                if is_frequent && (from.index() + to.index() + turn) % 16 != 0 {
                    continue;
                }
                if let Some(is_true) = is_true(position, from, to, refusal) {
                    assert!(is_true, "{refusal:?} {from}-{to} in {}", position.to_tlpd());
                    *seen.entry(format!("{refusal:?}").split(' ').next().unwrap().to_owned()).or_insert(0) +=
                        1;
                }
            }
        }
    });
    for reason in [
        "NeverMovesSo",
        "OwnPieceThere",
        "Blocked",
        "RideCaptures",
        "LeapAfterMove",
        "LeapInCheck",
        "NothingToCapture",
        "LateEnPassant",
        "LateScornful",
        "PawnCapturesOtherwise",
        "ThreeHexes",
        "KingIntoCheck",
        "StaysInCheck",
        "Pinned",
        "PromotionFirst",
    ] {
        assert!(seen.contains_key(reason), "{reason} is not among {seen:?}");
    }
}

#[test]
fn a_castling_without_a_reason_against_it_is_legal() {
    let mut seen = Vec::new();
    play_games(|position, _, _| {
        for castling in Castling::ALL {
            let refusal = position.castling_refusal(castling);
            assert_eq!(refusal.is_none(), position.is_legal(Move::Castling(castling)), "{castling}");
            let Some(
                CastlingRefusal::DestinationTaken { obstacle, .. }
                | CastlingRefusal::RookBlocked { obstacle },
            ) = refusal
            else {
                continue;
            };
            if seen.len() < 500
                && let Some(other) = edited(position, Some(obstacle), None)
            {
                assert_ne!(other.castling_refusal(castling), refusal, "{castling} in {}", position.to_tlpd());
                seen.push(castling);
            }
        }
    });
    assert!(!seen.is_empty());
}
