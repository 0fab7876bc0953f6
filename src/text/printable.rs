//! Text made safe for output: printable, quoted, escaped for JSON, or shortened.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io;

#[cfg(feature = "cli")]
use textwrap::core::display_width;

/// Displays text from a file without the characters that control a terminal.
///
/// Control characters (C0, DEL, C1), bidirectional formatting characters and invisible
/// characters become U+FFFD; those that are white space, such as tabs and line ends,
/// become a space.
#[derive(Clone, Copy, Debug)]
pub struct Printable<'a>(pub &'a str);

impl Printable<'_> {
    /// Appends the text to another, in one piece if it is plain.
    pub fn push_to(self, out: &mut String) {
        push(self.0, self, out);
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(self.0, f, |_| false, |_, _| Ok(()))
    }
}

/// Displays text as the value of a tag, without the quotes around it: printable, with
/// `\"` for `"` and `\\` for `\` (PGN standard, section 7).
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Quoted<'_> {
    /// Appends the value to a text, in one piece if it is plain.
    pub fn push_to(self, out: &mut String) {
        push(self.0, self, out);
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(self.0, f, |c| matches!(c, '"' | '\\'), |c, f| write!(f, "\\{c}"))
    }
}

/// Displays text in XML and HTML: printable, with references for the characters that have a meaning
/// there. It may stand in an element and in a quoted attribute.
#[derive(Clone, Copy, Debug)]
pub struct XmlText<'a>(pub &'a str);

impl fmt::Display for XmlText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // XML excludes U+FFFE and U+FFFF
        let is_special = |c| matches!(c, '&' | '<' | '>' | '"' | '\'' | '\u{fffe}' | '\u{ffff}');
        replaced(self.0, f, is_special, |c, f| {
            f.write_str(match c {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => "&#39;",
                _ => "\u{fffd}",
            })
        })
    }
}

/// Displays text as a JSON string, without the quotes around it. The characters that
/// [`Printable`] replaces are escaped, so that no information is lost.
#[derive(Clone, Copy, Debug)]
pub struct JsonText<'a>(pub &'a str);

impl JsonText<'_> {
    /// Writes the string, in one call if it is plain.
    ///
    /// # Errors
    ///
    /// Returns any error of `out`.
    pub fn write_to(self, out: &mut impl io::Write) -> io::Result<()> {
        if is_plain(self.0) { out.write_all(self.0.as_bytes()) } else { write!(out, "{self}") }
    }
}

impl fmt::Display for JsonText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        replaced(
            self.0,
            f,
            |c| matches!(c, '"' | '\\') || is_unprintable(c),
            |c, f| match c {
                '"' | '\\' => write!(f, "\\{c}"),
                '\n' => f.write_str("\\n"),
                '\r' => f.write_str("\\r"),
                '\t' => f.write_str("\\t"),
                _ => write_json_escape(c, f),
            },
        )
    }
}

/// Shortens a text for a message: cuts it after 200 characters and adds `…`.
#[must_use]
pub fn brief(text: Cow<'_, str>) -> Cow<'_, str> {
    const MAX_CHARS: usize = 200;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => text,
    }
}

/// Writes a character as a JSON escape: `\u` and four hexadecimal digits for each of its
/// UTF-16 code units.
///
/// # Errors
///
/// Returns any error of `out`.
pub fn write_json_escape(c: char, out: &mut impl fmt::Write) -> fmt::Result {
    c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
}

/// Returns a word with its first letter in upper case.
pub(crate) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Joins the parts that are not empty.
pub(crate) fn joined<'t>(parts: impl IntoIterator<Item = &'t str>, separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

