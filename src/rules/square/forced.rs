//! Illegal moves that can be played all the same, because their origin and destination are written.
//!
//! Arbiters let an illegal move stand if it is found too late, and the game goes on after it.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Move, MoveList, Rank, Role, Square, attacks};

use super::setup::SquarePosition;
use super::{Action, diagnose};
use crate::notation::pgn::{PieceMove, SanMove};

/// An illegal move that is played all the same. It is never a drop.
///
/// It has four bytes, so that an [`Action`] is no larger than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedMove {
    role: Role,
    from: Square,
    to: Square,
    /// The numbers of the captured piece and of the promotion, four bits each, where 0 means none;
    /// or [`EN_PASSANT`] for a capture en passant, and [`CASTLE`] for the castling with the rook on `to`.
    others: u8,
}

/// Numbers that no role has.
const EN_PASSANT: u8 = 0xf;
const CASTLE: u8 = 0xe;

impl ForcedMove {
    /// Packs a move, or returns `None` for one that is never forced.
    pub(super) fn of(resolved: Move) -> Option<ForcedMove> {
        let number = |role: Option<Role>| role.map_or(0, u8::from);
        match resolved {
            Move::Normal { role, from, capture, to, promotion } => {
                Some(ForcedMove { role, from, to, others: number(capture) | number(promotion) << 4 })
            }
            Move::EnPassant { from, to } => {
                Some(ForcedMove { role: Role::Pawn, from, to, others: EN_PASSANT })
            }
            Move::Castle { king, rook } => {
                Some(ForcedMove { role: Role::King, from: king, to: rook, others: CASTLE })
            }
            Move::Put { .. } => None,
        }
    }

    /// Returns the move.
    #[must_use]
    pub fn as_move(self) -> Move {
        let ForcedMove { role, from, to, others } = self;
        match others {
            EN_PASSANT => return Move::EnPassant { from, to },
            CASTLE => return Move::Castle { king: from, rook: to },
            _ => {}
        }
        let [capture, promotion] = [others & 0xf, others >> 4].map(|number| Role::try_from(number).ok());
        Move::Normal { role, from, capture, to, promotion }
    }
}

/// Finds a move that can be played although it is illegal: the legal one between the two squares
/// if only its marks are wrong, and otherwise the move as written.
///
/// Returns `None` unless the origin is written and such a piece of the side to move is on it; if
/// there is only one king, its letter stands for its origin. Moves that lead to an impossible
/// position are not played. Such a move captures a king, or leaves a pawn on the first or the last
/// rank. Or a pawn jumps over a piece from its home square, and could then be captured en passant.
///
/// Afterwards the pieces stand where the text says. `e5xd6` therefore captures the pawn on d5 if d6
/// is empty, whatever the move before was, and `Ke1g1` moves only the king. `e1g1` and `Kg1` are
/// not played, because they may stand for castling.
pub(super) fn resolve(position: &impl SquarePosition, written: &PieceMove) -> Option<Action> {
    let from = origin(position, written)?;
    let (to, promotion) = (written.to, written.promotion);
    let role = position.board().role_at(from).filter(|_| position.us().contains(from))?;
    let capture = position.board().role_at(to);
    if written.role.is_some_and(|written| written != role)
        || position.us().contains(to)
        || is_captured_king(position, to)
    {
        return None;
    }
    let legal = legal_between(position, role, from, to);
    let only = if let [only] = legal.as_slice() { Some(only) } else { None };
    if let Some(legal) = legal.iter().find(|legal| legal.promotion() == promotion).or(only) {
        return Some(Action::Move(*legal));
    }
    let is_possible = match role {
        Role::Pawn => is_possible_for_pawn(position, from, to, promotion),
        Role::King => promotion.is_none() && (is_in_full(written) || !is_like_castling(position, from, to)),
        _ => promotion.is_none(),
    };
    let forced = if role == Role::Pawn && is_en_passant(position, from, written) {
        Move::EnPassant { from, to }
    } else {
        Move::Normal { role, from, capture, to, promotion }
    };
    ForcedMove::of(forced).filter(|_| is_possible).map(Action::Forced)
}

/// Returns the origin of a move if it is written in full, or if the move is one of the side's only king.
fn origin(position: &impl SquarePosition, written: &PieceMove) -> Option<Square> {
    let PieceMove { role, file, rank, .. } = *written;
    if let (Some(file), Some(rank)) = (file, rank) {
        return Some(Square::from_coords(file, rank));
    }
    let king = position.our(role.filter(|role| *role == Role::King)?).single_square();
    king.filter(|king| written.may_come_from(*king))
}

