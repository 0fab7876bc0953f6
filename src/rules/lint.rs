//! Lints that need a board: oddities of a move or a position that can be read in one sensible
//! way only.

use crate::message::problem::problems;
use crate::message::{Certainty, Code, Describe, Fix, Language};
use crate::notation::ctl::mended;
use crate::notation::pgn::width_of_en_passant;
use crate::text::{Edit, Source, Span};

problems! {
    /// An oddity of a move or a position that can still be read.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BoardLint(language) {
        /// A check mark after a move that does not give check.
        NoCheck = Code::NoCheck, language.no_check;
        /// `#` after a move that does not mate.
        NoMate = Code::NoMate, language.no_mate;
        /// A capture without `x`.
        UnmarkedCapture = Code::UnmarkedCapture, language.unmarked_capture;
        /// `+^` after a move that gives check neither by a knight's jump nor from an adjacent hex.
        NoCloseCheck = Code::WrongManner, language.no_close_check;
        /// `+∞` after a move that gives check only in these two ways.
        NoDistantCheck = Code::WrongManner, language.no_distant_check;
        /// `++` after a move that gives check with one piece only.
        NoDoubleCheck = Code::NoDoubleCheck, language.no_double_check;
        /// No mark after a move that gives check, in a notation that requires one.
        CheckNotMarked = Code::CheckNotMarked, language.check_not_marked;
        /// A mark other than `#` after a move that mates.
        MateNotMarked = Code::MateNotMarked, language.mate_not_marked;
        /// `x` for a capture, in a notation that forbids it.
        LetterX = Code::LetterX, language.letter_x;
        /// `@@` for a capture that is not on the second hex behind the captured pawn, or `@` for
        /// one that is.
        OtherPassedHex = Code::OtherPassedHex, language.other_passed_hex;
        /// `@@`, the sign of a capture en passant two steps behind the pawn, for a capture of a scornful pawn.
        ScornfulSign = Code::OtherPassedHex, language.scornful_sign;
        /// `◇` after a move that is not the only legal one, in a notation in which the sign says that it is.
        NotForced = Code::NotForced, language.forbidden.not_forced;
        /// A white figure for a black piece, or `+^` for a check from an adjacent hex: both are
        /// additions of the author's later pages.
        LaterEdition = Code::LaterEdition, language.forbidden.later_edition;
        /// A move with a slip of the pen, in a notation in which it can mean one move only.
        MoveSlip = Code::MoveSlip, language.move_slip;
        /// `e.p.` after a move that does not capture en passant.
        NotEnPassant = Code::NotEnPassant, language.not_en_passant;
        /// Castling rights in a FEN that are only possible in Chess960, which the game does not
        /// name as its variant.
        CastlingOfChess960 = Code::CastlingOfChess960, language.castling_of_chess960;
        /// Impossible castling rights in a FEN, which are dropped.
        CastlingRightsDropped = Code::CastlingRightsDropped, language.castling_rights_dropped;
        /// A FEN with fewer than six fields.
        FenFieldsMissing = Code::FenFieldsMissing, language.fen_fields_missing;
        /// A TLPD without one of its counters or both, as the author's program saves it.
        TlpdFieldsMissing = Code::TlpdMissingField, language.tlpd_counters_missing;
        /// An impossible en passant square in a FEN, which is dropped.
        EnPassantDropped = Code::EnPassantDropped, language.en_passant_dropped;
        /// Two digits side by side in a FEN, such as `17` for `8`, though they count the squares of one gap.
        FenDigits = Code::FenSpelling, language.fen_digits;
        /// A castling right that a FEN gives twice.
        FenRightRepeated = Code::FenSpelling, language.fen_right_repeated;
    }
    describe;
}

/// An oddity in the spelling of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLint {
    /// The oddity.
    pub lint: BoardLint,
    /// The check mark that the move should have.
    pub mark: &'static str,
}

impl Describe for MoveLint {
    fn code(&self) -> Code {
        self.lint.code()
    }

    fn message(&self, language: &Language) -> String {
        self.lint.message(language)
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let written = &source.bytes()[span.range()];
        let part = |start, end| Span::new(span.start + start, span.start + end);
        let found =
            |sign: &[u8]| memchr::memmem::find(written, sign).map(|start| part(start, start + sign.len()));
        let edit = match self.lint {
            BoardLint::UnmarkedCapture => destination(written).map(|at| Edit::insert(span.start + at, "x")),
            BoardLint::MoveSlip => mended(written).map(|text| Edit::replace(span, text)),
            BoardLint::LetterX => found(b"x").map(|sign| Edit::replace(sign, "×")),
            BoardLint::ScornfulSign => found(b"@@").map(|sign| Edit::replace(sign, "@")),
            BoardLint::OtherPassedHex => found(b"@@")
                .map(|sign| Edit::replace(sign, "@"))
                .or_else(|| found(b"@").map(|sign| Edit::replace(sign, "@@"))),
            BoardLint::NotEnPassant => {
                passing(written).map(|(start, end)| Edit::blank(source.bytes(), part(start, end)))
            }
            _ => {
                let (start, end) = mark(written);
                let place = part(start, end);
                let edit = match self.mark {
                    // what follows the mark belongs to the same move
                    "" if place.end < span.end => Edit::replace(place, ""),
                    "" => Edit::blank(source.bytes(), place),
                    mark => Edit::replace(place, mark),
                };
                // the sign may belong to text that follows it without a space, such as the
                // evaluations `+0.32` and `+M5`
                let after = source.bytes().get(span.end);
                let is_apart = !after.is_some_and(|byte| byte.is_ascii_digit() || b".,:/M".contains(byte));
                return vec![Fix::certain(edit).certain_if(is_apart)];
            }
        };
        edit.map(Fix::certain).into_iter().collect()
    }
}

