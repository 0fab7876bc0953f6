//! The rules: positions and moves, and their link to the notation and the drawing.

use escaque::message::{Code, PlyNumber};
use escaque::rules::{AnyPosition, BoardLint, Captured, Diagram, FenField, MoveEffect, MoveError};
use escaque::rules::{MoveFault, PlainFen, Promoted, Rules, SetupError, SetupFault, Start, Status};
use escaque::shakmaty::{Color, Piece, Role};
use escaque::syntax::Game;

use super::board::{DIAGRAM, HEXES, Hex, STEPS};
use super::notation::GlinskiMove;

/// The FEN of the initial position: eleven ranks, from the top down and from left to right.
pub const INITIAL: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - - 0 1";

#[derive(Clone, Debug)]
pub struct Glinski {
    pub board: [Option<Piece>; HEXES],
    pub turn: Color,
    /// The hex that a pawn passed over in the last move, if that was a double step.
    pub en_passant: Option<Hex>,
    /// The piece that the last move captured, and its hex, which en passant is not the destination.
    pub captured: Option<Captured>,
    pub halfmoves: u32,
    pub number: u32,
}

/// A move on the board. The library also requires a form of it in four bytes.
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

    fn set_up(game: &Game<'_, GlinskiMove>) -> Result<Start<Glinski>, SetupError> {
        if let Some(tag) = game.tag("Variant").filter(|tag| !tag.value.0.starts_with(b"Gli")) {
            let name = tag.value.unescape().into_owned();
            return Err(SetupError { fault: SetupFault::UnknownVariant { name }, span: tag.value_span });
        }
        Start::from_fen(game, INITIAL, Glinski::from_fen)
    }

    fn resolve(&self, written: &GlinskiMove) -> Result<Move, MoveError> {
        let GlinskiMove { role, coordinates: wanted, is_capture } = *written;
        let (from, to) = (wanted.from.to_string(), wanted.to.to_string());
        let legal = self.legal_moves();
        let has_same_hexes = |m: &Move| m.from == wanted.from && m.to == wanted.to;
        let is_capture_right = !is_capture || self.after(wanted).captured.is_some();
        let fault = match self.piece_at(wanted.from) {
            _ if self.status() == Status::Checkmate => MoveFault::AfterMate,
            None => MoveFault::NothingThere { from },
            Some(piece) if piece.color != self.turn => MoveFault::NotYours { from },
            Some(piece) if piece.role != role => {
                MoveFault::OtherPieceThere { written: role.into(), found: piece.role.into(), from }
            }
            _ if legal.contains(&wanted) && is_capture_right => return Ok(wanted),
            _ if legal.contains(&wanted) => MoveFault::NothingToCapture { to },
            _ if legal.iter().any(has_same_hexes) && wanted.promotion.is_none() => {
                MoveFault::PromotionMissing
            }
            _ if legal.iter().any(has_same_hexes) => MoveFault::NotAPromotion,
            _ if self.pseudo_legal_moves(self.turn).iter().any(has_same_hexes) => MoveFault::ExposesKing,
            _ => MoveFault::NotItsWay { piece: role.into(), from, to },
        };
        let readings = legal.into_iter().filter(|m| m.from == wanted.from).map(|m| self.to_san(m));
        Err(MoveError { readings: readings.take(8).collect(), ..MoveError::new(fault) })
    }

    fn legal_moves(&self) -> Vec<Move> {
        let is_legal = |m: &Move| !self.after(*m).is_check(self.turn);
        self.pseudo_legal_moves(self.turn).into_iter().filter(is_legal).collect()
    }

    fn play(&mut self, resolved: Move) {
        *self = self.after(resolved);
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
            captured: self.captured,
            promotion: promotion.map(|role| Promoted::Piece(role.into())),
            explodes: false,
        }
    }

    fn write_san(&self, Move { from, to, promotion }: Move, after: &Glinski, out: &mut String) {
        let letter = self.piece_at(from).map(|piece| piece.role.upper_char());
        let sign = if after.captured.is_some() { 'x' } else { '-' };
        let promotion = promotion.map(|role| format!("={}", role.upper_char())).unwrap_or_default();
        let mark = after.status().mark();
        out.extend(letter.filter(|letter| *letter != 'P'));
        out.push_str(&format!("{from}{sign}{to}{promotion}{mark}"));
    }

    fn write_uci(&self, Move { from, to, promotion }: Move, out: &mut String) {
        out.push_str(&format!("{from}{to}"));
        out.extend(promotion.map(Role::char));
    }
}