/// Returns whether a move is written with the letter of its piece and its whole origin.
fn is_in_full(written: &PieceMove) -> bool {
    written.role.is_some() && written.file.is_some() && written.rank.is_some()
}

/// Returns whether the move of a pawn is written as a capture en passant, and there is a pawn to
/// capture. The right to do so does not matter, because a FEN may leave it out if no such capture is legal.
fn is_en_passant(position: &impl SquarePosition, from: Square, written: &PieceMove) -> bool {
    let PieceMove { capture, to, .. } = *written;
    let side = position.turn();
    let passed = Square::from_coords(to.file(), from.rank());
    (capture.is_marked() || capture.is_en_passant())
        && from.rank() == side.relative_rank(Rank::Fifth)
        && attacks::pawn_attacks(side, from).contains(to)
        && !position.board().occupied().contains(to)
        && position.their(Role::Pawn).contains(passed)
}

/// Returns whether the opponent's king is on a square, where it cannot be captured. In Antichess a
/// king is a piece like any other.
pub(super) fn is_captured_king(position: &impl SquarePosition, to: Square) -> bool {
    let king = position.board().kings() & position.them();
    king.contains(to) && position.kind() != Variant::Antichess
}

/// Finds the only move that fits what is written and is illegal because of an attack on the king: it leaves the king in
/// check, or castles out of check, through it or into it.
pub(super) fn exposing<P: SquarePosition>(position: &P, written: &SanMove) -> Option<Action> {
    let exposing = match written {
        SanMove::Castling(side) => diagnose::castling_in_check(position, *side),
        SanMove::Piece(piece) => diagnose::only_exposing(position, piece).filter(|only| match only.from() {
            Some(from) if only.role() == Role::Pawn => {
                is_possible_for_pawn(position, from, piece.to, piece.promotion)
            }
            _ => piece.promotion.is_none(),
        }),
        SanMove::Drop { .. } | SanMove::Null => None,
    };
    ForcedMove::of(exposing?).map(Action::Forced)
}

fn legal_between(position: &impl SquarePosition, role: Role, from: Square, to: Square) -> MoveList {
    let mut legal = position.san_candidates(role, to);
    legal.retain(|candidate| candidate.from() == Some(from));
    legal
}

/// Returns whether a pawn may stand on a square afterwards, with the promotion that is written.
fn is_possible_for_pawn(
    position: &impl SquarePosition,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> bool {
    let side = position.turn();
    let is_last = to.rank() == side.relative_rank(Rank::Eighth);
    let is_first = to.rank() == side.relative_rank(Rank::First);
    let is_promotion = match promotion {
        Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight) => true,
        Some(Role::King) => position.kind() == Variant::Antichess,
        _ => false,
    };
    // after a step of two from the home rank of either side, shakmaty lets the opponent capture en passant
    let is_double_step = from.file() == to.file()
        && from.distance(to) == 2
        && matches!(from.rank(), Rank::Second | Rank::Seventh)
        && matches!(to.rank(), Rank::Fourth | Rank::Fifth);
    let is_free = (attacks::between(from, to) & position.board().occupied()).is_empty();
    let is_own = from.rank() == side.relative_rank(Rank::Second);
    is_last == is_promotion
        && promotion.is_some() == is_promotion
        && !is_first
        && (!is_double_step || (is_own && is_free))
}