/// Returns the offset of the last square in a move.
fn destination(written: &[u8]) -> Option<usize> {
    written.windows(2).rposition(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// Returns where `e.p.` stands after a move, with the blanks before it.
fn passing(written: &[u8]) -> Option<(usize, usize)> {
    let sign = |at| Some((at, at + width_of_en_passant(&written[at..])?));
    let (start, end) = (0..written.len()).find_map(sign)?;
    Some((written[..start].trim_ascii_end().len(), end))
}

/// Returns where the check mark stands after a move, with the blanks before it, or where it belongs if
/// there is none.
fn mark(written: &[u8]) -> (usize, usize) {
    let sign =
        |at: &usize| matches!(written[*at..], [b'+' | b'#' | b'^', ..] | [0xe2, 0x80, 0xa0 | 0xa1, ..]);
    let square = written.iter().rposition(u8::is_ascii_digit).unwrap_or(0);
    let words = [&b"dbl"[..], b"dis", b"double", b"ch", b"mate"];
    let word = |at: &usize| words.iter().any(|word| written[*at..].starts_with(word));
    let end = passing(written).map_or(written.len(), |(start, _)| start);
    match (0..end).find(sign).or_else(|| (square..end).find(word)) {
        // as in `gxh1+=Q`
        Some(start) if written[start + 1..].starts_with(b"=") => (start, start + 1),
        Some(start) => (written[..start].trim_ascii_end().len(), end),
        // `e.p.` may stand before the mark
        None => (written.len(), written.len()),
    }
}

impl BoardLint {
    /// Returns the fixes of an oddity in a FEN or a TLPD at a span of a source. `understood` is the FEN of the position as
    /// it was understood.
    pub(crate) fn fixes_in_fen(self, understood: &str, source: &Source, span: Span) -> Vec<Fix> {
        let written = &source.bytes()[span.range()];
        let fields: Vec<&str> = understood.split(' ').collect();
        let [b'"', value @ .., b'"'] = written else { return Vec::new() };
        let places: Vec<_> = Span::of_words(value).map(|field| field.moved_by(span.start + 1)).collect();
        let replace = |at: usize, text: &str| Some(Edit::replace(*places.get(at)?, text));
        let edit = match self {
            _ if fields.len() != 6 => None,
            BoardLint::FenDigits => replace(0, fields[0]),
            // with all four rights, the repeated letter cannot stand for a missing one
            BoardLint::FenRightRepeated if fields[2].len() == 4 => replace(2, fields[2]),
            BoardLint::CastlingRightsDropped | BoardLint::FenRightRepeated => {
                return replace(2, fields[2]).map(Fix::guess).into_iter().collect();
            }
            BoardLint::EnPassantDropped => return replace(3, "-").map(Fix::guess).into_iter().collect(),
            BoardLint::FenFieldsMissing | BoardLint::TlpdFieldsMissing => {
                let Some(last) = places.last() else { return Vec::new() };
                let missing = fields[places.len()..].iter().map(|field| format!(" {field}"));
                let edit = Edit::insert(last.end, missing.collect::<String>());
                // programs often leave out both counters
                return vec![Fix::certain(edit).certain_if(places.len() == 4)];
            }
            BoardLint::CastlingOfChess960 => {
                let line = source.line_span(span.start).start;
                let tag = format!("[Variant \"Chess960\"]{}", source.line_end_at(span.start));
                return vec![Fix::of(Certainty::Guess, vec![Edit::insert(line, tag)])];
            }
            _ => None,
        };
        edit.map(Fix::certain).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_all_their_forms() {
        for (written, bare) in [
            ("Qd5+", "Qd5"),
            ("Qd5 +", "Qd5"),
            ("Qd5", "Qd5"),
            ("O-O-O#", "O-O-O"),
            ("Qd5 dbl. ch.", "Qd5"),
            ("Qd5†", "Qd5"),
            ("e8=Q mate", "e8=Q"),
            ("exd6+ e.p.", "exd6 e.p."),
            ("exd6 e.p.", "exd6 e.p."),
            ("exd6+ ep", "exd6 ep"),
            ("exd6+ e.p", "exd6 e.p"),
            ("E7-E13+^", "E7-E13"),
            ("gxh1+=Q", "gxh1=Q"),
        ] {
            let (start, end) = mark(written.as_bytes());
            assert_eq!(format!("{}{}", &written[..start], &written[end..]), bare, "{written}");
        }
    }
}
