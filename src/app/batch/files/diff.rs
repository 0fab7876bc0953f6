//! The difference of two texts, as a unified diff that `patch` and `git apply` take.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use similar::{DiffOp, DiffTag};

use crate::app::differences::differences;
use crate::app::file_problems::RewriteFault;
use crate::text::{NoPlainText, Printable, Text};

/// The number of equal lines around a change.
const CONTEXT: usize = 3;

/// The number of lines after which a hunk ends at the next lines that are equal, lest a hunk be as long as the file.
const LONGEST: usize = 10_000;

/// The maximum length in bytes of lines in which changed words are marked. Nobody finds a word in a longer one.
const LONGEST_MARKED: usize = 4096;

/// The time after which the rest is compared only in the simplest way, so that texts with nothing
/// in common do not take much more time. `similar` was chosen because it takes such a deadline and
/// compares bytes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the lines of a diff are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffStyle {
    /// As the texts have them, byte by byte, for programs.
    Exact,
    /// Printable, for a terminal.
    Shown,
    /// Printable and in colours.
    Painted,
}

/// A kind of line of a diff: its prefix, and the escape sequence of its colour, as Git has them.
type LineKind = (&'static str, &'static str);

const NAME: LineKind = ("", "\x1b[1m");
const PLACE: LineKind = ("", "\x1b[36m");
const EQUAL: LineKind = (" ", "");
const OLD: LineKind = ("-", "\x1b[31m");
const NEW: LineKind = ("+", "\x1b[32m");

/// Writes the difference of two texts of a file, and returns whether there is one. `anchors` are offsets in the old and
/// in the new text, in ascending order, at which the same game begins. The texts are read and compared game by game
/// between them, so that the time is linear in the length of the file, and the memory does not depend on it.
///
/// # Errors
///
/// Returns [`RewriteFault::NoPlainText`] if a text cannot be read, and [`RewriteFault::Output`] if the difference cannot
/// be written.
pub fn write_diff(
    path: &Path,
    [old, new]: [&mut dyn Read; 2],
    anchors: &[(usize, usize)],
    style: DiffStyle,
    out: &mut impl Write,
) -> Result<bool, RewriteFault> {
    let deadline = Instant::now() + PATIENCE;
    let mut sides = [old, new].map(|text| Side { text: BufReader::new(text), held: Vec::new(), read_to: 0 });
    let (out, lines) = (DiffWriter { style, out }, VecDeque::new());
    let mut hunks = Hunks { names: Some(path), out, lines, has_begun: false, equal: 0, counts: [0; 2] };
    for &(old, new) in anchors.iter().chain([&(usize::MAX, usize::MAX)]) {
        let parts = [sides[0].lines_before(old)?, sides[1].lines_before(new)?];
        let lines =
            parts.each_ref().map(|part| part.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>());
        for op in differences(&lines[0], &lines[1], deadline) {
            let (old, new) = (&lines[0][op.old_range()], &lines[1][op.new_range()]);
            if op.tag() == DiffTag::Equal {
                old.iter().try_for_each(|line| hunks.keep(line)).map_err(RewriteFault::Output)?;
            } else {
                old.iter().for_each(|line| hunks.change(0, line));
                new.iter().for_each(|line| hunks.change(1, line));
            }
        }
    }
    hunks.end().and_then(|()| hunks.out.out.flush()).map_err(RewriteFault::Output)?;
    Ok(hunks.names.is_none())
}

/// One of the two texts, as it is read.
struct Side<'t> {
    text: BufReader<&'t mut dyn Read>,
    /// The line that has been read and belongs to the next part.
    held: Vec<u8>,
    /// The offset up to which the text has been read.
    read_to: usize,
}

impl Side<'_> {
    /// Reads the lines before the one that contains an offset, or all.
    fn lines_before(&mut self, offset: usize) -> Result<Vec<u8>, NoPlainText> {
        let mut part = mem::take(&mut self.held);
        let mut last = 0;
        while self.read_to <= offset {
            last = part.len();
            let length = self.text.read_until(b'\n', &mut part)?;
            if length == 0 {
                return Ok(part);
            }
            self.read_to += length;
        }
        self.held = part.split_off(last);
        Ok(part)
    }
}

