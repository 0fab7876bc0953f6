//! Chess on 64 squares, orthodox and in variants: the [`Rules`] of PGN games.
//!
//! The rules themselves are those of shakmaty; this folder connects them to the notation
//! and to the diagram.

mod board;
mod diagnose;
mod diagram;
mod effect;
mod fen;
mod forced;
mod packed;
mod resolve;
mod san;
mod setup;

pub use shakmaty::Chess;
use shakmaty::uci::UciMove;
use shakmaty::variant::Variant;
pub use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, ByColor, CastlingMode, Color, EnPassantMode, File, KnownOutcome, Move, Rank, RemainingChecks,
    Role, Square,
};

use diagnose::lost_right;
use resolve::castling_written;

use super::{
    AnyPosition, BoardLint, CastlingFault, CellSet, Diagram, Irreversible, MoveEffect, MoveError, MoveFault,
    PieceKind, PieceSymbol, Rules, SetupError, Spelling, Start, Status,
};
use crate::message::PlyNumber;
use crate::notation;
use crate::notation::pgn::{CheckMark, San, SanMove};
use crate::syntax::{Game, Outcome};

pub use fen::SquareFen;
pub use forced::ForcedMove;
pub use setup::SquarePosition;

/// A move as played, or a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Move(Move),
    /// An illegal move that is played all the same.
    Forced(ForcedMove),
    /// A null move, which occurs in analyses: the side passes.
    Pass,
}

impl Action {
    #[inline(always)]
    fn as_move(self) -> Option<Move> {
        match self {
            Action::Move(played) => Some(played),
            Action::Forced(forced) => Some(forced.as_move()),
            Action::Pass => None,
        }
    }
}

impl<P: SquarePosition> Rules for P {
    type Notation = San;
    type Move = Action;
    type FenWriter = SquareFen;

    fn set_up(game: &Game<'_, San>) -> Result<Start<P>, SetupError> {
        setup::set_up(game)
    }

    // a move that is found at once is returned in registers; with an error in the type it would be
    // returned in memory
    #[inline(always)]
    fn resolve(&self, written: &San) -> Result<Action, MoveError> {
        match self.resolve_at_once(*written) {
            Some(only) => Ok(Action::Move(only)),
            None => resolve_by_list(self, &written.action()),
        }
    }

    fn explain(&self, written: &San, error: MoveError, history: impl Iterator<Item = P>) -> MoveError {
        let fault = match error.fault {
            MoveFault::Castling(CastlingFault::NoRight) => {
                let Some(side) = castling_written(self, &written.action()) else { return error };
                MoveFault::Castling(lost_right(self.turn(), side, history))
            }
            MoveFault::LateEnPassant { to } => diagnose::en_passant(to, self.turn(), history),
            _ => return error,
        };
        MoveError { fault, ..error }
    }

    fn spelling(&self, written: &San) -> Option<Spelling> {
        Some(san::of_written(*written))
    }

    fn spellings(&self, resolved: Action) -> Vec<String> {
        match resolved {
            Action::Move(resolved) => san::spellings(self, resolved),
            Action::Forced(_) | Action::Pass => Vec::new(),
        }
    }

    fn legal_moves(&self) -> Vec<Action> {
        let legal = shakmaty::Position::legal_moves(self).into_iter();
        legal.filter(|legal| !forced::is_captured_king(self, legal.to())).map(Action::Move).collect()
    }

    // moves are seldom illegal, so this code is kept away from that of the others
    #[inline(never)]
    fn resolve_forced(&self, written: &San) -> Option<Action> {
        let action = written.action();
        let in_full = action.piece().and_then(|piece| forced::resolve(self, piece));
        in_full.or_else(|| forced::exposing(self, &action))
    }

    fn play(&mut self, resolved: Action) {
        match resolved {
            Action::Move(resolved) => self.play_unchecked(resolved),
            Action::Forced(_) | Action::Pass => play_rare(self, resolved),
        }
    }

    fn lint(&self, written: &San, resolved: Action, mut report: impl FnMut(BoardLint)) {
        if let (Some(piece), Action::Move(resolved)) = (written.action().piece(), resolved) {
            // coordinates such as `f6e4` mark no capture
            let is_coordinates = piece.role.is_none() && piece.rank.is_some();
            if resolved.is_capture() && !piece.capture.is_marked() && !is_coordinates {
                report(BoardLint::UnmarkedCapture);
            }
            if piece.capture.is_en_passant() && !resolved.is_en_passant() {
                report(BoardLint::NotEnPassant);
            }
        }
        match written.mark() {
            None => {}
            // `#` also marks the end that a variant has of its own
            Some(CheckMark::Mate) if is_won(self) => {}
            Some(_) if !self.in_check() => report(BoardLint::NoCheck),
            Some(CheckMark::Mate) => report(BoardLint::NoMate),
            Some(CheckMark::Check) => {}
        }
    }

