//! A position, without the type of its moves.

use std::fmt;

use shakmaty::Color;

use super::{CellSet, Diagram, Draw, Irreversible, PieceKind, PieceSymbol, Status};
use crate::message::PlyNumber;
use crate::syntax::Outcome;

/// A position under any rules: its pieces, whose turn it is, and whether the game is over. [`Rules`](super::Rules) adds
/// the moves.
///
/// The trait can be made into an object, so positions of different rules can have the same type: `&dyn AnyPosition`.
pub trait AnyPosition: fmt::Debug + Send + Sync + 'static {
    /// Returns the name of these rules for programs, such as `chess960`.
    fn name(&self) -> &'static str;

    /// Returns whether the rules are those of orthodox chess, from any starting position (so Chess960 is included).
    fn is_orthodox(&self) -> bool {
        false
    }

    /// Returns the number of the next ply: the move number and the side to move.
    fn ply_number(&self) -> PlyNumber;

    /// Returns the number of plies since the last capture or move of a pawn.
    ///
    /// The default is 0, for rules that do not count them. Repetitions are then not found.
    fn halfmove_clock(&self) -> u32 {
        0
    }

    /// Returns whether a draw that needs no claim ([`Draw::ends_game`]) decides the result of a recorded game. FIDE has
    /// such draws, too, but files of orthodox chess have many games that go on after one.
    ///
    /// The default is false.
    fn draws_end_games(&self) -> bool {
        false
    }

    /// Returns whether neither side has the pieces to win.
    fn has_insufficient_material(&self) -> bool {
        false
    }

    /// Returns the result if the game is over in this position, and `None` otherwise. It does not see repetitions,
    /// for which the positions before this one are needed.
    ///
    /// The default derives the result from the status, for games in which stalemate is not a draw:
    /// mate and stalemate have results of their own, and any other end is a draw. If
    /// [`AnyPosition::draws_end_games`] is true, a [`Draw`] that needs no claim also gives a draw.
    fn outcome(&self) -> Option<Outcome> {
        let side = self.ply_number().side;
        match self.status() {
            Status::Free | Status::Check if self.draws_end_games() => {
                Draw::by_itself(self).map(|_| Outcome::Draw)
            }
            Status::Free | Status::Check => None,
            Status::Checkmate => Some(side.fold_wb(Outcome::BlackWins, Outcome::WhiteWins)),
            Status::Stalemate => Some(side.fold_wb(Outcome::BlackStalemates, Outcome::WhiteStalemates)),
            Status::Over => Some(Outcome::Draw),
        }
    }

    /// Returns the status of the side to move: in check, mated, stalemated or none of these.
    fn status(&self) -> Status;

    /// Returns the mark that the notation writes after the move that led to this position: of check, of
    /// mate, or none.
    ///
    /// The default is that of SAN.
    fn check_mark(&self) -> &'static str {
        self.status().mark()
    }

    /// Appends the description of the position (FEN, TLPD) to `out`: fields separated by spaces, of
    /// which the last two are the halfmove clock and the move number.
    fn write_fen(&self, out: &mut Vec<u8>);

    /// Returns whether the special captures, such as en passant, that [`AnyPosition::write_fen`]
    /// describes in the fourth field are legal, if it describes any.
    fn special_captures_are_legal(&self) -> bool {
        true
    }

    /// Returns the key of the position. Positions that differ only in their halfmove clock and move number
    /// have the same key; others hardly ever do. Positions of different variants may have the same key.
    ///
    /// The default is the FNV-1a hash of the description without its last two fields.
    fn key(&self) -> u64 {
        let mut fen = Vec::new();
        self.write_fen(&mut fen);
        let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        fen[..counters_of(&fen)].iter().fold(0xcbf2_9ce4_8422_2325, add)
    }

    /// Returns the description of the position (FEN, TLPD).
    fn fen(&self) -> String {
        let mut fen = Vec::new();
        self.write_fen(&mut fen);
        String::from_utf8_lossy(&fen).into_owned()
    }

    /// Returns the description of the position in the letters that its game defines for the
    /// pieces.
    fn fen_in_letters_of_game(&self) -> String {
        self.fen()
    }

    /// Returns the diagram of the empty board.
    fn diagram(&self) -> &'static Diagram;

    /// Returns the name of a cell of the [`Diagram`], such as `e4`.
    fn cell_name(&self, cell: usize) -> String;

    /// Writes the letter of the piece on each cell of the [`Diagram`] to `cells`, which is
    /// indexed by cell number; 0 stands for an empty cell.
    fn write_pieces(&self, cells: &mut [u8]);

    /// Returns the letter of the piece on each cell of the [`Diagram`]; 0 stands for an empty cell.
    fn letters(&self) -> Vec<u8> {
        let mut letters = vec![0; self.diagram().cells()];
        self.write_pieces(&mut letters);
        letters
    }

    /// Returns the cells of the pieces of a kind and a side.
    ///
    /// The default finds them by the letters of the pieces.
    fn pieces(&self, kind: PieceKind, side: Color) -> CellSet {
        let (letter, letters) = (self.diagram().letter(kind, side), self.letters());
        (0..letters.len()).filter(|&cell| letter != 0 && letters[cell] == letter).collect()
    }

    /// Returns the cells with a piece.
    fn occupied(&self) -> CellSet {
        let of_kind = |kind| self.pieces(kind, Color::White) | self.pieces(kind, Color::Black);
        PieceKind::ALL.into_iter().map(of_kind).fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    /// Returns what later moves cannot undo, or `None` if they can undo anything, as where pieces are dropped.
    ///
    /// The default returns `None`.
    fn irreversible(&self) -> Option<Irreversible> {
        None
    }

    /// Returns the cells of the pieces of a side that attack a cell: those that could capture a piece of the
    /// other side there, pins and checks aside.
    ///
    /// The default finds none.
    fn attackers(&self, _cell: usize, _side: Color) -> CellSet {
        CellSet::EMPTY
    }

    /// Returns the cell of the king of the side to move if that king is in check.
    ///
    /// The default looks for the king among the pieces.
    fn king_in_check(&self) -> Option<usize> {
        let king = self.diagram().letter(PieceKind::King, self.ply_number().side);
        let is_check = matches!(self.status(), Status::Check | Status::Checkmate);
        self.letters().iter().position(|letter| *letter == king).filter(|_| is_check)
    }

    /// Returns the cells of the pawns of both sides that await promotion (C'escacs).
    fn awaiting_promotion(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the pieces that a side holds in hand, the strongest first, or `None` if these
    /// rules have no drops.
    fn in_hand(&self, _side: Color) -> Option<Vec<PieceSymbol>> {
        None
    }

    /// Returns how many checks a side has given, or `None` if these rules do not count them.
    fn checks_given(&self, _side: Color) -> Option<u32> {
        None
    }
}

/// Returns where the two counters of moves, and the space before them, begin in a description of a position.
pub(crate) fn counters_of(description: &[u8]) -> usize {
    memchr::memrchr_iter(b' ', description).nth(1).unwrap_or(description.len())
}