impl AnyPosition for Glinski {
    fn name(&self) -> &'static str {
        "glinski"
    }

    fn ply_number(&self) -> PlyNumber {
        PlyNumber { number: self.number, side: self.turn }
    }

    fn status(&self) -> Status {
        Status::new(self.is_check(self.turn), self.legal_moves().is_empty())
    }

    fn write_fen(&self, out: &mut Vec<u8>) {
        let en_passant = self.en_passant.map_or("-".to_owned(), |hex| hex.to_string());
        let (ranks, side) = (write_board(&self.board), self.turn.char());
        out.extend(format!("{ranks} {side} - {en_passant} {} {}", self.halfmoves, self.number).bytes());
    }

    fn diagram(&self) -> &'static Diagram {
        &DIAGRAM
    }

    fn cell_name(&self, cell: usize) -> String {
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

    /// Returns whether a side's king could be captured.
    pub fn is_check(&self, side: Color) -> bool {
        let king = Some(Role::King.of(side));
        self.pseudo_legal_moves(!side).iter().any(|m| self.piece_at(m.to) == king)
    }

    /// Lists the moves of a side, including those that leave its king in check.
    fn pseudo_legal_moves(&self, side: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Hex::all() {
            let Some(piece) = self.piece_at(from).filter(|piece| piece.color == side) else { continue };
            for to in self.destinations(from, piece) {
                // a pawn at the end of its file is promoted
                let is_last = piece.role == Role::Pawn && to.step((0, side.fold_wb(2, -2))).is_none();
                let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
                let promotions = if is_last { &pieces[..] } else { &[None] };
                moves.extend(promotions.iter().map(|&promotion| Move { from, to, promotion }));
            }
        }
        moves
    }

    /// Lists the destinations of a piece, including those that leave its king in check.
    fn destinations(&self, from: Hex, piece: Piece) -> Vec<Hex> {
        let is_free = |hex: &Hex| self.piece_at(*hex).is_none();
        let is_enemy = |hex: &Hex| self.piece_at(*hex).is_some_and(|other| other.color != piece.color);
        // a ray ends at the first hex that is not free
        let next = |hex: Hex, step| Some(hex).filter(|hex| *hex == from || is_free(hex))?.step(step);
        let ray =
            |step, most| std::iter::successors(next(from, step), move |hex| next(*hex, step)).take(most);
        let (steps, most) = match piece.role {
            Role::Pawn => {
                let ahead = piece.color.fold_wb(2, -2);
                let advances = ray((0, ahead), if from.is_pawn_start(piece.color) { 2 } else { 1 });
                let captures = [-1, 1].into_iter().filter_map(|file| from.step((file, ahead / 2)));
                let captures = captures.filter(|to| is_enemy(to) || self.en_passant == Some(*to));
                return advances.filter(is_free).chain(captures).collect();
            }
            Role::Knight => (&STEPS[2..], 1),
            Role::Bishop => (&STEPS[1..2], HEXES),
            Role::Rook => (&STEPS[..1], HEXES),
            Role::Queen => (&STEPS[..2], HEXES),
            Role::King => (&STEPS[..2], 1),
        };
        let rays = steps.as_flattened().iter().flat_map(|step| ray(*step, most));
        rays.filter(|to| is_free(to) || is_enemy(to)).collect()
    }

    /// Returns the position after a move.
    pub fn after(&self, Move { from, to, promotion }: Move) -> Glinski {
        let mut board = self.board;
        let moved = board[from.index()].take();
        let is_pawn = moved.is_some_and(|piece| piece.role == Role::Pawn);
        let [next, behind] = [(from, 2), (to, -2)].map(|(hex, up)| hex.step((0, self.turn.fold_wb(up, -up))));
        let on = behind.filter(|_| is_pawn && self.en_passant == Some(to)).unwrap_or(to).index();
        let captured = board[on].take().map(|piece| Captured { piece: piece.role.into(), on });
        board[to.index()] = promotion.map(|role| role.of(self.turn)).or(moved);
        Glinski {
            board,
            turn: !self.turn,
            // the middle of a double step is the hex after its start and before its end
            en_passant: next.filter(|_| is_pawn && next == behind),
            captured,
            halfmoves: if is_pawn || captured.is_some() { 0 } else { self.halfmoves.saturating_add(1) },
            number: self.number.saturating_add(u32::from(self.turn.is_black())),
        }
    }

    /// Reads a FEN. Rejects positions without a king, or with the wrong king in check.
    pub fn from_fen(fen: &str) -> Result<Glinski, SetupFault> {
        let fields: Vec<_> = fen.split_ascii_whitespace().collect();
        let [ranks, side, "-", en_passant, halfmoves, number] = fields[..] else {
            return Err(SetupFault::BadFen(FenField::Whole));
        };
        let message = "this FEN cannot be read: its pieces are not eleven ranks of 91 hexes in all";
        let position = Glinski {
            board: read_board(ranks).ok_or(SetupFault::Other { code: Code::FenBoard, message })?,
            turn: side.parse().ok().and_then(Color::from_char).ok_or(SetupFault::BadFen(FenField::Side))?,
            en_passant: Hex::from_name(en_passant),
            captured: None,
            halfmoves: halfmoves.parse().map_err(|_| SetupFault::BadFen(FenField::HalfmoveClock))?,
            number: number.parse().map_err(|_| SetupFault::BadFen(FenField::MoveNumber))?,
        };
        let has_king = |side: &Color| position.board.contains(&Some(Role::King.of(*side)));
        match position.is_check(!position.turn) {
            _ if !Color::ALL.iter().all(has_king) => Err(SetupFault::NoKing),
            true => Err(SetupFault::KingLeftInCheck),
            false => Ok(position),
        }
    }
}

fn write_board(board: &[Option<Piece>; HEXES]) -> String {
    let of_rank = |rank| Hex::all().filter(move |hex| hex.rank() == rank);
    let letter = |hex: Hex| board[hex.index()].map_or(' ', Piece::char);
    let ranks = (1..=11).rev().map(|rank| of_rank(rank).map(letter).collect()).collect::<Vec<String>>();
    // longer gaps first, because they contain the shorter ones
    (1..=11).rev().fold(ranks.join("/"), |text, gap| text.replace(&" ".repeat(gap), &gap.to_string()))
}

/// Reads the board that [`write_board`] writes, and rejects any other spelling.
fn read_board(ranks: &str) -> Option<[Option<Piece>; HEXES]> {
    let fill = |text: String, gap: usize| text.replace(&gap.to_string(), &" ".repeat(gap));
    let letters = (1..=11).rev().fold(ranks.to_owned(), fill).replace('/', "");
    let mut board = [None; HEXES];
    let hexes = (1..=11).rev().flat_map(|rank| Hex::all().filter(move |hex| hex.rank() == rank));
    hexes.zip(letters.chars()).for_each(|(hex, letter)| board[hex.index()] = Piece::from_char(letter));
    (write_board(&board) == ranks).then_some(board)
}
