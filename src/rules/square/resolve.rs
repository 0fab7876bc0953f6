//! Resolves moves: finds the legal moves that fit a move in SAN.

use shakmaty::{Bitboard, CastlingSide, Chess, Move, MoveList, Position, Rank, Role, Square, attacks};

use crate::notation::pgn::{PieceMove, San, SanMove};

/// Finds the legal moves that fit what is written: exactly one, if the move is valid.
pub(super) fn fitting(position: &impl Position, written: &SanMove) -> MoveList {
    match written {
        SanMove::Castling(side) => position.castling_moves(*side),
        SanMove::Piece(piece) => piece_moves(position, piece),
        SanMove::Drop { role, to } => {
            let mut candidates = position.san_candidates(*role, *to);
            candidates.retain(|candidate| candidate.is_put());
            candidates
        }
        SanMove::Null => MoveList::new(),
    }
}

fn piece_moves(position: &impl Position, written: &PieceMove) -> MoveList {
    let role = role(position, written);
    let mut candidates = position.san_candidates(role, written.to);
    candidates.retain(|candidate| fits(*candidate, written));
    if candidates.is_empty()
        && let Some(side) = castling_meant(position, written)
    {
        return position.castling_moves(side);
    }
    candidates
}

/// Returns the role of the written piece. Without a letter it is that of the piece on the
/// origin, if the origin is written in full as in `g1f3`, and a pawn otherwise.
pub(super) fn role(position: &impl Position, written: &PieceMove) -> Role {
    let origin = written.file.zip(written.rank).map(|(file, rank)| Square::from_coords(file, rank));
    let on_origin = origin.and_then(|origin| position.board().role_at(origin));
    written.role.or(on_origin).unwrap_or(Role::Pawn)
}

/// Returns whether a candidate fits the written origin, promotion and capture marks.
fn fits(candidate: Move, written: &PieceMove) -> bool {
    candidate.from().is_some_and(|from| written.may_come_from(from))
        && candidate.promotion() == written.promotion
        && capture_agrees(candidate, written)
}

/// Returns whether a candidate captures as written.
///
/// A move with `x` must capture. A move without `x` may capture as well, because many programs
/// leave it out, except the move of a pawn without a file.
fn capture_agrees(candidate: Move, written: &PieceMove) -> bool {
    match (written.capture.is_marked(), candidate.is_capture()) {
        (true, captures) => captures,
        (false, true) => candidate.role() != Role::Pawn || written.file.is_some(),
        (false, false) => true,
    }
}

/// Returns the castling that is written, as such or as a move of the king.
pub(super) fn castling_written(position: &impl Position, action: &SanMove) -> Option<CastlingSide> {
    match action {
        SanMove::Castling(side) => Some(*side),
        SanMove::Piece(piece) => castling_meant(position, piece),
        SanMove::Drop { .. } | SanMove::Null => None,
    }
}

/// Returns the castling that a move of the king stands for, if it does: the king captures
/// its own rook, as in Chess960, or moves to its destination in coordinates, as in `e1g1`.
pub(super) fn castling_meant(position: &impl Position, written: &PieceMove) -> Option<CastlingSide> {
    let (to, side) = (written.to, position.turn());
    let king = position.board().king_of(side).filter(|king| written.may_come_from(*king))?;
    if role(position, written) != Role::King || written.promotion.is_some() {
        return None;
    }
    let jumps = written.role.is_none() && !written.capture.is_marked() && king.distance(to) > 1;
    CastlingSide::ALL.into_iter().find(|wing| {
        let takes_rook = position.castles().rook(side, *wing) == Some(to);
        takes_rook || (jumps && wing.king_to(side) == to)
    })
}

/// Finds the only legal move that fits the written one. Returns `None` if there is none, if there are
/// several, or if the move is of a rare kind, such as a capture en passant. The caller then searches the
/// list of legal moves.
///
/// The function is not inlined, so that the types of replay share one copy.
#[inline(never)]
pub(super) fn only_fitting(position: &Chess, written: San) -> Option<Move> {
    let Some(written_origins) = written.origins() else {
        return castling(position, written);
    };
    let to = written.square();
    let on_origin = || written_origins.single_square().and_then(|origin| position.board().role_at(origin));
    let role = written.role().or_else(on_origin).unwrap_or(Role::Pawn);
    let capture = position.board().role_at(to);
    let captures_wrongly = match capture {
        None => written.is_capture(),
        // lenient reading may have left a king in check
        Some(captured) => captured == Role::King,
    };
    if captures_wrongly || position.us().contains(to) {
        return None;
    }
    let promotion = written.promotion();
    let origins = match role {
        Role::Pawn => pawn_origins(position, written, capture),
        _ if promotion.is_some() => Bitboard::EMPTY,
        _ => REACH[to.to_usize()][role as usize],
    };
    let origins = origins & position.our(role) & written_origins;
    let from = only_legal(position, role, origins, to)?;
    Some(Move::Normal { role, from, capture, to, promotion })
}

