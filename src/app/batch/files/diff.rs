//! The difference of two texts, as a unified diff that `patch` and `git apply` take.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use similar::{DiffOp, DiffTag, group_diff_ops};

use crate::app::changes::differences;
use crate::text::{Printable, Text};

/// The number of equal lines around a change.
const CONTEXT: usize = 3;

/// The time after which the rest is compared only in the simplest way, so that texts with nothing
/// in common do not take much more time. `similar` was chosen because it takes such a deadline and
/// compares bytes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the lines of a diff are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app::batch) enum DiffStyle {
    /// As the texts have them, byte by byte, for programs.
    Exact,
    /// Printable, for a terminal.
    Shown,
    /// Printable and in colours.
    Painted,
}

/// A kind of line of a diff: its prefix, and the escape sequence of its colour, as Git has them.
type Line = (&'static str, &'static str);

const NAME: Line = ("", "\x1b[1m");
const PLACE: Line = ("", "\x1b[36m");
const EQUAL: Line = (" ", "");
const OLD: Line = ("-", "\x1b[31m");
const NEW: Line = ("+", "\x1b[32m");

/// Writes the difference of two texts of a file. `anchors` are offsets in the old and in the new
/// text, in ascending order, at which the same game begins. The texts are compared game by game
/// between them, so that the time is linear in the length of the file and not quadratic.
pub(in crate::app::batch) fn write_diff(
    path: &Path,
    [old, new]: [&[u8]; 2],
    anchors: &[(usize, usize)],
    style: DiffStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = [lines_of(old), lines_of(new)];
    let ops = compare(&lines, &line_anchors(&lines, anchors), Instant::now() + PATIENCE);
    let mut out = DiffWriter { style, out };
    let names = [("---", 'a'), ("+++", 'b')];
    for (mark, side) in names {
        out.line(NAME, format!("{mark} {}\n", name_in_diff(side, path)).as_bytes())?;
    }
    for hunk in group_diff_ops(ops, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let place = [
            line_range(first.old_range().start, last.old_range().end),
            line_range(first.new_range().start, last.new_range().end),
        ];
        out.line(PLACE, format!("@@ -{} +{} @@\n", place[0], place[1]).as_bytes())?;
        for op in hunk {
            let (old, new) = (&lines[0][op.old_range()], &lines[1][op.new_range()]);
            if op.tag() == DiffTag::Equal {
                old.iter().try_for_each(|line| out.line(EQUAL, line))?;
            } else {
                old.iter().try_for_each(|line| out.line(OLD, line))?;
                new.iter().try_for_each(|line| out.line(NEW, line))?;
            }
        }
    }
    Ok(())
}

/// Splits a text into lines with their line ends.
fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Converts anchors from offsets to the indices of the lines that contain them.
fn line_anchors(lines: &[Vec<&[u8]>; 2], anchors: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let ends = lines.each_ref().map(|lines| {
        let ends = lines.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        ends.collect::<Vec<_>>()
    });
    let index_at = |side: usize, offset| ends[side].partition_point(|end| *end <= offset);
    anchors.iter().map(|&(old, new)| (index_at(0, old), index_at(1, new))).collect()
}

/// Compares lines from anchor to anchor.
fn compare(lines: &[Vec<&[u8]>; 2], anchors: &[(usize, usize)], deadline: Instant) -> Vec<DiffOp> {
    let end = (lines[0].len(), lines[1].len());
    let mut ops = Vec::new();
    let mut from = (0, 0);
    for &to in anchors.iter().chain([&end]) {
        let (old, new) = (&lines[0][from.0..to.0], &lines[1][from.1..to.1]);
        for op in differences(old, new, deadline) {
            let op = moved(op, from);
            match (ops.last_mut(), op) {
                (Some(DiffOp::Equal { len, .. }), DiffOp::Equal { len: more, .. }) => *len += more,
                _ => ops.push(op),
            }
        }
        from = to;
    }
    ops
}

/// Converts a difference between parts of texts into one between the texts.
fn moved(op: DiffOp, (old, new): (usize, usize)) -> DiffOp {
    let (tag, old_range, new_range) = op.as_tag_tuple();
    let (old_index, new_index) = (old_range.start + old, new_range.start + new);
    let (old_len, new_len) = (old_range.len(), new_range.len());
    match tag {
        DiffTag::Equal => DiffOp::Equal { old_index, new_index, len: old_len },
        DiffTag::Delete => DiffOp::Delete { old_index, old_len, new_index },
        DiffTag::Insert => DiffOp::Insert { old_index, new_index, new_len },
        DiffTag::Replace => DiffOp::Replace { old_index, old_len, new_index, new_len },
    }
}

/// Returns a range of lines as a diff writes it: the number of its first line, counted from 1, and the number
/// of lines unless that is one. An empty range has the number of the line before it.
fn line_range(start: usize, end: usize) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => (start + 1).to_string(),
        count => format!("{},{count}", start + 1),
    }
}

