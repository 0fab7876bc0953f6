//! The fields after the placement of a FEN or a TLPD: the side to move, the rights to castle, and the special
//! capture, which in chess is the square of a capture en passant. The counters of moves are not compared.

use shakmaty::Color;
use shakmaty::fen::Fen;

use super::board::Board;
use super::error::QueryFault;
use super::expression::Flip;
use super::pattern::PatternFault;

/// The fields of a pattern. `None` leaves one open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) turn: Option<Color>,
    /// The rights to castle, as the board writes them.
    pub(super) rights: Option<String>,
    /// The special capture, as the board writes it.
    pub(super) special: Option<String>,
}

/// Reads the fields of a pattern. A field that is missing or `.` is open. The counters of moves may
/// follow.
pub(super) fn fields(position: &str, board: Board) -> Result<Fields, PatternFault<'_>> {
    let mut fields = position.split_whitespace().skip(1);
    let mut field = || fields.next().filter(|field| *field != ".");
    let turn = match field() {
        None => None,
        Some("w") => Some(Color::White),
        Some("b") => Some(Color::Black),
        Some(other) => return Err((other, QueryFault::BadField)),
    };
    let rights =
        field().map(|field| rights(field, board).ok_or((field, QueryFault::BadRights))).transpose()?;
    let special = field();
    if let Some(field) = special
        && !is_special(field, turn, board)
    {
        return Err((field, QueryFault::BadSpecial));
    }
    let is_counter = |(at, field): &(usize, &str)| {
        *at < 2 && (matches!(*field, "." | "?") || field.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match fields.enumerate().find(|field| !is_counter(field)) {
        Some((_, other)) => Err((other, QueryFault::BadField)),
        None => Ok(Fields { turn, rights, special: special.map(str::to_owned) }),
    }
}

/// Returns rights to castle in the order in which the board writes them, or `None` if the text does
/// not give such rights.
fn rights(text: &str, board: Board) -> Option<String> {
    match board {
        Board::Square if text == "-" => Some(text.to_owned()),
        Board::Square => square_rights(text.chars().collect()),
        Board::Hex => hex_rights(text).map(|_| text.to_owned()),
    }
}

/// Orders the rights of a FEN: White's first, the king's side first.
fn square_rights(mut letters: Vec<char>) -> Option<String> {
    let place = |letter: &char| {
        let side = letter.is_ascii_lowercase();
        match letter.to_ascii_uppercase() {
            'K' => Some((side, 0)),
            // the file of a rook, as in Chess960
            file @ 'A'..='H' => Some((side, 1 + u32::from('H') - u32::from(file))),
            'Q' => Some((side, 9)),
            _ => None,
        }
    };
    letters.sort_by_key(place);
    let all_are_rights = letters.iter().all(|letter| place(letter).is_some());
    let is_twice = letters.windows(2).any(|pair| pair[0] == pair[1]);
    let are_too_many = [true, false]
        .map(|is_black| letters.iter().filter(|letter| letter.is_ascii_lowercase() == is_black).count() > 2);
    (all_are_rights && !is_twice && are_too_many == [false; 2]).then(|| letters.into_iter().collect())
}

/// The rights that a side can have in a TLPD: those of the king and of the rooks beside it.
const HEX_RIGHTS: [&str; 5] = ["RKR", "RK", "KR", "K", "-"];

/// Splits the rights of a TLPD into White's and Black's, both in upper case.
fn hex_rights(text: &str) -> Option<[&'static str; 2]> {
    let pairs = HEX_RIGHTS.into_iter().flat_map(|white| HEX_RIGHTS.map(|black| [white, black]));
    pairs.into_iter().find(|[white, black]| {
        text.strip_prefix(white).is_some_and(|rest| rest == black.to_ascii_lowercase())
    })
}

/// Returns whether a field is that of a special capture: in a FEN the square that a pawn of the other side has just
/// passed over; in a TLPD a hex, perhaps with `@` and lines after it.
fn is_special(field: &str, turn: Option<Color>, board: Board) -> bool {
    let has_cell = |name: &str| board.terms().cell(name).is_some();
    match board {
        _ if field == "-" => true,
        Board::Square => {
            let rank = field.chars().next_back();
            let fits = match turn {
                Some(Color::White) => rank == Some('6'),
                Some(Color::Black) => rank == Some('3'),
                None => matches!(rank, Some('3' | '6')),
            };
            fits && has_cell(field)
        }
        Board::Hex => {
            let (hex, lines) = field.split_once('@').unwrap_or((field, "0"));
            has_cell(hex) && lines.split('-').all(|line| line.parse::<u8>().is_ok())
        }
    }
}

/// Returns whether two fields are the same rights to castle in a FEN with this placement. A right may be written by
/// the side of the rook or, as in Chess960, by its file.
fn are_rights(asked: &str, found: &str, placement: &str) -> bool {
    let has_file = |rights: &str| rights.contains(|c: char| matches!(c.to_ascii_uppercase(), 'A'..='H'));
    // `K` and `Q` are the outermost rook on that side of the king
    let rooks = |rights: &str| {
        let fen: Fen = format!("{placement} w {rights}").parse().ok()?;
        Some(fen.into_setup().castling_rights)
    };
    asked == found || (has_file(asked) || has_file(found)) && rooks(asked) == rooks(found)
}

impl Fields {
    /// Returns whether a FEN or a TLPD has the rights and the special capture, unless these are
    /// open.
    pub(super) fn are_in(&self, fen: &str, special_is_legal: bool, board: Board) -> bool {
        let mut found = fen.split(' ');
        let (placement, rights) = (found.next().unwrap_or_default(), found.nth(1).unwrap_or_default());
        // as in EPD, a capture that is not legal does not count
        let special = found.next().filter(|_| special_is_legal).unwrap_or("-");
        self.special.as_deref().is_none_or(|asked| asked == special)
            && self.rights.as_deref().is_none_or(|asked| match board {
                Board::Square => are_rights(asked, rights, placement),
                Board::Hex => asked == rights,
            })
    }

    /// Returns the fields after a flip. Returns `None` if one of them cannot be flipped.
    pub(super) fn flipped(&self, flip: Flip, board: Board) -> Option<Fields> {
        let terms = board.terms();
        let special = match self.special.as_deref() {
            None => None,
            Some("-") => Some("-".to_owned()),
            Some(_) if board == Board::Hex => return None,
            Some(cell) => Some(terms.names[terms.flipped(terms.cell(cell)?, flip)].clone()),
        };
        let rights = match (self.rights.as_deref(), board) {
            (None, _) => None,
            (Some(rights), Board::Square) => Some(flipped_square_rights(rights, flip)?),
            (Some(rights), Board::Hex) => Some(flipped_hex_rights(rights, flip)?),
        };
        let turn = self.turn.map(|turn| if flip.colours { !turn } else { turn });
        Some(Fields { turn, rights, special })
    }
}

fn flipped_square_rights(rights: &str, flip: Flip) -> Option<String> {
    if rights == "-" {
        return Some(rights.to_owned());
    }
    let flipped = |letter: char| {
        let right = match letter.to_ascii_uppercase() {
            'K' if flip.sides => 'Q',
            'Q' if flip.sides => 'K',
            file if flip.sides => char::from(b'A' + b'H' - file as u8),
            right => right,
        };
        if letter.is_ascii_lowercase() == flip.colours { right } else { right.to_ascii_lowercase() }
    };
    square_rights(rights.chars().map(flipped).collect())
}

fn flipped_hex_rights(rights: &str, flip: Flip) -> Option<String> {
    let side = |rights: &str| match rights {
        "RK" if flip.sides => "KR".to_owned(),
        "KR" if flip.sides => "RK".to_owned(),
        other => other.to_owned(),
    };
    let [white, black] = hex_rights(rights)?.map(side);
    let [white, black] = if flip.colours { [black, white] } else { [white, black] };
    Some(white + &black.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_brought_into_their_order() {
        for (text, board, expected) in [
            ("KQkq", Board::Square, Some("KQkq")),
            ("qkQK", Board::Square, Some("KQkq")),
            ("ahHA", Board::Square, Some("HAha")),
            ("-", Board::Square, Some("-")),
            ("KK", Board::Square, None),
            ("KQH", Board::Square, None),
            ("KX", Board::Square, None),
            ("--", Board::Square, None),
            ("--", Board::Hex, Some("--")),
            ("RKRk", Board::Hex, Some("RKRk")),
            ("-rkr", Board::Hex, Some("-rkr")),
            ("rkr-", Board::Hex, None),
            ("-", Board::Hex, None),
        ] {
            assert_eq!(rights(text, board).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn rights_are_those_of_rooks_by_their_sides_or_files() {
        for (asked, fen, are_there) in [
            ("p . KQkq", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
            ("p . HAha", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true),
            ("p . Kqh", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", true),
            ("p . Ha", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", false),
            ("p . GBgb", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1", true),
            ("p . B", "8/8/8/8/8/8/8/RRK5 w B - 0 1", true),
            ("p . Q", "8/8/8/8/8/8/8/RRK5 w B - 0 1", false),
            ("p . A", "8/8/8/8/8/8/8/RRK5 w - - 0 1", false),
            ("p . Q", "8/8/8/8/8/8/8/1K3R2 w F - 0 1", false),
            ("p . -", "8/8/8/8/8/8/8/RRK5 w B - 0 1", false),
            ("p . - -", "8/8/8/8/8/8/8/K7 w - e3 0 1", false),
        ] {
            let fields = fields(asked, Board::Square).unwrap();
            assert_eq!(fields.are_in(fen, true, Board::Square), are_there, "{asked}, {fen}");
        }
        assert!(fields("p . . -", Board::Square).unwrap().are_in("p w - e3 0 1", false, Board::Square));
    }

    #[test]
    fn fields_are_flipped() {
        for (position, board, flip, expected) in [
            ("p w KQk e6", Board::Square, Flip::COLOURS, "p b Kkq e3"),
            ("p b Kq c3", Board::Square, Flip::SIDES, "p b Qk f3"),
            ("p w Ga -", Board::Square, Flip::SIDES, "p w Bh -"),
            ("p w - -", Board::Square, Flip::SIDES, "p w - -"),
            ("/ w RKk -", Board::Hex, Flip::COLOURS, "/ b Krk -"),
            ("/ w RKkr -", Board::Hex, Flip::SIDES, "/ w KRrk -"),
            ("/ w -- -", Board::Hex, Flip::COLOURS, "/ b -- -"),
        ] {
            let flipped = fields(position, board).unwrap().flipped(flip, board);
            assert_eq!(flipped, Some(fields(expected, board).unwrap()), "{position}");
        }
        let special = fields("/ w -- F14", Board::Hex).unwrap();
        assert_eq!(special.flipped(Flip::COLOURS, Board::Hex), None);
    }

    #[test]
    fn a_capture_en_passant_is_behind_the_pawn_that_has_moved() {
        for (position, is_there) in [
            ("p w - e6", true),
            ("p b - e3", true),
            ("p . . e3", true),
            ("p w - e3", false),
            ("p . . e4", false),
            ("p . . i3", false),
            ("p . . x", false),
        ] {
            assert_eq!(fields(position, Board::Square).is_ok(), is_there, "{position}");
        }
        assert!(fields("/ w -- G13@9-11", Board::Hex).is_ok() && fields("/ w -- G@", Board::Hex).is_err());
    }
}
