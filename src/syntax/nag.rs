//! Numeric Annotation Glyphs (PGN standard, section 10) and the signs that stand for them.

use std::borrow::Cow;
use std::str;

use crate::message::Language;
use crate::text::is_hyphen;

/// A Numeric Annotation Glyph (PGN standard, section 10), 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nag(pub u8);

/// How a writer of PGN writes annotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum NagStyle {
    /// As numbers, which every program reads: `$1`
    #[default]
    #[cfg_attr(feature = "cli", value(alias = "dollars"))]
    Numbers,
    /// As signs where there is one: `!`, `±`, `N`
    Glyphs,
}

/// The annotations that have signs, each with its signs. The first sign is the one that is
/// written. Each sign stands for one annotation only.
///
/// The signs are those of the PGN standard (section 8.2.3.8), and those of the Informant as the tables
/// of lichess, RPB Chessboard and Scid give them. Where these differ, what lichess and RPB
/// Chessboard export comes first. An evaluation may have any hyphen, dash or minus sign. Signs in
/// ASCII are those that Scid reads (`~=`, `/\`, `<=>`, `||`) and others that imitate one of the
/// Informant's (`->`, `|^`, `>=`, `<=`). Annotators also write `<=>` for counterplay; it is read as
/// Scid reads it, as an imitation of `⇔`.
///
/// `÷`, `⊗` and `=>` are missing because no table gives them and annotators disagree.
///
/// CTL-PGN has only the first seven, with `◇` for the last, as its document lists them
/// ("Valoración del movimiento"), and writes the others as numbers. Most of the signs mean
/// something else there: `=` is a promotion, `×` a capture, `+∞` and `++` are check marks, and any
/// letter may name a piece (`N`, `D`, `RR` in a castling).
const SIGNS: [(u8, &[&str]); 68] = [
    (1, &["!"]),
    (2, &["?"]),
    (3, &["!!", "‼"]),
    (4, &["??", "⁇"]),
    (5, &["!?", "⁉"]),
    (6, &["?!", "⁈"]),
    (7, &["□", "◇", "☐"]),
    (9, &["☒"]),
    (10, &["="]),
    (12, &["↹"]),
    (13, &["∞", "~", "inf"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-"]),
    (17, &["∓", "-/+"]),
    (18, &["+−"]),
    (19, &["−+"]),
    (20, &["+−−"]),
    (21, &["−−+"]),
    (22, &["⨀", "⊙"]),
    (24, &["◯"]),
    (26, &["○"]),
    (30, &["↻"]),
    (31, &["↺"]),
    (32, &["⟳"]),
    (36, &["↑", "|^"]),
    (37, &["↓"]),
    (38, &["⇑"]),
    (39, &["⇓"]),
    (40, &["→", "->"]),
    (41, &["←"]),
    (44, &["=∞", "=/∞", "∞=", "∞/=", "⯹", "~=", "=~"]),
    (48, &["⊞"]),
    (54, &["⟩"]),
    (56, &["⟫"]),
    (58, &["⋙"]),
    (60, &["⟨"]),
    (62, &["⟪"]),
    (64, &["⋘"]),
    (92, &["↗"]),
    (93, &["↖"]),
    (96, &["⇈"]),
    (97, &["⇊"]),
    (130, &["⇄"]),
    (132, &["⇆"]),
    (137, &["⊖"]),
    (138, &["⊕", "⨁"]),
    (140, &["∆", "△", "Δ", "/\\"]),
    (141, &["∇"]),
    (142, &["⌓", "≥", ">="]),
    (143, &["≤", "<="]),
    (145, &["RR"]),
    (146, &["N", "TN"]),
    (147, &["✕", "×", "✗"]),
    (148, &["⊥"]),
    (149, &["⇔", "⟺", "↔", "<=>"]),
    (150, &["⇗"]),
    (151, &["◫"]),
    (153, &["◨"]),
    (154, &["⊶"]),
    (190, &["∥", "||", "ǁ"]),
    (191, &["⡁"]),
    (192, &["⚯"]),
    (193, &["⚮"]),
    (212, &["⚨"]),
    (214, &["⌊"]),
    (215, &["⌋"]),
    (220, &["D"]),
];

impl Nag {
    /// `Δ`: with the idea of.
    pub(crate) const IDEA: Nag = Nag(140);

    /// A novelty.
    pub const NOVELTY: Nag = Nag(146);

    /// Returns whether the annotation judges a move: one of `!`, `?`, `!!`, `??`, `!?` and `?!`, which PGN also writes as
    /// suffixes.
    #[must_use]
    pub fn judges(self) -> bool {
        (1..=6).contains(&self.0)
    }

    /// Reads an annotation: a number after `$`, a suffix, or a sign. `±` may be a byte of Windows-1252.
    #[must_use]
    pub fn read(written: &[u8]) -> Option<Nag> {
        match written {
            [b'$', digits @ ..] => str::from_utf8(digits).ok()?.parse().ok().map(Nag),
            b"\xb1" => Nag::of_sign("±"),
            // a longer run of one sign means the same as two
            [b'!', b'!', rest @ ..] if rest.iter().all(|&sign| sign == b'!') => Nag::of_sign("!!"),
            [b'?', b'?', rest @ ..] if rest.iter().all(|&sign| sign == b'?') => Nag::of_sign("??"),
            _ => str::from_utf8(written).ok().and_then(Nag::of_sign),
        }
    }

    /// Returns the annotation that a sign stands for. A sign that books use for either side is read
    /// as the annotation for White.
    #[must_use]
    pub fn of_sign(sign: &str) -> Option<Nag> {
        let is_meant = |known: &&&str| {
            let mut pairs = known.chars().zip(sign.chars());
            known.chars().count() == sign.chars().count()
                && pairs.all(|(known, c)| known == c || is_hyphen(known) && is_hyphen(c))
        };
        SIGNS
            .iter()
            .find(|(_, signs)| signs.iter().any(|known| is_meant(&known)))
            .map(|(number, _)| Nag(*number))
    }

    /// Returns the sign that is written for the annotation, and that is read back as the same
    /// annotation.
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.iter().find(|(number, _)| *number == self.0).map(|(_, signs)| signs[0])
    }

    /// Returns the signs of the annotations that judge a move.
    pub(crate) fn judging_signs(nags: &[Nag]) -> impl Iterator<Item = &'static str> {
        nags.iter().filter(|nag| nag.judges()).filter_map(|nag| nag.sign())
    }

    /// Returns the sign that books print for the annotation. Several annotations may share
    /// it, because books have one sign for what the standard distinguishes by side or by degree.
    #[must_use]
    pub fn printed_sign(self) -> Option<&'static str> {
        self.sign().or_else(|| self.of_either_side().sign())
    }

    /// Returns the annotation as books print it after a move: its sign, letters after a space, or
    /// its number. `$0` has no meaning, and becomes empty.
    #[must_use]
    pub fn printed(self) -> Cow<'static, str> {
        match self.printed_sign() {
            Some(letters) if letters.starts_with(char::is_alphabetic) => format!(" {letters}").into(),
            Some(sign) => sign.into(),
            None if self.0 == 0 => "".into(),
            None => format!(" ${}", self.0).into(),
        }
    }

    /// Returns what the annotation means (PGN standard, section 10), if it has words.
    #[must_use]
    pub fn meaning(self, language: &Language) -> Option<&'static str> {
        let name = format!("nag_{}", self.of_either_side().0);
        language.annotations.entries().into_iter().find(|(number, _)| *number == name).map(|(_, text)| text)
    }

    /// Returns the annotation that books print alike: White's for one of Black's, and the first of two degrees.
    fn of_either_side(self) -> Nag {
        /// From zugzwang to time pressure, White's annotations are even and Black's odd.
        const BY_SIDE: std::ops::RangeInclusive<u8> = 22..=139;
        match self.0 {
            8 | 11 => Nag(self.0 - 1),
            black if BY_SIDE.contains(&black) => Nag(black & !1),
            _ => self,
        }
    }

    /// Lists every sign with the annotation that it stands for.
    #[cfg(test)]
    pub(crate) fn all_signs() -> impl Iterator<Item = (&'static str, Nag)> {
        SIGNS.iter().flat_map(|(number, signs)| signs.iter().map(|sign| (*sign, Nag(*number))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_stands_for_one_annotation() {
        let mut signs: Vec<_> = Nag::all_signs().map(|(sign, _)| sign).collect();
        signs.sort_unstable();
        assert!(signs.is_sorted_by(|a, b| a < b), "a sign is listed twice");
        assert!(SIGNS.is_sorted_by(|a, b| a.0 < b.0), "an annotation is listed twice or out of order");
    }

    #[test]
    fn books_print_one_sign_for_both_sides() {
        for (number, sign) in
            [(0, None), (7, Some("□")), (8, Some("□")), (11, Some("=")), (22, Some("⨀")), (23, Some("⨀"))]
        {
            assert_eq!(Nag(number).printed_sign(), sign, "{number}");
        }
        assert_eq!(Nag(133).printed_sign(), Some("⇆"));
        assert_eq!((Nag(139).printed_sign(), Nag(255).printed_sign()), (Some("⊕"), None));
    }
}