/// The hunks of a diff, each of which is written when it has ended.
struct Hunks<'p, 'o, W> {
    /// The path of the file, until its names have been written.
    names: Option<&'p Path>,
    out: DiffWriter<'o, W>,
    /// The hunk that has begun, if it has lines; or else the equal lines before the next one.
    lines: VecDeque<(LineKind, Vec<u8>)>,
    has_begun: bool,
    /// How many equal lines come last in it.
    equal: usize,
    /// How many lines each text has up to here.
    counts: [usize; 2],
}

impl<W: Write> Hunks<'_, '_, W> {
    /// Adds a line that both texts have.
    fn keep(&mut self, line: &[u8]) -> io::Result<()> {
        self.lines.push_back((EQUAL, line.to_vec()));
        self.equal += 1;
        self.counts = self.counts.map(|count| count + 1);
        let is_long = self.lines.len() > LONGEST && self.equal == CONTEXT;
        // with fewer equal lines between them, the contexts of two hunks would meet
        if self.has_begun && (is_long || self.equal > 2 * CONTEXT) {
            self.end()?;
        }
        if !self.has_begun && self.lines.len() > CONTEXT {
            self.lines.pop_front();
        }
        Ok(())
    }

    /// Adds a line that only the old text has, or only the new one.
    fn change(&mut self, side: usize, line: &[u8]) {
        (self.has_begun, self.equal) = (true, 0);
        self.lines.push_back(([OLD, NEW][side], line.to_vec()));
        self.counts[side] += 1;
    }

    /// Writes the hunk that has begun, and keeps the equal lines after it.
    fn end(&mut self) -> io::Result<()> {
        if !mem::take(&mut self.has_begun) {
            return Ok(());
        }
        if let Some(path) = self.names.take() {
            for (mark, side) in [("---", 'a'), ("+++", 'b')] {
                self.out.line(NAME, format!("{mark} {}\n", name_in_diff(side, path)).as_bytes(), &[])?;
            }
        }
        let surplus = self.equal.saturating_sub(CONTEXT);
        let after = self.lines.split_off(self.lines.len() - surplus);
        let mut hunk = mem::replace(&mut self.lines, after);
        let place = [OLD, NEW].into_iter().zip(self.counts).map(|(kind, count)| {
            let length = hunk.iter().filter(|(line, _)| *line == EQUAL || *line == kind).count();
            let end = count - surplus;
            line_range(end - length, end)
        });
        let place: Vec<_> = place.collect();
        self.out.line(PLACE, format!("@@ -{} +{} @@\n", place[0], place[1]).as_bytes(), &[])?;
        self.out.hunk(hunk.make_contiguous())
    }
}