/// Wraps a text into lines of at most `width` columns, if no character is wider. A word that is wider is broken.
#[cfg(feature = "raster")]
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    // a hyphen is a sign of castling, too
    let options = textwrap::Options::new(width.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

/// Wraps a page to a width: the lines of a paragraph or an item together, and the rows of a table each by itself, below
/// its last column.
#[cfg(feature = "cli")]
pub(crate) fn wrapped_page(page: &str, width: usize) -> String {
    let is_prose =
        |line: &str| !line.is_empty() && !line.starts_with([' ', '\x1b', '-']) && !line.contains("  ");
    let mut lines: Vec<String> = Vec::new();
    for line in page.lines() {
        let goes_on = |last: &String| match last.starts_with("- ") {
            true => line.starts_with("  "),
            false => is_prose(last) && is_prose(line),
        };
        match lines.last_mut().filter(|last| goes_on(last)) {
            Some(last) => *last += &format!(" {}", line.trim_start()),
            None => lines.push(line.to_owned()),
        }
    }
    let wrap = |line: &String| {
        let line = line.trim_end();
        let column = line.rfind("  ").map_or(if line.starts_with("- ") { 2 } else { 0 }, |gap| gap + 2);
        let indent = " ".repeat(display_width(&line[..column]).min(2 * width / 3));
        let options = textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(line, options.subsequent_indent(&indent)) + "\n"
    };
    lines.iter().map(wrap).collect()
}

/// Returns a text, shortened with `…` if it is wider than `width` columns.
#[cfg(feature = "viewer")]
pub(crate) fn clipped(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut columns = 0;
    // character by character, because any number of them may have no width
    let has_room = |c: &char| {
        columns += display_width(c.encode_utf8(&mut [0; 4]));
        columns < width
    };
    let clipped: String = text.chars().take_while(has_room).collect();
    if width > 0 { clipped + "…" } else { clipped }
}

/// Returns the lines of a text. Only the program has pages, to which lines are wrapped.
#[cfg(not(feature = "raster"))]
pub(crate) fn wrapped(text: &str, _width: usize) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Splits a text into words at the characters that [`Printable`] displays as a space.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |c: char| c == ' ' || c.is_whitespace() && is_unprintable(c);
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Writes a text in which `replace` writes the special characters. Other characters that cannot be printed become
/// what [`Printable`] shows for them.
fn replaced(
    text: &str,
    f: &mut fmt::Formatter<'_>,
    is_special: impl Fn(char) -> bool,
    replace: impl Fn(char, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let mut rest = text;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_special(*c) || is_unprintable(*c)) {
        f.write_str(&rest[..at])?;
        if is_special(c) {
            replace(c, f)?;
        } else {
            f.write_str(if c.is_whitespace() { " " } else { "\u{fffd}" })?;
        }
        rest = &rest[at + c.len_utf8()..];
    }
    f.write_str(rest)
}

/// Appends a text as it is shown. A plain text is shown unchanged.
fn push(text: &str, shown: impl fmt::Display, out: &mut String) {
    if is_plain(text) {
        out.push_str(text);
    } else {
        // writing to a string does not fail
        let _ = write!(out, "{shown}");
    }
}

/// Returns whether a text is printable ASCII that needs no escapes. Most texts are, and this is a fast check.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'))
}

/// Returns whether a character must not be written to a terminal: control characters,
/// bidirectional formatting characters, and characters that cannot be seen.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    let is_invisible =
        matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    let is_bidirectional =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
    c.is_control() || is_invisible || is_bidirectional || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "cli")]
    fn a_page_is_wrapped_by_its_paragraphs_and_columns() {
        let page = "A title\n\nSome words that\nfollow.\n- an item that\n  goes on\n\n  key    what it does\n\x1b[94m    1. e4 e5 2. Nf3\x1b[0m\n";
        let expected = "A title\n\nSome words\nthat follow.\n- an item\n  that goes\n  on\n\n  key\n        what\n        it\n        does\n";
        let wrapped = wrapped_page(page, 12);
        assert!(wrapped.starts_with(expected), "{wrapped}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&wrapped), words(page));
        assert!(wrapped.lines().all(|line| display_width(line) <= 12), "{wrapped}");
    }

    /// A name of many characters without a width would otherwise take for ever.
    #[cfg(feature = "viewer")]
    #[test]
    fn texts_are_clipped_by_their_columns() {
        for (text, width, expected) in
            [("Tal", 3, "Tal"), ("Tal", 2, "T…"), ("Tal", 0, ""), ("棋聖", 3, "棋…")]
        {
            assert_eq!(clipped(text, width), expected, "{text} {width}");
        }
        let marks = "\u{301}".repeat(200_000);
        assert!(clipped(&format!("e{marks}xyz"), 3) == format!("e{marks}x…"));
    }

    #[test]
    fn every_character_survives_a_round_trip_through_json() {
        let text: String = ('\0'..='\u{e0100}').filter(|c| u32::from(*c) % 7 < 3).collect();
        let json = JsonText(&text).to_string();
        assert!(!json.contains(is_unprintable));
        assert_eq!(serde_json::from_str::<String>(&format!("\"{json}\"")).unwrap(), text);
    }

    #[test]
    fn control_characters_are_replaced() {
        let shown = Printable("a\x1b[31mb\tc\u{9b}d\u{202e}e\u{200f}f\u{2028}g\u{200b}").to_string();
        assert_eq!(shown, "a\u{fffd}[31mb c\u{fffd}d\u{fffd}e\u{fffd}f g\u{fffd}");
    }
}
