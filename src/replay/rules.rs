//! What a kind of chess must know to be replayed and shown.

use std::fmt;

use shakmaty::Color;
use thiserror::Error;

use super::{Change, Deed, Illegal, MoveError, ReplayError, SetupError, Standing};
use crate::ast::{Game, Notation, Outcome, Place};
use crate::codes::Code;
use crate::diagram::{Diagram, Man};
use crate::export::ExportForm;
use crate::lang::{ENGLISH, Explain, Language};
use crate::source::Span;
use crate::square::Placement;
use crate::validate::FormRules;
use crate::validate::reduced::ReducedForm;

/// A position under rules that can resolve, play and show.
///
/// Everything that differs between kinds of chess is behind this trait; what
/// walks games and draws boards is written once.
pub trait Rules: Clone + fmt::Debug + 'static {
    /// A move as the notation writes it.
    type Written: Notation + FormRules + ReducedForm + ExportForm;

    /// A move as it is played.
    type Move: Copy + fmt::Debug;

    /// The name of the notation of [`Rules::code`].
    const CODE: &'static str;

    /// Returns the name by which programs know these rules.
    fn name(&self) -> &'static str;

    /// Sets up the position that a game starts from, by its tags.
    ///
    /// # Errors
    ///
    /// [`SetupError`] when the tags name a kind of chess that these rules are
    /// not, or a position that cannot be.
    fn set_up(game: &Game<'_, Self::Written>) -> Result<Start<Self>, SetupError>;

    /// Tells whether a game starts as it would without its tags. `false` says nothing.
    fn starts_as_without_tags(_game: &Game<'_, Self::Written>) -> bool {
        false
    }

    /// Finds the legal move that was meant.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when there is none or more than one.
    fn resolve(&self, written: &Self::Written) -> Result<Self::Move, MoveError>;

    /// Makes of what is written a move that can be played though it is not legal,
    /// if origin and destination are written and an own piece is on the origin.
    fn insist(&self, written: &Self::Written) -> Option<Self::Move>;

    /// Plays a move that [`Rules::resolve`] or [`Rules::insist`] returned for this position.
    fn play(&mut self, resolved: Self::Move);

    /// Packs a move, to keep it.
    fn pack(resolved: Self::Move) -> [u8; 4];

    /// Unpacks a move that [`Rules::pack`] packed under the same rules.
    fn unpack(packed: [u8; 4]) -> Option<Self::Move>;

    /// Returns the move number and the side to move.
    fn place(&self) -> Place;

    /// Says where a legal move, which led to this position, is written otherwise than the
    /// board shows.
    fn remark_on(&self, written: &Self::Written, resolved: Self::Move, say: impl FnMut(Remark));

    /// Returns the result of a position in which the game is over by itself.
    fn outcome(&self) -> Option<Outcome>;

    /// Tells whether the side to move is in check, mated or stalemated.
    fn standing(&self) -> Standing;

    /// Takes a legal move of a side apart.
    fn deed(resolved: Self::Move, side: Color) -> Deed;

    /// Writes a legal move as the notation prescribes.
    fn notate(&self, resolved: Self::Move) -> String;

    /// Writes a move for a program, with all that tells where it goes and nothing else.
    fn code(&self, resolved: Self::Move) -> String;

    /// Writes the main line of a game for a reader that knows the least of the
    /// notation, what `--syntax reduced` holds a file to. Illegal moves that are
    /// to be played are written as well.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] when that form cannot say it.
    fn minimal(game: &Game<'_, Self::Written>, illegal: Illegal) -> Result<String, Unwritable>;

    /// Appends the position in the notation's own description (FEN). `played` is the move
    /// that led here from the position that was written last with the same `placement`,
    /// if one did.
    fn write_fen(&self, played: Option<Self::Move>, placement: &mut Placement, out: &mut Vec<u8>);

    /// Returns the position in the notation's own description (FEN).
    fn fen(&self) -> String {
        let mut fen = Vec::new();
        self.write_fen(None, &mut Placement::default(), &mut fen);
        String::from_utf8_lossy(&fen).into_owned()
    }

    /// Appends the position as a tag of its game gives it, which may use letters of
    /// its own.
    fn write_setup(&self, out: &mut Vec<u8>) {
        self.write_fen(None, &mut Placement::default(), out);
    }

    /// Returns the drawing of the empty board.
    fn diagram() -> &'static Diagram;

    /// Returns the name of a cell of the [`Diagram`].
    fn cell_name(cell: usize) -> String;

    /// Writes for each cell of the [`Diagram`], by its number, the letter of the man
    /// that stands there, or 0 where none does.
    fn write_men(&self, cells: &mut [u8]);

    /// Tells what a legal move, which led to this position, changed of what
    /// [`Rules::write_men`] writes, if it is as simple as most are. `None` says nothing.
    fn change(&self, _played: Self::Move) -> Option<Change> {
        None
    }

    /// Returns the cell of the [`Diagram`] where the king of the side to move stands in check.
    fn king_in_check(&self) -> Option<usize>;

    /// Returns what a side holds beside the board, in kinds of chess where it
    /// may bring pieces back.
    fn in_hand(&self, _side: Color) -> Option<Vec<Man>> {
        None
    }
}

/// The error of a game that a minimal form cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The form has no place for a starting position.
    #[error("{}", ENGLISH.no_place_for_position)]
    StartingPosition,
    /// The form is for orthodox chess.
    #[error("{}", ENGLISH.no_place_for_variant)]
    Variant,
    /// The form has no null moves.
    #[error("{}", ENGLISH.no_place_for_null_move)]
    NullMove,
    /// The starting position cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error(transparent)]
    Replay(#[from] Box<ReplayError>),
}

/// The position that a game starts from.
#[derive(Clone, Debug)]
pub struct Start<R> {
    /// The position.
    pub position: R,
    /// The value of the tag that gives it, if it is not that of every game.
    pub given: Option<Span>,
    /// What had to be bent of that value.
    pub remarks: Vec<Remark>,
}

/// Something that is not as it should be and yet has one sensible reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// `+` or `#` behind a move that gives no check.
    NoCheck,
    /// `#` behind a move that does not mate.
    NoMate,
    /// A capture without `x`.
    UnmarkedCapture,
    /// `+^` behind a move that gives check otherwise than by a knight's jump.
    NoJumpCheck,
    /// `++` behind a move that gives check with one piece.
    NoDoubleCheck,
    /// No mark behind a move that gives check, in a notation that demands it.
    CheckNotMarked,
    /// Another mark than `#` behind a move that mates.
    MateNotMarked,
    /// `x` for a capture, which the notation forbids.
    LetterX,
    /// `@@` for a capture elsewhere than two steps behind the pawn, or `@` there.
    OtherPassedHex,
    /// `e.p.` behind a move that is no capture en passant.
    NotEnPassant,
    /// Castling rights in a FEN that only Chess960 has, in a game of another name.
    CastlingOfChess960,
    /// Castling rights in a FEN that cannot be.
    CastlingRightsDropped,
    /// A FEN of fewer than six fields.
    FenFieldsMissing,
    /// An en passant square in a FEN that no pawn can have passed.
    EnPassantDropped,
}

