//! Writes moves in SAN, and lists the possible spellings of a move.

use shakmaty::san::{SanPlus, Suffix};
use shakmaty::{CastlingSide, File, KnownOutcome, Move, MoveList, Outcome, Rank, Role, Square, attacks};

use super::SquarePosition;
use crate::notation::pgn::{CheckMark, PieceMove, San, SanMove};
use crate::rules::Spelling;

/// Appends the SAN of a legal move to a text. `after` is the position after it.
pub(super) fn write<P: SquarePosition>(position: &P, resolved: Move, after: &P, out: &mut String) {
    SanPlus { san: without_mark(position, resolved), suffix: suffix(after) }.append_to_string(out);
}

/// Appends the SAN of a forced move with its whole origin, so that it can be forced again.
pub(super) fn write_in_full<P: SquarePosition>(forced: Move, after: &P, out: &mut String) {
    let mut san = shakmaty::san::San::disambiguate(forced, &MoveList::new());
    if let shakmaty::san::San::Normal { file, rank, .. } = &mut san {
        (*file, *rank) = (forced.from().map(Square::file), forced.from().map(Square::rank));
    }
    SanPlus { san, suffix: suffix(after) }.append_to_string(out);
}

/// Returns the SAN of a legal move without its check mark.
///
/// Another piece of the kind can seldom go there. Only if one can, shakmaty has to list the legal
/// moves to find out how much of the origin must be written.
fn without_mark<P: SquarePosition>(position: &P, resolved: Move) -> shakmaty::san::San {
    match resolved {
        Move::Normal { role, from, capture, to, promotion: None }
            if role != Role::Pawn && has_no_rival(position, role, from, to) =>
        {
            shakmaty::san::San::Normal {
                role,
                file: None,
                rank: None,
                capture: capture.is_some(),
                to,
                promotion: None,
            }
        }
        _ => shakmaty::san::San::from_move(position, resolved),
    }
}

/// Returns whether no other piece of the kind can move to a square, legally or not.
fn has_no_rival<P: SquarePosition>(position: &P, role: Role, from: Square, to: Square) -> bool {
    let (board, piece) = (position.board(), role.of(position.turn()));
    let others = board.by_piece(piece).without(from);
    others.is_empty() || (others & attacks::attacks(to, piece, board.occupied())).is_empty()
}

/// Returns the check mark of the move that led to a position.
///
/// Legal moves are generated only if the king is in check and cannot step out of it. Asking shakmaty for the
/// outcome would generate them in every position.
fn suffix<P: SquarePosition>(after: &P) -> Option<Suffix> {
    match after.variant_outcome() {
        Outcome::Known(KnownOutcome::Decisive { .. }) => Some(Suffix::Checkmate),
        _ if !after.in_check() => None,
        Outcome::Unknown if !after.has_move_for_sure() && after.legal_moves().is_empty() => {
            Some(Suffix::Checkmate)
        }
        _ => Some(Suffix::Check),
    }
}

/// Returns the letters of a move as written, in English, and its mark.
pub(super) fn of_written(written: San) -> Spelling {
    let letters = match written.action() {
        SanMove::Castling(side) => castling(side).to_owned(),
        SanMove::Piece(PieceMove { role, file, rank, capture, to, promotion }) => {
            let origin = [file.map(File::char), rank.map(Rank::char)];
            let capture = capture.is_marked().then_some('x');
            let before = letter(role).into_iter().chain(origin.into_iter().flatten()).chain(capture);
            let mut letters: String = before.collect();
            letters += &to.to_string();
            letters.extend(letter(promotion));
            letters
        }
        SanMove::Drop { role, to } => dropped(role) + &to.to_string(),
        SanMove::Null => String::new(),
    };
    let mark = match written.mark() {
        Some(CheckMark::Check) => "+",
        Some(CheckMark::Mate) => "#",
        None => "",
    };
    Spelling { letters, mark }
}

/// Lists the ways to write a legal move: with any part of the origin, and with or without the sign of a
/// capture, which many programs leave out.
pub(super) fn spellings<P: SquarePosition>(position: &P, resolved: Move) -> Vec<String> {
    let (from, to) = match resolved {
        Move::Put { role, to } => return vec![dropped(role) + &to.to_string()],
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => {
            let side = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let to = side.king_to(position.turn());
            let short = [castling(side).to_owned(), format!("K{to}"), format!("K{king}{to}")];
            return short.into_iter().chain([format!("{king}{to}"), format!("{king}{rook}")]).collect();
        }
    };
    let role = resolved.role();
    let piece = letter(Some(role)).map_or(String::new(), String::from);
    let (file, rank) = (from.file(), from.rank());
    let promotion = letter(resolved.promotion()).map_or(String::new(), String::from);
    // a pawn that captures is always written with its file
    let origins = if role == Role::Pawn && resolved.is_capture() {
        vec![format!("{file}"), format!("{from}")]
    } else {
        vec![String::new(), format!("{file}"), format!("{rank}"), format!("{from}")]
    };
    let signs = if resolved.is_capture() { &["x", ""][..] } else { &[""] };
    let spell =
        |origin: &String| signs.iter().map(|sign| format!("{piece}{origin}{sign}{to}{promotion}")).collect();
    let mut spellings: Vec<String> = origins.iter().flat_map::<Vec<_>, _>(spell).collect();
    spellings.extend((role != Role::Pawn).then(|| format!("{from}{to}")));
    spellings
}

fn castling(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "OO",
        CastlingSide::QueenSide => "OOO",
    }
}

/// Returns the letter of a piece that is not a pawn.
fn letter(role: Option<Role>) -> Option<char> {
    role.filter(|role| *role != Role::Pawn).map(Role::upper_char)
}

/// Returns how the drop of a piece begins. The sign `@` counts as a letter.
fn dropped(role: Role) -> String {
    letter(Some(role)).map_or(String::new(), String::from) + "@"
}