/// Returns the name of a file in a diff, as Git writes it: with `/`, quoted if it has characters
/// with a meaning there, or else followed by a tab if it has spaces.
fn name_in_diff(side: char, path: &Path) -> String {
    let path = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let name = format!("{side}/{}", path.trim_start_matches("./").trim_start_matches('/'));
    let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\');
    if name.chars().all(is_plain) && Printable(&name).to_string() == name {
        return if name.contains(' ') { name + "\t" } else { name };
    }
    let mut quoted = String::from('"');
    for c in name.chars() {
        let shown = Printable(c.encode_utf8(&mut [0; 4])).to_string();
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            _ if shown.starts_with(c) => quoted.push(c),
            _ => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                // writing to a string does not fail
                let _ = write!(quoted, "\\{byte:03o}");
            }),
        }
    }
    quoted + "\""
}

/// Writes the lines of a diff in a style.
struct DiffWriter<'o, W> {
    style: DiffStyle,
    out: &'o mut W,
}

impl<W: Write> DiffWriter<'_, W> {
    /// Writes a line, which has a line end unless it is the last of its text.
    fn line(&mut self, (prefix, color): Line, text: &[u8]) -> io::Result<()> {
        let ended = text.strip_suffix(b"\n");
        let line = ended.unwrap_or(text);
        if self.style == DiffStyle::Exact {
            self.out.write_all(prefix.as_bytes())?;
            self.out.write_all(line)?;
        } else {
            let line = Text(line.strip_suffix(b"\r").unwrap_or(line)).decode();
            let is_painted = self.style == DiffStyle::Painted && !color.is_empty();
            let (begin, end) = if is_painted { (color, "\x1b[0m") } else { ("", "") };
            write!(self.out, "{begin}{prefix}{}{end}", Printable(&line))?;
        }
        self.out.write_all(b"\n")?;
        if ended.is_none() { self.out.write_all(b"\\ No newline at end of file\n") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str, anchors: &[(usize, usize)], style: DiffStyle) -> String {
        let mut out = Vec::new();
        write_diff(Path::new("a b.pgn"), [old.as_bytes(), new.as_bytes()], anchors, style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_diff_has_hunks_with_context() {
        let numbers = |from: u32, to: u32| (from..to).map(|line| format!("{line}\n")).collect::<String>();
        let old = numbers(0, 20) + "last";
        let new = old.replace("3\n", "x\n").replace("last", "last\n");
        assert_eq!(
            diff(&old, &new, &[], DiffStyle::Exact),
            "--- a/a b.pgn\t\n+++ b/a b.pgn\t\n@@ -1,7 +1,7 @@\n 0\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n\
             @@ -11,11 +11,11 @@\n 10\n 11\n 12\n-13\n+1x\n 14\n 15\n 16\n 17\n 18\n 19\n-last\n\
             \\ No newline at end of file\n+last\n"
        );
        assert_eq!(diff("", "a\n", &[], DiffStyle::Exact).lines().nth(2), Some("@@ -0,0 +1 @@"));
    }

    #[test]
    fn anchors_bound_what_is_compared() {
        let (old, new) = ("a\nb\nc\n", "b\nc\nd\n");
        let changed = |text: &str| text.lines().filter(|line| line.starts_with(['-', '+'])).count() - 2;
        assert_eq!(changed(&diff(old, new, &[], DiffStyle::Exact)), 2);
        // the anchors fall at the beginning of a line or inside it
        assert_eq!(changed(&diff(old, new, &[(2, 2)], DiffStyle::Exact)), 4);
        assert_eq!(changed(&diff(old, new, &[(3, 2)], DiffStyle::Exact)), 4);
    }

    #[test]
    fn no_control_sequence_of_a_text_reaches_the_terminal() {
        let shown = diff("a\x1b[2J\r\n", "b\n", &[], DiffStyle::Shown);
        assert!(shown.contains("-a\u{fffd}[2J\n+b\n"), "{shown}");
        let painted = diff("a\x1b[2J\n", "b\n", &[], DiffStyle::Painted);
        assert!(painted.contains("\x1b[31m-a\u{fffd}[2J\x1b[0m\n\x1b[32m+b\x1b[0m\n"), "{painted}");
    }

    #[test]
    fn names_are_quoted_if_they_need_it() {
        for (name, in_diff) in [
            ("games.pgn", "a/games.pgn"),
            ("./x/y.pgn", "a/x/y.pgn"),
            ("/tmp/y.pgn", "a/tmp/y.pgn"),
            ("a\nb\"\u{200f}.pgn", r#""a/a\012b\"\342\200\217.pgn""#),
        ] {
            assert_eq!(name_in_diff('a', Path::new(name)), in_diff);
        }
    }
}