/// Returns whether a king goes where it would stand after castling, along its rank.
fn is_like_castling(position: &impl SquarePosition, from: Square, to: Square) -> bool {
    let side = position.turn();
    let is_wing = CastlingSide::ALL.into_iter().any(|wing| wing.king_to(side) == to);
    is_wing && from.distance(to) > 1 && Bitboard::from_rank(to.rank()).contains(from)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::variant::VariantPosition;
    use shakmaty::{CastlingMode, Chess, Color, File};

    use super::*;
    use crate::notation::pgn::{Capture, PgnToken, San};
    use crate::rules::{AnyPosition, Rules};
    use crate::syntax::{Lexeme, Lexer};
    use crate::text::Span;

    fn written(text: &str) -> San {
        match Lexer::<PgnToken>::new(text.as_bytes(), 0).next() {
            Some(Lexeme { token: Ok(PgnToken::Move(san)), span }) if span == Span::new(0, text.len()) => san,
            other => panic!("{text} is no move: {other:?}"),
        }
    }

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("the table has valid FENs");
        fen.into_position(CastlingMode::Standard).expect("the table has valid positions")
    }

    #[test]
    fn what_is_forced_and_what_is_not() {
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castled = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let passed = "4k3/8/8/q2pP2K/8/8/8/8 w - d6 0 2";
        for (fen, text, expected) in [
            (initial, "e2e5", Some("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")),
            (initial, "e2-e5", Some("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")),
            (initial, "Ng1f5", Some("rnbqkbnr/pppppppp/8/5N2/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 1")),
            (initial, "Ng1xf3", Some("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")),
            (initial, "Qd1xd7", Some("rnbqkbnr/pppQpppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1")),
            (initial, "e2xd3", Some("rnbqkbnr/pppppppp/8/8/8/3P4/PPPP1PPP/RNBQKBNR b KQkq - 0 1")),
            // the origin is not written in full, has another piece, or is the opponent's
            (initial, "Nf5", None),
            (initial, "Qh5", None),
            (initial, "Ngf5", None),
            (initial, "N1f5", None),
            (initial, "Bg1f5", None),
            (initial, "e7e5", None),
            (initial, "e5e6", None),
            // own pieces and kings are not captured
            (initial, "Ng1e2", None),
            (initial, "Qd1xe8", None),
            (initial, "O-O", None),
            // a king that stays in check, is exposed or goes into check, if exactly one piece can move so
            ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "Nf3", None),
            ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", Some("4k3/8/8/8/1b6/5N2/8/4K3 b - - 1 1")),
            ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nxf3", None),
            ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf5", None),
            ("4k3/4r3/8/8/8/3p4/4P3/4K3 w - - 0 1", "exd3", Some("4k3/4r3/8/8/8/3P4/8/4K3 b - - 0 1")),
            ("4k3/8/8/8/4r3/8/3P4/4K3 w - - 0 1", "d4", Some("4k3/8/8/8/3Pr3/8/8/4K3 b - - 0 1")),
            ("4k3/P7/8/8/4r3/8/8/4K3 w - - 0 1", "a8", None),
            ("4k3/P7/8/8/4r3/8/8/4K3 w - - 0 1", "a8=Q", Some("Q3k3/8/8/8/4r3/8/8/4K3 b - - 0 1")),
            ("8/8/8/q2pP2K/8/8/8/4k3 w - d6 0 2", "exd6", Some("8/8/3P4/q6K/8/8/8/4k3 b - - 0 2")),
            // castling out of check, through it and into it, but not over a piece or without the right
            ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "O-O", Some("4k3/8/8/8/4r3/8/8/R4RK1 b - - 1 1")),
            ("4k3/8/8/8/3r4/8/8/R3K2R w KQ - 0 1", "O-O-O", Some("4k3/8/8/8/3r4/8/8/2KR3R b - - 1 1")),
            ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "O-O", Some("4k3/8/8/8/6r1/8/8/R4RK1 b - - 1 1")),
            ("4k3/8/8/8/4r3/8/8/R3KB1R w KQ - 0 1", "O-O", None),
            ("4k3/8/8/8/4r3/8/8/R3K2R w - - 0 1", "O-O", None),
            // pawns
            (initial, "e2e8", None),
            (initial, "e2xd8=Q", Some("rnbQkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")),
            (initial, "e2e8=K", None),
            (initial, "e2e5=Q", None),
            (initial, "e2e1", None),
            ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", None),
            ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e5", None),
            // rights and clocks
            (castled, "Ke3", Some("r3k2r/8/8/8/8/4K3/8/R6R b kq - 1 1")),
            (castled, "Kee3", Some("r3k2r/8/8/8/8/4K3/8/R6R b kq - 1 1")),
            (castled, "Kde3", None),
            (castled, "Ke1e3", Some("r3k2r/8/8/8/8/4K3/8/R6R b kq - 1 1")),
            (castled, "Rh1c3", Some("r3k2r/8/8/8/8/2R5/8/R3K3 b Qkq - 1 1")),
            (castled, "Ra1xh8", Some("r3k2R/8/8/8/8/8/8/4K2R b Kq - 0 1")),
            ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "e1g1", None),
            ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "Kg1", None),
            ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "Ke1g1", Some("r3k2r/8/8/8/4r3/8/8/R5KR b kq - 1 1")),
            // en passant: the king is left in check, or the right is gone, or there is no pawn
            (passed, "e5xd6", Some("4k3/8/3P4/q6K/8/8/8/8 b - - 0 2")),
            (passed, "e5d6", Some("4k3/8/3P4/q2p3K/8/8/8/8 b - - 0 2")),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5xd6", Some("4k3/8/3P4/8/8/8/8/4K3 b - - 0 2")),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6", None),
            (passed, "e5xf6", Some("4k3/8/5P2/q2p3K/8/8/8/8 b - - 0 2")),
        ] {
            let position = position(fen);
            let played = position.resolve_forced(&written(text)).map(|forced| {
                let mut after = position.clone();
                after.play(forced);
                after.fen()
            });
            assert_eq!(played.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_king_left_in_check_is_not_captured() {
        let mut position = position("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1");
        let forced = position.resolve_forced(&written("Ra1a2")).unwrap();
        position.play(forced);
        for text in ["Rxe1", "Re2xe1", "e2e1"] {
            assert!(position.resolve(&written(text)).is_err(), "{text}");
            assert_eq!(position.resolve_forced(&written(text)), None, "{text}");
        }
        assert!(Rules::legal_moves(&position).iter().all(|legal| match legal {
            Action::Move(legal) => legal.to() != Square::E1,
            Action::Forced(_) | Action::Pass => false,
        }));
    }

    /// Asserts the invariants of every position, however it came about.
    fn assert_consistent<P: SquarePosition>(position: &P, kings: usize) {
        let context = || position.fen();
        for side in Color::ALL {
            for wing in CastlingSide::ALL {
                if let Some(rook) = position.castles().rook(side, wing) {
                    assert_eq!(position.board().piece_at(rook), Some(side.rook()), "{}", context());
                    let king = position.board().king_of(side).unwrap();
                    assert_eq!(king.rank(), side.backrank(), "{}", context());
                }
            }
        }
        if let Some(square) = position.maybe_ep_square() {
            assert_eq!(position.board().piece_at(square), None, "{}", context());
            let passed = square.offset(position.turn().fold_wb(-8, 8)).unwrap();
            assert_eq!(position.board().piece_at(passed), Some((!position.turn()).pawn()), "{}", context());
        }
        let may_lose_kings = matches!(position.kind(), Variant::Atomic | Variant::Antichess);
        assert!(may_lose_kings || position.board().kings().count() == kings, "{}", context());
    }

    /// Plays random legal and forced moves. A forced move is written so that it is read as the same
    /// move again.
    fn play_randomly<P: SquarePosition>(mut position: P, seed: &mut u64) -> usize {
        let mut below = |most: usize| {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as usize % most
        };
        let kings = position.board().kings().count();
        let mut count = 0;
        for _ in 0..120 {
            let legal = Rules::legal_moves(&position);
            let from = position.us().into_iter().nth(below(position.us().count().max(1)));
            let promotion = [None, Some(Role::Queen)][below(2)];
            let to = Square::ALL[below(64)];
            let forced = from.and_then(|from| {
                let (file, rank) = (Some(File::ALL[from.file().to_usize()]), Some(from.rank()));
                let role = [None, position.board().role_at(from)][below(2)];
                let capture = [Capture::Unmarked, Capture::Marked][below(2)];
                resolve(&position, &PieceMove { role, file, rank, capture, to, promotion })
            });
            let played = match forced {
                Some(Action::Forced(forced)) => {
                    let text = position.to_san(Action::Forced(forced));
                    let again = written(&text);
                    assert!(position.resolve(&again).is_err(), "{text} in {}", position.fen());
                    assert_eq!(position.resolve_forced(&again), Some(Action::Forced(forced)), "{text}");
                    count += 1;
                    Action::Forced(forced)
                }
                _ if legal.is_empty() => return count,
                _ => legal[below(legal.len())],
            };
            position.to_san(played);
            Rules::play(&mut position, played);
            assert_consistent(&position, kings);
            position.outcome();
            position.status();
        }
        count
    }

    #[test]
    fn positions_stay_consistent_after_forced_moves() {
        let (mut seed, mut count) = (14, 0);
        for _ in 0..60 {
            count += play_randomly(Chess::default(), &mut seed);
            for variant in Variant::ALL {
                count += play_randomly(VariantPosition::new(variant), &mut seed);
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
