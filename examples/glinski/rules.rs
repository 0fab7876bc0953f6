//! The rules: positions, their moves, and what joins both to the notation and the drawing.

use escaque::message::{Code, PlyNumber};
use escaque::rules::{
    BoardLint, Captured, Diagram, FenField, MoveEffect, MoveError, MoveFault, PlainFen, Promoted, Rules,
    SetupError, SetupFault, Start, Status,
};
use escaque::shakmaty::{Color, Piece, Role};
use escaque::syntax::{Game, Outcome};

use super::board::{DIAGRAM, HEXES, Hex, STEPS};
use super::notation::GlinskiMove;

/// The FEN of the initial position. Its eleven ranks go from the top down, each from left to
/// right as far as files have such a rank; there are no castling rights.
pub const INITIAL: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";

#[derive(Clone, Debug)]
pub struct Glinski {
    pub board: [Option<Piece>; HEXES],
    pub turn: Color,
    /// The hex that the last move passed over, if that was a pawn's double step.
    pub passed: Option<Hex>,
    /// What the last move captured, and where: en passant that is not where it went.
    pub captured: Option<(Role, Hex)>,
    pub halfmoves: u32,
    pub number: u32,
}

/// A move as it is played, for which the library wants a form in four bytes, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Hex,
    pub to: Hex,
    pub promotion: Option<Role>,
}

impl From<Move> for [u8; 4] {
    fn from(m: Move) -> [u8; 4] {
        [m.from.index() as u8, m.to.index() as u8, m.promotion.map_or(0, u8::from), 0]
    }
}

impl TryFrom<[u8; 4]> for Move {
    type Error = ();

    fn try_from([from, to, promotion, _]: [u8; 4]) -> Result<Move, ()> {
        let hex = |index: u8| Hex::all().nth(index.into()).ok_or(());
        Ok(Move { from: hex(from)?, to: hex(to)?, promotion: Role::try_from(promotion).ok() })
    }
}

impl Rules for Glinski {
    type Notation = GlinskiMove;
    type Move = Move;
    type FenWriter = PlainFen;