    #[inline(always)]
    fn effect(&self, resolved: Action) -> MoveEffect {
        effect::effect(resolved, !self.turn(), self.kind() == Variant::Atomic)
    }

    fn write_san(&self, resolved: Action, after: &P, out: &mut String) {
        match resolved {
            Action::Move(resolved) => san::write(self, resolved, after, out),
            Action::Forced(forced) => san::write_in_full(forced.as_move(), after, out),
            Action::Pass => shakmaty::san::San::Null.append_to_string(out),
        }
    }

    fn is_forced(played: Action) -> bool {
        matches!(played, Action::Forced(_))
    }

    fn write_uci(&self, resolved: Action, out: &mut String) {
        let uci = resolved.as_move().map(|played| played.to_uci(self.castles().mode()));
        uci.unwrap_or(UciMove::Null).append_to_string(out);
    }

    /// Returns the Zobrist key of Polyglot's books, with what shakmaty adds to it for variants. Unlike in
    /// Polyglot's, a capture en passant counts only if it is legal.
    fn key_after(&self, key: u64, resolved: Action, after: &P) -> u64 {
        let changed = match resolved {
            Action::Move(played) => self.update_zobrist_hash(Zobrist64(key), played, EnPassantMode::Legal),
            Action::Forced(_) | Action::Pass => None,
        };
        changed.map_or_else(|| after.key(), |Zobrist64(key)| key)
    }
}

impl<P: SquarePosition> AnyPosition for P {
    fn name(&self) -> &'static str {
        let is_chess = self.kind() == Variant::Chess;
        let mode = if is_chess { self.castles().mode() } else { CastlingMode::Standard };
        let is_it = |variant: &notation::Variant| variant.kind() == Some((self.kind(), mode));
        // the tags of a game decide what chess without a variant is
        notation::Variant::ALL.into_iter().find(is_it).unwrap_or(notation::Variant::Chess).name()
    }

    fn is_orthodox(&self) -> bool {
        self.kind() == Variant::Chess
    }

    fn ply_number(&self) -> PlyNumber {
        PlyNumber { number: self.fullmoves().get(), side: self.turn() }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = |winner: Color| winner.fold_wb(Outcome::WhiteWins, Outcome::BlackWins);
        match self.variant_outcome().known() {
            Some(KnownOutcome::Decisive { winner: side }) => Some(winner(side)),
            Some(KnownOutcome::Draw) => Some(Outcome::Draw),
            // nearly always the king can step aside, which is seen without a list of moves
            None if self.has_move_for_sure() => None,
            None if self.is_checkmate() => Some(winner(!self.turn())),
            None => self.is_stalemate().then_some(Outcome::Draw),
        }
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmoves()
    }

    fn has_insufficient_material(&self) -> bool {
        self.is_insufficient_material()
    }

    fn status(&self) -> Status {
        match AnyPosition::outcome(self) {
            Some(_) if self.variant_outcome().is_known() => Status::Over,
            outcome => Status::new(self.in_check(), outcome.is_some()),
        }
    }

    fn write_fen(&self, out: &mut Vec<u8>) {
        fen::write(self, None, &mut SquareFen::default(), out);
    }

    fn key(&self) -> u64 {
        self.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    fn diagram(&self) -> &'static Diagram {
        &diagram::BOARD
    }

    fn cell_name(&self, cell: usize) -> String {
        Square::try_from(cell).map(|square| square.to_string()).unwrap_or_default()
    }

    fn write_pieces(&self, cells: &mut [u8]) {
        let ranks = cells.chunks_exact_mut(File::ALL.len());
        for (rank, letters) in ranks.zip(board::letters(self.board(), diagram::IN_LOWER_CASE)) {
            rank.copy_from_slice(&letters.to_le_bytes());
        }
    }

    fn pieces(&self, kind: PieceKind, side: Color) -> CellSet {
        let pieces = Role::try_from(kind).map(|role| self.board().by_piece(role.of(side)));
        cells(pieces.unwrap_or_default())
    }

    fn occupied(&self) -> CellSet {
        cells(self.board().occupied())
    }

    /// Returns `None` for Crazyhouse, where pieces are dropped, and for Horde, where pawns come to the second
    /// rank from the first.
    fn irreversible(&self) -> Option<Irreversible> {
        const SECOND_RANKS: ByColor<Bitboard> =
            ByColor { white: Bitboard::from_rank(Rank::Second), black: Bitboard::from_rank(Rank::Seventh) };
        if matches!(self.kind(), Variant::Crazyhouse | Variant::Horde) {
            return None;
        }
        let board = self.board();
        let pieces = ByColor { white: board.white(), black: board.black() };
        let unmoved = (board.white() & SECOND_RANKS.white) | (board.black() & SECOND_RANKS.black);
        Some(Irreversible {
            pieces: pieces.map(|pieces| pieces.count() as u32),
            unmoved_pawns: cells(board.pawns() & unmoved),
        })
    }

    fn attackers(&self, cell: usize, side: Color) -> CellSet {
        let board = self.board();
        let attackers = |square| cells(board.attacks_to(square, side, board.occupied()));
        Square::try_from(cell).map_or(CellSet::EMPTY, attackers)
    }

    fn king_in_check(&self) -> Option<usize> {
        self.board().king_of(self.turn()).filter(|_| self.in_check()).map(usize::from)
    }

    /// Returns the pocket of Crazyhouse, from the queen to the pawns.
    fn in_hand(&self, side: Color) -> Option<Vec<PieceSymbol>> {
        let pocket = self.pockets()?.get(side);
        let of_role = |role: Role| (0..*pocket.get(role)).map(move |_| diagram::symbol(role.of(side)));
        Some(Role::ALL.into_iter().rev().flat_map(of_role).collect())
    }

    /// Returns the number of checks given in Three-check.
    fn checks_given(&self, side: Color) -> Option<u32> {
        let remaining = u32::from(*self.remaining_checks()?.get(side));
        Some(u32::from(RemainingChecks::default()).saturating_sub(remaining))
    }
}

