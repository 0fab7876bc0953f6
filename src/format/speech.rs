//! Games in words, for screen readers.
//!
//! The text has neither boards nor signs, only the names of pieces and cells, as blind players say them.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::iter;

use shakmaty::Color;

use super::{FormatOptions, Ply, PositionFormat, header};
use crate::message::{Language, PlyNumber, fill_whole, listed};
use crate::rules::{
    AnyPosition, Captured, Draw, MoveEffect, PieceKind, PieceSymbol, Promoted, Rules, Status,
};
use crate::syntax::{Game, Notation, Outcome};

/// Writes a header for each game, and each move with the position after it, in words.
#[derive(Clone, Debug)]
pub struct Speech {
    options: FormatOptions,
    /// The keys of the positions so far.
    keys: Vec<u64>,
    /// The rule by which the last of them is drawn, if any.
    draw: Option<Draw>,
}

impl Speech {
    /// Creates the format.
    #[must_use]
    pub fn new(options: FormatOptions) -> Speech {
        Speech { options, keys: Vec::new(), draw: None }
    }
}

impl PositionFormat for Speech {
    fn expansion(&self) -> usize {
        30
    }

    fn options(&self) -> &FormatOptions {
        &self.options
    }

    fn open<N: Notation>(&mut self, _game: &Game<'_, N>) {
        self.keys.clear();
    }

    fn see<R: Rules>(&mut self, position: &R) {
        let key = position.key();
        self.draw = Draw::of(position, self.keys.iter().rev().map(|earlier| *earlier == key));
        self.keys.push(key);
    }

    fn below<R: Rules>(&self, game: &Game<'_, R::Notation>, _: &[Cow<'_, str>], last: Option<&R>) -> String {
        // a position that ends the game says so itself
        let last = last.filter(|last| last.outcome().is_none());
        last.map_or(String::new(), |last| ending(game, last, self.options.language))
    }

    fn start<R: Rules>(&mut self, start: &R, out: &mut impl Write) -> io::Result<()> {
        let language = self.options.language;
        writeln!(out, "{}.\n{}", language.initial_position, position(start, language))
    }

    fn ply<R: Rules>(&mut self, ply: Ply<R>, after: &R, out: &mut impl Write) -> io::Result<()> {
        let language = self.options.language;
        let last_move = last_move(ply.at, ply.played, after, language);
        write!(out, "{last_move}\n{}", position(after, language))?;
        if let Some(draw) = self.draw {
            writeln!(out, "{}.", draw.describe(R::Notation::words(language)))?;
        }
        writeln!(out)
    }
}

/// Describes the move that led to the position `after`, in one line.
#[must_use]
pub fn last_move<R: Rules>(at: PlyNumber, resolved: R::Move, after: &R, language: &Language) -> String {
    let language = R::Notation::words(language);
    let effect = effect(after, &after.effect(resolved), language);
    let status = match after.status() {
        Status::Check => language.spoken_check,
        Status::Checkmate => language.spoken_mate,
        Status::Stalemate => language.spoken_stalemate,
        Status::Free | Status::Over => "",
    };
    let side = side(at.side, language);
    let values: [(_, &dyn Display); 3] = [("number", &at.number), ("side", &side), ("move", &effect)];
    fill_whole(language.spoken_move, &values) + status + "."
}

/// Describes a position: one line with the pieces of each side, and one with the side to
/// move.
#[must_use]
pub fn position<R: Rules>(position: &R, language: &Language) -> String {
    let language = R::Notation::words(language);
    let mut text = String::new();
    for (color, name) in [(Color::White, language.white), (Color::Black, language.black)] {
        text += &sentence(name, &[("value", &pieces_on_board(position, color, language))]);
    }
    for color in Color::ALL {
        if let Some(pieces) = position.in_hand(color) {
            let pieces = pieces_in_hand(&pieces, language);
            text +=
                &sentence(language.spoken_pocket, &[("side", &side(color, language)), ("pieces", &pieces)]);
        }
    }
    let awaiting = position.awaiting_promotion();
    let awaiting = position.diagram().cells_by_column().into_iter().filter(|cell| awaiting.contains(cell));
    let awaiting: Vec<_> = awaiting.map(|cell| position.cell_name(cell)).collect();
    if !awaiting.is_empty() {
        text += &sentence(language.spoken_awaiting, &[("cells", &list(&awaiting, language))]);
    }
    if let [Some(white), Some(black)] = [Color::White, Color::Black].map(|side| position.checks_given(side)) {
        text += &sentence(language.spoken_checks_given, &[("white", &white), ("black", &black)]);
    }
    text + &turn(position, language) + "\n"
}

/// Lists the names of cells.
fn list(names: &[String], language: &Language) -> String {
    listed(names, names.last().map_or("", |last| and_before(last, language)))
}

fn sentence(text: &str, values: &[(&str, &dyn Display)]) -> String {
    fill_whole(text, values) + ".\n"
}

/// Returns the words for whose turn it is, or for how the game has ended. `language` is what
/// [`Notation::words`] returned.
pub(super) fn turn(position: &dyn AnyPosition, language: &Language) -> String {
    let template = match position.status() {
        Status::Free => language.spoken_turn,
        Status::Check => language.spoken_turn_in_check,
        Status::Checkmate => language.spoken_is_mate,
        Status::Stalemate => language.spoken_is_stalemate,
        Status::Over => language.spoken_is_over,
    };
    let result = position.outcome().map_or("", |outcome| header::outcome(outcome, language));
    fill_whole(template, &[("side", &side(position.ply_number().side, language)), ("result", &result)])
}