/// Returns where two lines differ, in each of them: the words and gaps that the other does not have. There is nothing
/// if no word is the same, or if they are long.
fn changed_words(lines: [&[u8]; 2]) -> [Vec<Range<usize>>; 2] {
    let mut changed = [Vec::new(), Vec::new()];
    if lines.iter().any(|line| line.len() > LONGEST_MARKED) {
        return changed;
    }
    let is_gap = |byte: &u8| byte.is_ascii_whitespace();
    let words = lines.map(|line| line.chunk_by(|a, b| is_gap(a) == is_gap(b)).collect::<Vec<_>>());
    let ops = differences(&words[0], &words[1], Instant::now() + PATIENCE);
    let is_like = |op: &DiffOp| {
        op.tag() == DiffTag::Equal && !words[0][op.old_range()].iter().all(|word| word.iter().all(is_gap))
    };
    if !ops.iter().any(is_like) {
        return changed;
    }
    for op in ops.iter().filter(|op| op.tag() != DiffTag::Equal) {
        for (side, range) in [op.old_range(), op.new_range()].into_iter().enumerate() {
            let length = |words: &[&[u8]]| words.iter().map(|word| word.len()).sum::<usize>();
            let start = length(&words[side][..range.start]);
            changed[side].push(start..start + length(&words[side][range]));
        }
    }
    changed
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
            _ => quoted.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}"))),
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
    /// Writes the lines of a hunk. In colours, lines that take the place of as many others show which words differ.
    fn hunk(&mut self, lines: &[(LineKind, Vec<u8>)]) -> io::Result<()> {
        let mut marks = vec![Vec::new(); lines.len()];
        let runs: Vec<_> = lines.chunk_by(|(kind, _), (next, _)| kind == next).collect();
        let mut at = 0;
        for pair in runs.windows(2).filter(|_| self.style == DiffStyle::Painted) {
            let (old, new) = (pair[0], pair[1]);
            let is_replaced = (old[0].0, new[0].0) == (OLD, NEW) && old.len() == new.len();
            for (line, pair) in old.iter().zip(new).enumerate().filter(|_| is_replaced) {
                let [of_old, of_new] =
                    changed_words([&pair.0.1, &pair.1.1].map(|line| line.trim_ascii_end()));
                (marks[at + line], marks[at + old.len() + line]) = (of_old, of_new);
            }
            at += old.len();
        }
        lines.iter().zip(&marks).try_for_each(|((kind, line), marked)| self.line(*kind, line, marked))
    }

    /// Writes a line, which has a line end unless it is the last of its text. Some parts of it may be marked.
    fn line(&mut self, (prefix, color): LineKind, text: &[u8], marked: &[Range<usize>]) -> io::Result<()> {
        let ended = text.strip_suffix(b"\n");
        let line = ended.unwrap_or(text);
        if self.style == DiffStyle::Exact {
            self.out.write_all(prefix.as_bytes())?;
            self.out.write_all(line)?;
        } else {
            // on a terminal a carriage return would be printed as a sign at the end of each line
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let is_painted = self.style == DiffStyle::Painted && !color.is_empty();
            let (begin, end) = if is_painted { (color, "\x1b[0m") } else { ("", "") };
            write!(self.out, "{begin}{prefix}")?;
            let mut done = 0;
            for Range { start, end } in marked {
                let [before, changed] = [done..*start, *start..*end].map(|part| &line[part]);
                let [before, changed] = [before, changed].map(|part| Text(part).decode());
                write!(self.out, "{}\x1b[7m{}\x1b[27m", Printable(&before), Printable(&changed))?;
                done = *end;
            }
            write!(self.out, "{}{end}", Printable(&Text(&line[done..]).decode()))?;
        }
        self.out.write_all(b"\n")?;
        // `patch` and Git know a last line without a line end by this text
        if ended.is_none() { self.out.write_all(b"\\ No newline at end of file\n") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(old: &str, new: &str, anchors: &[(usize, usize)], style: DiffStyle) -> String {
        let mut out = Vec::new();
        let texts: [&mut dyn Read; 2] = [&mut old.as_bytes(), &mut new.as_bytes()];
        write_diff(Path::new("a b.pgn"), texts, anchors, style, &mut out).expect("both are in memory");
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
    fn a_long_hunk_ends_at_the_next_equal_lines() {
        let text = |changed: &str| format!("{changed}\na\nb\nc\n").repeat(LONGEST / 2);
        let shown = diff(&text("old"), &text("new"), &[], DiffStyle::Exact);
        let hunks: Vec<_> = shown.lines().filter(|line| line.starts_with("@@")).collect();
        // five lines for each group of four
        assert_eq!(
            hunks,
            ["@@ -1,8004 +1,8004 @@", "@@ -8005,8004 +8005,8004 @@", "@@ -16009,3992 +16009,3992 @@"]
        );
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
    fn words_that_differ_are_marked_in_colours() {
        let shown = diff("1. e4 e5\n2. Nf3\n", "1. e4 c5\n2. Nf3\n", &[], DiffStyle::Painted);
        assert!(shown.contains("-1. e4 \x1b[7me5\x1b[27m\x1b[0m\n"), "{shown:?}");
        assert!(shown.contains("+1. e4 \x1b[7mc5\x1b[27m\x1b[0m\n"), "{shown:?}");
        // lines that have nothing in common, or take the place of more, are not compared
        for (old, new) in [("a b\n", "c d\n"), ("a b\na c\n", "a d\n"), ("a b \n", "a b"), ("a\n", "b")] {
            let shown = diff(old, new, &[], DiffStyle::Painted);
            assert!(!shown.contains("\x1b[7m"), "{shown:?}");
        }
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