    fn name(&self) -> &'static str {
        "glinski"
    }

    fn set_up(game: &Game<'_, GlinskiMove>) -> Result<Start<Glinski>, SetupError> {
        if let Some(tag) = game.tag("Variant").filter(|tag| !tag.value.0.starts_with(b"Gli")) {
            let name = tag.value.unescape(game.encoding).into_owned();
            return Err(SetupError { fault: SetupFault::UnknownVariant { name }, span: tag.value_span });
        }
        let fen = game.tag_value("FEN").unwrap_or(INITIAL.into());
        let given = game.tag("FEN").map(|tag| tag.value_span);
        let error = |fault| SetupError { fault, span: given.unwrap_or_default() };
        Ok(Start { position: Glinski::from_fen(&fen).map_err(error)?, given, lints: Vec::new() })
    }

    fn resolve(&self, written: &GlinskiMove) -> Result<Move, MoveError> {
        let GlinskiMove { role, goes, is_capture } = *written;
        let (from, to) = (goes.from.to_string(), goes.to.to_string());
        let legal = self.legal_moves();
        let goes_there = |m: &Move| m.from == goes.from && m.to == goes.to;
        let fault = match self.piece_at(goes.from) {
            _ if legal.is_empty() && self.is_check(self.turn) => MoveFault::AfterMate,
            _ if legal.is_empty() => MoveFault::AfterStalemate,
            None => MoveFault::NothingThere { from },
            Some(piece) if piece.color != self.turn => MoveFault::NotYours { from },
            Some(piece) if piece.role != role => {
                MoveFault::OtherPieceThere { written: role.into(), found: piece.role.into(), from }
            }
            _ if legal.contains(&goes) && is_capture && self.after(goes).captured.is_none() => {
                MoveFault::NothingToCapture { to }
            }
            _ if legal.contains(&goes) => return Ok(goes),
            _ if legal.iter().any(goes_there) && goes.promotion.is_none() => MoveFault::PromotionMissing,
            _ if legal.iter().any(goes_there) => MoveFault::NotAPromotion,
            _ if !self.pseudo_legal_moves().iter().any(goes_there) => {
                MoveFault::NotItsWay { piece: role.into(), from, to }
            }
            _ if self.is_check(self.turn) => MoveFault::StaysInCheck,
            _ => MoveFault::ExposesKing,
        };
        let readings = legal.into_iter().filter(|m| m.from == goes.from).map(|m| self.to_san(m));
        Err(MoveError { fault, readings: readings.take(8).collect() })
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|m| !self.after(*m).is_check(self.turn));
        moves
    }

    fn play(&mut self, resolved: Move) {
        *self = self.after(resolved);
    }

    fn ply_number(&self) -> PlyNumber {
        PlyNumber { number: self.number, side: self.turn }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.status() {
            Status::Checkmate => Some(self.turn.fold_wb(Outcome::BlackWins, Outcome::WhiteWins)),
            Status::Stalemate => Some(self.turn.fold_wb(Outcome::BlackStalemates, Outcome::WhiteStalemates)),
            _ => None,
        }
    }

    fn status(&self) -> Status {
        match (self.is_check(self.turn), self.legal_moves().is_empty()) {
            (true, true) => Status::Checkmate,
            (true, false) => Status::Check,
            (false, true) => Status::Stalemate,
            (false, false) => Status::Free,
        }
    }

    fn lint(&self, written: &GlinskiMove, _resolved: Move, mut say: impl FnMut(BoardLint)) {
        if self.captured.is_some() && !written.is_capture {
            say(BoardLint::UnmarkedCapture);
        }
    }

    fn effect(&self, Move { from, to, promotion }: Move) -> MoveEffect {
        let moved = self.piece_at(to).filter(|_| promotion.is_none());
        MoveEffect::Normal {
            piece: moved.map_or(Role::Pawn, |piece| piece.role).into(),
            from: from.index(),
            to: to.index(),
            captured: self.captured.map(|(role, on)| Captured { piece: role.into(), on: on.index() }),
            promotion: promotion.map(|role| Promoted::Piece(role.into())),
            explodes: false,
        }
    }

    fn to_san(&self, resolved: Move) -> String {
        let Move { from, to, promotion } = resolved;
        let after = self.after(resolved);
        let letter = self.piece_at(from).map_or(' ', |piece| piece.role.upper_char());
        let sign = if after.captured.is_some() { 'x' } else { '-' };
        let promotion = promotion.map(|role| format!("={}", role.upper_char())).unwrap_or_default();
        let mark = match after.status() {
            Status::Check => "+",
            Status::Checkmate => "#",
            _ => "",
        };
        format!("{letter}{from}{sign}{to}{promotion}{mark}").trim_start_matches('P').to_owned()
    }

    fn to_uci(&self, Move { from, to, promotion }: Move) -> String {
        format!("{from}{to}{}", promotion.map(|role| role.char().to_string()).unwrap_or_default())
    }

    fn write_fen(&self, out: &mut Vec<u8>) {
        let passed = self.passed.map_or("-".to_owned(), |hex| hex.to_string());
        let (ranks, side) = (write_board(&self.board), self.turn.char());
        out.extend(format!("{ranks} {side} - {passed} {} {}", self.halfmoves, self.number).bytes());
    }

    fn diagram() -> &'static Diagram {
        &DIAGRAM
    }

    fn cell_name(cell: usize) -> String {
        Hex::all().nth(cell).map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn write_pieces(&self, cells: &mut [u8]) {
        for (cell, piece) in cells.iter_mut().zip(self.board) {
            *cell = piece.map_or(0, |piece| piece.char() as u8);
        }
    }
}

impl Glinski {
    pub fn piece_at(&self, hex: Hex) -> Option<Piece> {
        self.board[hex.index()]
    }

    /// Tells whether a side's king is attacked: by a piece that it could capture if it were one.
    pub fn is_check(&self, side: Color) -> bool {
        let king = Hex::all().find(|hex| self.piece_at(*hex) == Some(Role::King.of(side)));
        let reached = |role| king.map_or(Vec::new(), |king| self.destinations(king, role, side));
        let is_enemy = |hex, role: Role| self.piece_at(hex) == Some(role.of(!side));
        Role::ALL.into_iter().any(|role| reached(role).into_iter().any(|hex| is_enemy(hex, role)))
    }