/// Says how a game has ended: as its last position says, or else by its result.
pub(crate) fn ending<R: Rules>(game: &Game<'_, R::Notation>, last: &R, language: &Language) -> String {
    let language = R::Notation::words(language);
    let result = fill_whole(language.result, &[("value", &header::outcome(game.outcome(), language))]);
    // the positions before the last one are not known here, so no repetition is named
    match Draw::of(last, iter::empty()).filter(|_| game.outcome() == Outcome::Draw) {
        _ if !matches!(last.status(), Status::Free | Status::Check) => turn(last, language),
        Some(draw) => format!("{result} {}.", draw.describe(language)),
        None => result,
    }
}

/// Describes what a move does. `language` is what [`Notation::words`] returned.
pub(super) fn effect(position: &dyn AnyPosition, effect: &MoveEffect, language: &Language) -> String {
    let alone = |piece: PieceKind| piece.names(language).alone;
    let name = |cell: usize| position.cell_name(cell);
    match *effect {
        MoveEffect::Normal { piece, from, to, captured, promotion, .. } => {
            let (origin, destination, piece) = (name(from), name(to), alone(piece));
            let values: [(_, &dyn Display); 3] = [("piece", &piece), ("from", &origin), ("to", &destination)];
            let text = match captured {
                None => fill_whole(language.spoken_goes, &values),
                Some(Captured { piece: captured, on }) => {
                    let is_en_passant = on != to;
                    let text = if is_en_passant { language.spoken_en_passant } else { language.spoken_takes };
                    let [piece, from, to] = values;
                    let captured = captured.names(language).of_one;
                    fill_whole(text, &[piece, from, to, ("captured", &captured), ("on", &name(on))])
                }
            };
            text + &promotion.map(|promoted| becomes(promoted, language)).unwrap_or_default()
        }
        MoveEffect::Castling { king, king_rook, queen_rook } => {
            let text = match (king_rook, queen_rook) {
                (Some(_), Some(_)) => language.spoken_castles_both,
                (Some(_), None) => language.spoken_castles_king,
                (None, _) => language.spoken_castles_queen,
            };
            let [first, second] = [king_rook, queen_rook].map(|rook| rook.map_or(String::new(), name));
            // the text of both rooks does not name it
            let rook = format!("{first}{second}");
            let king = name(king);
            fill_whole(text, &[("king", &king), ("rook", &rook), ("first", &first), ("second", &second)])
        }
        MoveEffect::Drop { piece, to } => {
            fill_whole(language.spoken_drops, &[("piece", &alone(piece)), ("to", &name(to))])
        }
        MoveEffect::Promotion { on, piece } => {
            let becomes = becomes(Promoted::Piece(piece), language);
            fill_whole(language.spoken_promotes, &[("on", &name(on)), ("becomes", &becomes)])
        }
        MoveEffect::Null => language.spoken_null.to_owned(),
    }
}

fn becomes(promoted: Promoted, language: &Language) -> String {
    match promoted {
        Promoted::Piece(piece) => {
            fill_whole(language.spoken_becomes, &[("piece", &piece.names(language).of_one)])
        }
        Promoted::Awaiting => language.spoken_waits.to_owned(),
    }
}

/// Lists the pieces of a side with their cells, kind by kind in the order of [`PieceKind::ALL`].
fn pieces_on_board(position: &dyn AnyPosition, color: Color, language: &Language) -> String {
    let (diagram, letters) = (position.diagram(), position.letters());
    let piece_of_side = |cell: usize| {
        let symbol = diagram.symbol(letters[cell]).filter(|symbol| symbol.color == color);
        symbol.map(|symbol| (cell, symbol))
    };
    let pieces: Vec<_> = diagram.cells_by_column().into_iter().filter_map(piece_of_side).collect();
    let kinds = PieceKind::ALL.into_iter().filter_map(|kind| {
        let of_kind = pieces.iter().filter(|(_, symbol)| symbol.kind == kind);
        let names: Vec<_> = of_kind.map(|(cell, _)| position.cell_name(*cell)).collect();
        let kind = kind.names(language);
        let name = if names.len() == 1 { kind.alone } else { kind.several };
        (!names.is_empty()).then(|| format!("{name} {}", list(&names, language)))
    });
    or_else(kinds.collect::<Vec<_>>().join("; "), language.spoken_no_pieces)
}

/// Returns the word for “and” before the name of a cell: in Spanish *y* is *e* before the sound of an i.
fn and_before(name: &str, language: &Language) -> &'static str {
    let begins_with_i = name.trim_start_matches(['h', 'H']).starts_with(['i', 'I']);
    if begins_with_i { language.spoken_and_before_i } else { language.spoken_and }
}

/// Lists the pieces in hand with their numbers, kind by kind.
fn pieces_in_hand(pieces: &[PieceSymbol], language: &Language) -> String {
    let kinds = pieces.chunk_by(|one, other| one.kind == other.kind).map(|same| {
        let names = same[0].kind.names(language);
        if same.len() == 1 { names.alone.to_owned() } else { format!("{} {}", same.len(), names.several) }
    });
    or_else(kinds.collect::<Vec<_>>().join(", "), language.spoken_nothing)
}

fn or_else(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}

fn side(color: Color, language: &Language) -> &'static str {
    color.fold_wb(language.white_side, language.black_side)
}