fn cells(squares: Bitboard) -> CellSet {
    CellSet::from_bits([squares.0, 0, 0])
}

/// Resolves a move with the list of legal moves.
///
/// The function is not inlined, so that the list takes no room in the stack frame of the
/// caller, which resolves nearly all moves without it.
#[inline(never)]
fn resolve_by_list(position: &impl SquarePosition, written: &SanMove) -> Result<Action, MoveError> {
    if *written == SanMove::Null && effect::passed(position).is_some() {
        return Ok(Action::Pass);
    }
    let mut fitting = resolve::fitting(position, written);
    // lenient reading may have played an illegal move that left the king there
    fitting.retain(|legal| !forced::is_captured_king(position, legal.to()));
    match fitting.as_slice() {
        [only] => Ok(Action::Move(*only)),
        several => Err(MoveError::new(diagnose::move_fault(position, written, several))),
    }
}

/// Plays rare moves. The function is not inlined, so that the caller stays small.
#[cold]
#[inline(never)]
fn play_rare<P: SquarePosition>(position: &mut P, resolved: Action) {
    match resolved {
        Action::Move(resolved) => position.play_unchecked(resolved),
        Action::Forced(forced) => position.play_unchecked(forced.as_move()),
        Action::Pass => {
            if let Some(passed) = effect::passed(position) {
                *position = passed;
            }
        }
    }
}

/// Returns whether a side has won, by mate or by a rule of the variant.
fn is_won(position: &impl Rules) -> bool {
    matches!(position.outcome(), Some(Outcome::WhiteWins | Outcome::BlackWins))
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::san::SanPlus;

    use super::*;
    use crate::rules::{FenWriter, PlainMove};

    /// Plays random moves, and compares positions and moves as written with shakmaty's.
    fn compare_along_a_game<P: SquarePosition>(mut position: P, seed: &mut u64) {
        let (mut writer, mut played, mut pieces) = (SquareFen::default(), None, [0; 64]);
        for _ in 0..200 {
            let expected = Fen::from_position(&position, EnPassantMode::Legal).to_string();
            let mut fen = Vec::new();
            writer.write(&position, played.as_ref(), &mut fen);
            assert_eq!([String::from_utf8(fen).unwrap(), position.fen()], [expected.clone(), expected]);
            compare_pieces(&position, played, &mut pieces);
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_variant_end() {
                return;
            }
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = moves[(*seed >> 33) as usize % moves.len()];
            let san = SanPlus::from_move(position.clone(), chosen).to_string();
            assert_eq!(position.to_san(Action::Move(chosen)), san, "{}", position.fen());
            position.play_unchecked(chosen);
            played = Some(Action::Move(chosen));
        }
    }

    /// Updates the letters of the pieces by the effect of a move, and compares them with
    /// those of the whole position.
    fn compare_pieces<P: SquarePosition>(position: &P, played: Option<Action>, pieces: &mut [u8; 64]) {
        let mut all = [0; 64];
        position.write_pieces(&mut all);
        match played.and_then(|played| position.effect(played).plain()) {
            Some(PlainMove { from, to, piece }) => {
                pieces[from] = 0;
                pieces[to] = position.diagram().letter(piece, !position.turn());
            }
            None => *pieces = all,
        }
        assert_eq!(*pieces, all, "{}", position.fen());
    }

    #[test]
    fn positions_and_moves_are_written_as_by_shakmaty() {
        let mut seed = 5;
        for _ in 0..50 {
            compare_along_a_game(Chess::default(), &mut seed);
            for variant in Variant::ALL {
                compare_along_a_game(VariantPosition::new(variant), &mut seed);
            }
        }
    }
}