impl Explain for Remark {
    fn code(&self) -> Code {
        match self {
            Remark::NoCheck => Code::NoCheck,
            Remark::NoMate => Code::NoMate,
            Remark::UnmarkedCapture => Code::UnmarkedCapture,
            Remark::NoJumpCheck => Code::NoJumpCheck,
            Remark::NoDoubleCheck => Code::NoDoubleCheck,
            Remark::CheckNotMarked => Code::CheckNotMarked,
            Remark::MateNotMarked => Code::MateNotMarked,
            Remark::LetterX => Code::LetterX,
            Remark::OtherPassedHex => Code::OtherPassedHex,
            Remark::CastlingRightsDropped => Code::CastlingRightsDropped,
            Remark::FenFieldsMissing => Code::FenFieldsMissing,
            Remark::EnPassantDropped => Code::EnPassantDropped,
            Remark::NotEnPassant => Code::NotEnPassant,
            Remark::CastlingOfChess960 => Code::CastlingOfChess960,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            Remark::NoCheck => language.no_check,
            Remark::NoMate => language.no_mate,
            Remark::UnmarkedCapture => language.unmarked_capture,
            Remark::NoJumpCheck => language.no_jump_check,
            Remark::NoDoubleCheck => language.no_double_check,
            Remark::CheckNotMarked => language.check_not_marked,
            Remark::MateNotMarked => language.mate_not_marked,
            Remark::LetterX => language.letter_x,
            Remark::OtherPassedHex => language.other_passed_hex,
            Remark::NotEnPassant => language.not_en_passant,
            Remark::CastlingOfChess960 => language.castling_of_chess960,
            Remark::CastlingRightsDropped => language.castling_rights_dropped,
            Remark::FenFieldsMissing => language.fen_fields_missing,
            Remark::EnPassantDropped => language.en_passant_dropped,
        }
        .to_owned()
    }
}
