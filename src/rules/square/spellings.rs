//! How moves may be written, in letters and digits alone.

use shakmaty::{CastlingSide, File, Move, Rank, Role};

use super::SquarePosition;
use crate::notation::pgn::{CheckMark, PieceMove, San, SanMove};
use crate::rules::Spelling;

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

/// Lists the ways to write a legal move: with as much of the origin as somebody likes, and with or without the sign of a
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
    // a pawn that captures has its file
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

/// Returns the letter of a piece that is no pawn.
fn letter(role: Option<Role>) -> Option<char> {
    role.filter(|role| *role != Role::Pawn).map(Role::upper_char)
}

/// Returns how the drop of a piece begins. The sign of a drop is as good as a letter.
fn dropped(role: Role) -> String {
    letter(Some(role)).map_or(String::new(), String::from) + "@"
}