    /// Lists the moves that are legal but for check.
    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let own = |piece: Option<Piece>| piece.filter(|piece| piece.color == self.turn);
        for (from, piece) in Hex::all().zip(self.board).filter_map(|(hex, piece)| Some((hex, own(piece)?))) {
            for to in self.destinations(from, piece.role, self.turn) {
                // a pawn that can step no further becomes another piece
                let is_last = piece.role == Role::Pawn && to.step((0, self.turn.fold_wb(2, -2))).is_none();
                let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
                let promotions = if is_last { &pieces[..] } else { &[None] };
                moves.extend(promotions.iter().map(|&promotion| Move { from, to, promotion }));
            }
        }
        moves
    }

    /// Lists where a piece can go, but for check.
    fn destinations(&self, from: Hex, role: Role, side: Color) -> Vec<Hex> {
        let (steps, most) = match role {
            Role::Pawn => return self.pawn_destinations(from, side),
            Role::Knight => (STEPS[2..].as_flattened(), 1),
            Role::Bishop => (&STEPS[1][..], HEXES),
            Role::Rook => (&STEPS[0][..], HEXES),
            Role::Queen => (STEPS[..2].as_flattened(), HEXES),
            Role::King => (STEPS[..2].as_flattened(), 1),
        };
        let mut found = Vec::new();
        for step in steps {
            for to in std::iter::successors(from.step(*step), |hex| hex.step(*step)).take(most) {
                let there = self.piece_at(to);
                found.extend(Some(to).filter(|_| there.is_none_or(|piece| piece.color != side)));
                if there.is_some() {
                    break;
                }
            }
        }
        found
    }

    fn pawn_destinations(&self, from: Hex, side: Color) -> Vec<Hex> {
        let ahead = side.fold_wb(2, -2);
        let next = |hex: Hex| hex.step((0, ahead)).filter(|to| self.piece_at(*to).is_none());
        let double = next(from).filter(|_| from.is_pawn_start(side)).and_then(next);
        let is_enemy = |to: &Hex| self.piece_at(*to).is_some_and(|piece| piece.color != side);
        let captures = [-1, 1]
            .map(|file| from.step((file, ahead / 2)).filter(|to| is_enemy(to) || self.passed == Some(*to)));
        [next(from), double].into_iter().chain(captures).flatten().collect()
    }

    /// Returns the position behind a move.
    pub fn after(&self, Move { from, to, promotion }: Move) -> Glinski {
        let mut board = self.board;
        let moved = board[from.index()].take();
        let is_pawn = moved.is_some_and(|piece| piece.role == Role::Pawn);
        let [next, behind] = [(from, 2), (to, -2)].map(|(hex, up)| hex.step((0, self.turn.fold_wb(up, -up))));
        let on = behind.filter(|_| is_pawn && self.passed == Some(to)).unwrap_or(to);
        let captured = board[on.index()].take().map(|piece| (piece.role, on));
        board[to.index()] = promotion.map(|role| role.of(self.turn)).or(moved);
        Glinski {
            board,
            turn: !self.turn,
            // a double step is one of which the middle is next to both ends
            passed: next.filter(|_| is_pawn && next == behind),
            captured,
            halfmoves: if is_pawn || captured.is_some() { 0 } else { self.halfmoves.saturating_add(1) },
            number: self.number.saturating_add(u32::from(self.turn.is_black())),
        }
    }

    /// Reads a FEN, unless it gives a position from which no game can go on.
    pub fn from_fen(fen: &str) -> Result<Glinski, SetupFault> {
        let bad = SetupFault::BadFen;
        let fields: Vec<_> = fen.split_ascii_whitespace().collect();
        let [ranks, side, castling, passed, halfmoves, number] = fields[..] else {
            return Err(bad(FenField::Whole));
        };
        let message = "this FEN cannot be read: its pieces are not eleven ranks of 91 hexes in all";
        let position = Glinski {
            board: read_board(ranks).ok_or(SetupFault::Other { code: Code::FenBoard, message })?,
            turn: side.parse().ok().and_then(Color::from_char).ok_or(bad(FenField::Side))?,
            passed: Hex::from_name(passed),
            captured: None,
            halfmoves: halfmoves.parse().map_err(|_| bad(FenField::HalfmoveClock))?,
            number: number.parse().map_err(|_| bad(FenField::MoveNumber))?,
        };
        let has_king = |side: &Color| position.board.contains(&Some(Role::King.of(*side)));
        match position.passed {
            None if passed != "-" => Err(bad(FenField::EnPassant)),
            _ if castling != "-" => Err(bad(FenField::Castling)),
            _ if !Color::ALL.iter().all(has_king) => Err(SetupFault::NoKing),
            _ if position.is_check(!position.turn) => Err(SetupFault::KingLeftInCheck),
            _ => Ok(position),
        }
    }
}

fn write_board(board: &[Option<Piece>; HEXES]) -> String {
    let rank = |rank| {
        let hexes = Hex::all().filter(|hex| hex.rank() == rank);
        let letters: String = hexes.map(|hex| board[hex.index()].map_or(' ', Piece::char)).collect();
        // longer gaps first, of which the shorter ones are parts
        (1..=11).rev().fold(letters, |text, gap| text.replace(&" ".repeat(gap), &gap.to_string()))
    };
    (1..=11).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Reads what [`write_board`] writes, and nothing else.
fn read_board(ranks: &str) -> Option<[Option<Piece>; HEXES]> {
    let fill = |text: String, gap: usize| text.replace(&gap.to_string(), &" ".repeat(gap));
    let letters = (1..=11).rev().fold(ranks.replace('/', ""), fill);
    let mut board = [None; HEXES];
    let of_rank = |rank| Hex::all().filter(move |hex| hex.rank() == rank);
    for (hex, letter) in (1..=11).rev().flat_map(of_rank).zip(letters.chars()) {
        board[hex.index()] = Piece::from_char(letter);
    }
    (write_board(&board) == ranks).then_some(board)
}