/// Finds the castling that is written, if it is legal.
#[inline(never)]
fn castling(position: &Chess, written: San) -> Option<Move> {
    let SanMove::Castling(side) = written.action() else { return None };
    let (turn, occupied) = (position.turn(), position.board().occupied());
    let (king, rook) = (position.board().king_of(turn)?, position.castles().rook(turn, side)?);
    let (king_to, rook_to) = (side.king_to(turn), side.rook_to(turn));
    let is_safe = |square, occupied| !is_attacked(position, square, position.them(), occupied);
    let way = between(king, king_to).with(king);
    // in Chess960 the rook may have shielded the destination of the king, so it is moved, too
    let is_legal = (position.castles().path(turn, side) & occupied).is_empty()
        // the king does not shield the squares behind it
        && way.into_iter().all(|square| is_safe(square, occupied.without(king)))
        && is_safe(king_to, occupied.without(king).without(rook).with(rook_to));
    is_legal.then_some(Move::Castle { king, rook })
}

/// Returns the only square of `origins` from which a piece can legally move to `to`. Returns `None`
/// if there is none, or if there are several. On an empty board, the piece reaches `to` from each
/// of `origins`.
#[inline(always)]
fn only_legal(position: &Chess, role: Role, origins: Bitboard, to: Square) -> Option<Square> {
    let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let mut only = None;
    for from in origins {
        let is_stopped = slides && !is_clear(from, to, position.board().occupied());
        if !is_stopped && is_safe(position, role, from, to) && only.replace(from).is_some() {
            return None;
        }
    }
    only
}

/// Returns the squares that a pawn may come from, whether or not a pawn is there. The set is
/// empty if the promotion, or the file of a capturing pawn, is not written as it must be.
fn pawn_origins(position: &Chess, written: San, capture: Option<Role>) -> Bitboard {
    let (to, promotion) = (written.square(), written.promotion());
    let is_promotion = matches!(promotion, Some(Role::Knight | Role::Bishop | Role::Rook | Role::Queen));
    if is_promotion != Bitboard::BACKRANKS.contains(to) || is_promotion != promotion.is_some() {
        return Bitboard::EMPTY;
    }
    match capture {
        Some(_) if written.has_file() => attacks::pawn_attacks(!position.turn(), to),
        Some(_) => Bitboard::EMPTY,
        None => pushes(position, to),
    }
}

/// Returns the square that a pawn comes from if it advances to an empty square.
fn pushes(position: &Chess, to: Square) -> Bitboard {
    let back = position.turn().fold_wb(-8, 8);
    let Some(one) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let fourth = position.turn().relative_rank(Rank::Fourth);
    // if the square before it is empty, the pawn can only come from its home square
    let two = one.offset(back).filter(|_| to.rank() == fourth && !position.board().occupied().contains(one));
    two.unwrap_or(one).into()
}

/// The squares that a piece attacks on an empty board, by square and by role. The entries of
/// pawns are empty.
// the roles of shakmaty count from 1
static REACH: [[Bitboard; 7]; 64] = reach();

const fn reach() -> [[Bitboard; 7]; 64] {
    let mut reach = [[Bitboard::EMPTY; 7]; 64];
    let mut at = 0;
    while at < reach.len() {
        let square = Square::new(at as u32);
        reach[at][Role::Knight as usize] = attacks::knight_attacks(square);
        reach[at][Role::Bishop as usize] = attacks::bishop_attacks(square, Bitboard::EMPTY);
        reach[at][Role::Rook as usize] = attacks::rook_attacks(square, Bitboard::EMPTY);
        reach[at][Role::Queen as usize] = attacks::queen_attacks(square, Bitboard::EMPTY);
        reach[at][Role::King as usize] = attacks::king_attacks(square);
        at += 1;
    }
    reach
}

/// Returns whether the squares between two squares are empty.
#[inline(always)]
fn is_clear(from: Square, to: Square, occupied: Bitboard) -> bool {
    (between(from, to) & occupied).is_empty()
}

