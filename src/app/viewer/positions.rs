//! A position as the screen shows it.

use shakmaty::Color;

use crate::library::{Game, NodeId};
use crate::rules::{Diagram, PieceSymbol};

/// A position as it is shown.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The drawing of the empty board.
    pub diagram: &'static Diagram,
    /// What stands on each of its cells.
    pub pieces: Vec<Option<PieceSymbol>>,
    /// The cells that the last move changed.
    pub changed: Vec<usize>,
    /// Where a king stands in check.
    pub check: Option<usize>,
    /// What White and Black hold beside the board, if they may.
    pub hands: Option<[Vec<PieceSymbol>; 2]>,
    /// The side to move.
    pub turn: Color,
    /// The position in the notation's own description.
    pub fen: String,
}

impl BoardView {
    /// Shows the position after a move of a game, or that of the start.
    #[must_use]
    pub fn of(game: &Game, id: NodeId) -> Option<BoardView> {
        let position = game.position(id)?;
        let pieces = position.cells();
        let before = game.get(id).map(|played| played.position_before().cells());
        let is_changed = |&cell: &usize| before.as_ref().is_some_and(|before| before[cell] != pieces[cell]);
        let hands = position.in_hand(Color::White).zip(position.in_hand(Color::Black));
        Some(BoardView {
            diagram: position.diagram(),
            changed: (0..pieces.len()).filter(is_changed).collect(),
            pieces,
            check: position.king_in_check(),
            hands: hands.map(<[_; 2]>::from),
            turn: position.turn(),
            fen: position.fen(),
        })
    }
}
