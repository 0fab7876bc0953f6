//! Numeric Annotation Glyphs (PGN standard, section 10) and the signs that stand for them.

use std::str;

/// A Numeric Annotation Glyph (PGN standard, section 10), 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nag(pub u8);

impl Nag {
    /// Reads an annotation: a number after `$`, a suffix, or a sign. `±` may be a byte of Latin-1.
    #[must_use]
    pub fn read(written: &[u8]) -> Option<Nag> {
        match written {
            [b'$', digits @ ..] => str::from_utf8(digits).ok()?.parse().ok().map(Nag),
            b"\xb1" => Nag::of_sign("±"),
            // a longer run of one sign means the same as two
            [b'!', b'!', rest @ ..] if rest.iter().all(|&sign| sign == b'!') => Nag::of_sign("‼"),
            [b'?', b'?', rest @ ..] if rest.iter().all(|&sign| sign == b'?') => Nag::of_sign("⁇"),
            _ => str::from_utf8(written).ok().and_then(Nag::of_sign),
        }
    }

    /// Returns the annotation that a sign stands for (PGN standard, sections 8.2.3.8 and
    /// 10; the Informant's signs, also in ASCII).
    #[must_use]
    pub fn of_sign(sign: &str) -> Option<Nag> {
        Some(Nag(match sign {
            "!" => 1,
            "?" => 2,
            "‼" => 3,
            "⁇" => 4,
            "!?" | "⁉" => 5,
            "?!" | "⁈" => 6,
            "□" | "◇" => 7,
            "=" => 10,
            "∞" => 13,
            "+=" | "+/=" | "⩲" => 14,
            "=+" | "=/+" | "⩱" => 15,
            "+/-" | "+/−" | "±" => 16,
            "-/+" | "−/+" | "∓" => 17,
            "+-" | "+−" => 18,
            "-+" | "−+" => 19,
            "⨀" => 22,
            "○" => 26,
            "⟳" => 32,
            "↑" => 36,
            "→" => 40,
            "=/∞" | "⯹" => 44,
            "⇆" => 132,
            "⊕" => 138,
            "△" | "∆" => 140,
            "⌓" => 142,
            "RR" => 145,
            "TN" => 146,
            _ => return None,
        }))
    }
}