/// Returns the squares between two squares on a line, or none if they are not on a line. They are computed, because
/// a table of them takes 32 kilobytes, which is the whole first-level cache of many processors.
#[inline(always)]
fn between(from: Square, to: Square) -> Bitboard {
    const FILE_A: u64 = 0x0001_0101_0101_0100;
    const DIAGONAL: u64 = 0x0040_2010_0804_0200;
    const ANTIDIAGONAL: u64 = 0x0002_0408_1020_4080;
    const RANK_1: u64 = 0x7e;
    let (from, to) = (from.to_u32(), to.to_u32());
    let (file, rank) = ((to & 7).wrapping_sub(from & 7), (to >> 3).wrapping_sub(from >> 3));
    // all ones if the difference is zero, and otherwise a number below 16, whose bits no line has
    let is_none = |difference: u32, mask: u32| u64::from(difference & mask).wrapping_sub(1);
    let line = is_none(file, 7) & FILE_A
        | if rank == 0 { RANK_1 } else { 0 }
        | is_none(rank.wrapping_sub(file), 15) & DIAGONAL
        | is_none(rank.wrapping_add(file), 15) & ANTIDIAGONAL;
    let (low, high) = (from.min(to), from.max(to));
    // from the lower square up to the one before the higher square
    let range = (1_u64 << high).wrapping_sub(1_u64 << low);
    Bitboard(line.wrapping_shl(low) & range).without(Square::new(low))
}

/// Returns whether the king of the side to move is not attacked after a move.
#[inline(always)]
fn is_safe(position: &Chess, role: Role, from: Square, to: Square) -> bool {
    let board = position.board();
    let king = if role == Role::King { Some(to) } else { board.king_of(position.turn()) };
    let occupied = board.occupied().without(from).with(to);
    // what is captured attacks no more
    king.is_some_and(|king| !is_attacked(position, king, position.them().without(to), occupied))
}

/// Returns whether the king of the side to move is attacked.
pub(super) fn is_check(position: &Chess) -> bool {
    let board = position.board();
    let king = board.king_of(position.turn());
    king.is_some_and(|king| is_attacked(position, king, position.them(), board.occupied()))
}

/// Returns whether one of the opponent's pieces on the squares `by` attacks a king on a square.
#[inline(always)]
fn is_attacked(position: &Chess, king: Square, by: Bitboard, occupied: Bitboard) -> bool {
    let board = position.board();
    let reach = &REACH[king.to_usize()];
    let leapers = reach[Role::Knight as usize] & board.knights()
        | attacks::pawn_attacks(position.turn(), king) & board.pawns()
        | reach[Role::King as usize] & board.kings();
    let sliders = reach[Role::Rook as usize] & board.rooks_and_queens()
        | reach[Role::Bishop as usize] & board.bishops_and_queens();
    (leapers & by).any() || (sliders & by).into_iter().any(|slider| is_clear(slider, king, occupied))
}

/// Returns whether the king has a legal move to an adjacent square.
pub(super) fn king_moves(position: &Chess) -> bool {
    let king = position.board().king_of(position.turn());
    king.is_some_and(|king| {
        let adjacent = attacks::king_attacks(king) & !position.us();
        adjacent.into_iter().any(|to| is_safe(position, Role::King, king, to))
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, CastlingSide, File};

    use super::*;
    use crate::notation::pgn::{Capture, PieceMove};
    use crate::rules::square::resolve::fitting;

    /// Positions with pins, checks, promotions, castlings and illegal captures en passant.
    const POSITIONS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/8/8/q2pP2K/8/8/4r3/8 w - d6 0 2",
        "1k6/8/2Q1Q3/8/2Q1Q3/3r4/8/3K3q w - - 0 1",
    ];

    fn positions() -> impl Iterator<Item = Chess> {
        POSITIONS.into_iter().map(|fen| {
            let fen: Fen = fen.parse().expect("the table has valid FENs");
            fen.into_position(CastlingMode::Standard).expect("the table has valid positions")
        })
    }

    /// Lists spellings of moves to every square, legal or not.
    fn spellings() -> impl Iterator<Item = PieceMove> {
        let roles = || [None].into_iter().chain(Role::ALL.map(Some));
        let files = || [None, Some(File::B), Some(File::D), Some(File::E), Some(File::G)];
        let ranks = || [None, Some(Rank::Second), Some(Rank::Fifth), Some(Rank::Seventh)];
        let piece = |role, to, file| PieceMove {
            role,
            file,
            rank: None,
            capture: Capture::Unmarked,
            to,
            promotion: None,
        };
        let pieces = roles()
            .flat_map(move |role| Square::ALL.into_iter().map(move |to| (role, to)))
            .flat_map(move |(role, to)| files().into_iter().map(move |file| piece(role, to, file)));
        let ranked = pieces.flat_map(move |piece| ranks().map(|rank| PieceMove { rank, ..piece }));
        let captures = ranked.flat_map(|piece| {
            [Capture::Unmarked, Capture::Marked].map(|capture| PieceMove { capture, ..piece })
        });
        captures.flat_map(|piece| [None, Some(Role::Queen)].map(|promotion| PieceMove { promotion, ..piece }))
    }

    #[test]
    fn a_found_move_is_the_only_legal_one() {
        let mut choice = 1_usize;
        for mut position in positions() {
            for _ in 0..6 {
                for written in spellings() {
                    let written = SanMove::Piece(written);
                    if let Some(found) = only_fitting(&position, San::new(written, None)) {
                        let legal = fitting(&position, &written);
                        assert_eq!(legal.as_slice(), [found], "{written:?} in {position:?}");
                    }
                }
                let legal = position.legal_moves();
                choice =
                    choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(next) = legal.get((choice >> 33) % legal.len().max(1)) else {
                    break;
                };
                position.play_unchecked(*next);
            }
        }
    }

    /// Positions of Chess960 in which king and rooks may castle once other pieces have moved away, and one in
    /// which the rook exposes its king to an attack.
    const CHESS960: [&str; 6] = [
        "r2qkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w KQkq - 0 1",
        "1rk1b1nr/pp1ppp1p/8/8/8/8/P1PPPP1P/1RK1B1NR w HBhb - 0 1",
        "rk5r/p1p1pp1p/8/8/8/8/P1P1PP1P/RK5R w HAha - 0 1",
        "b3rkr1/pp1p2pp/8/8/8/8/PP1P2PP/B3RKR1 b GEge - 0 1",
        "5rkr/p4ppp/1b6/8/8/6B1/P4PPP/5RKR w HFhf - 0 1",
        "4k3/7r/8/8/8/8/8/qRK4R w HB - 0 1",
    ];

    #[test]
    fn a_castling_is_found_if_it_is_legal() {
        let (mut choice, mut castlings) = (1_usize, [0; 2]);
        for (fen, turn) in CHESS960.into_iter().flat_map(|fen| (0..40).map(move |turn| (fen, turn))) {
            let fen: Fen = fen.parse().expect("the table has valid FENs");
            let mut position: Chess =
                fen.into_position(CastlingMode::Chess960).expect("they are of positions");
            for _ in 0..turn {
                for side in CastlingSide::ALL {
                    let written = SanMove::Castling(side);
                    let found = only_fitting(&position, San::new(written, None));
                    assert_eq!(found.as_slice(), fitting(&position, &written).as_slice(), "{position:?}");
                    castlings[usize::from(found.is_some())] += 1;
                }
                let legal = position.legal_moves();
                choice =
                    choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(next) = legal.get((choice >> 33) % legal.len().max(1)) else {
                    break;
                };
                position.play_unchecked(*next);
            }
        }
        assert!(castlings.iter().all(|count| *count > 100), "{castlings:?}");
    }

    #[test]
    fn what_stands_between_two_squares_is_as_in_the_table() {
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            assert_eq!(between(from, to), attacks::between(from, to), "{from} {to}");
        }
    }

    #[test]
    fn check_is_detected_as_by_shakmaty() {
        for position in positions() {
            for legal in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(legal);
                assert_eq!(is_check(&after), after.is_check(), "{after:?}");
            }
        }
    }

    #[test]
    fn a_king_that_can_move_has_a_legal_move() {
        for position in positions() {
            let is_step = |legal: &Move| legal.role() == Role::King && !legal.is_castle();
            assert_eq!(king_moves(&position), position.legal_moves().iter().any(is_step), "{position:?}");
        }
    }

    #[test]
    fn common_moves_are_found() {
        for position in positions() {
            for legal in position.legal_moves() {
                let Move::Normal { role, from, capture, to, promotion } = legal else {
                    continue;
                };
                let file = Some(from.file()).filter(|_| role != Role::Pawn || capture.is_some());
                let rank = Some(from.rank()).filter(|_| role != Role::Pawn);
                let capture = if capture.is_some() { Capture::Marked } else { Capture::Unmarked };
                let role = Some(role);
                let written = SanMove::Piece(PieceMove { role, file, rank, capture, to, promotion });
                let found = only_fitting(&position, San::new(written, None));
                assert_eq!(found, Some(legal), "{position:?}");
            }
        }
    }
}
