//! Tables with a game or a position in each row: CSV, TSV, or lines of JSON. They are read as the text of games.
//!
//! A row becomes a line of PGN with a tag for each cell, and a blank line. So whatever is wrong in a row costs that row,
//! and the place of a message is that of the row: each line of the table is two lines of PGN (`Source::position`).
//!
//! ```text
//! PuzzleId,FEN,Moves,Rating
//! 00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760
//!
//! [PuzzleId "00sHx"] [FEN "q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17"] [Rating "1760"] e8d7 …
//! ```

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::{iter, mem};

use csv_core::ReadRecordResult;
use serde_json::{Map, Value};

use super::InputError;
use super::compression::plain_name;

/// The most bytes of a row. A quotation mark that is not closed may not take the rest of a file.
const MAX_ROW: usize = 16 << 20;

/// Returns the separator of the values of a table, if the name of a file says that it is one, and `None` in it for lines of
/// JSON.
fn separator(name: &str) -> Option<Option<u8>> {
    let name = name.to_ascii_lowercase();
    match plain_name(&name).rsplit_once('.')?.1 {
        "csv" => Some(Some(b',')),
        "tsv" => Some(Some(b'\t')),
        "jsonl" => Some(None),
        _ => None,
    }
}

/// Returns whether the name of a file says that it is a table.
pub(crate) fn is_table_name(name: &str) -> bool {
    separator(name).is_some()
}

/// Returns a reader of the text of games: that of the rows if the name is that of a table, and otherwise the text itself.
pub(super) fn as_games<'r>(name: &str, text: Box<dyn Read + Send + 'r>) -> Box<dyn Read + Send + 'r> {
    match separator(name) {
        Some(separator) => Box::new(Rows {
            table: BufReader::new(text),
            separator,
            parser: csv_core::ReaderBuilder::new().delimiter(separator.unwrap_or(b',')).build(),
            ahead: Vec::new(),
            start: 0,
            columns: Vec::new(),
            text: Cursor::default(),
        }),
        None => text,
    }
}

/// The cells of a row, each with the name of its column.
type Cells = Vec<(String, Vec<u8>)>;

/// A reader of the rows of a table as games.
struct Rows<R> {
    table: BufReader<R>,
    /// The separator of the values; `None` for lines of JSON.
    separator: Option<u8>,
    parser: csv_core::Reader,
    /// The lines that have been read.
    ahead: Vec<u8>,
    /// The offset in them of the next row.
    start: usize,
    /// The names of the columns, once the first row has been read.
    columns: Vec<String>,
    /// The games of the last row.
    text: Cursor<Vec<u8>>,
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.text.read(buffer)?;
            if length > 0 || buffer.is_empty() || !self.read_row()? {
                return Ok(length);
            }
        }
    }
}

impl<R: Read> Rows<R> {
    /// Turns the next row into a game. Returns `false` after the last one.
    fn read_row(&mut self) -> io::Result<bool> {
        let (end, is_whole) = self.row_end()?;
        let row = &self.ahead[mem::replace(&mut self.start, end)..end];
        if row.is_empty() {
            return Ok(false);
        }
        let mut text = mem::take(self.text.get_mut());
        text.clear();
        let is_blank = row.trim_ascii().is_empty();
        if !is_blank && self.columns.is_empty() && self.separator.is_some() {
            let names = values(&mut self.parser, row, row.len()).unwrap_or_default();
            self.columns = names.iter().map(|name| tag_name(name)).collect();
            let is_known = |name: &String| GAMES.contains(&&**name) || POSITIONS.contains(&&**name);
            if !self.columns.iter().any(is_known) {
                return Err(InputError::NoGamesInRows.into());
            }
        } else if !is_blank {
            let cells = match self.separator {
                None => cells_of_json(row),
                Some(_) => values(&mut self.parser, row, self.columns.len())
                    .filter(|_| is_whole)
                    .map(|values| self.columns.iter().cloned().zip(values).collect()),
            };
            // what cannot be read is no position
            let cells = cells.unwrap_or_else(|| vec![(POSITIONS[0].to_owned(), row.to_vec())]);
            write_game(cells, &mut text);
        }
        let lines = memchr::memchr_iter(b'\n', row).count();
        text.extend(b"\n\n".repeat(lines));
        self.text = Cursor::new(text);
        Ok(true)
    }

    /// Finds the end of the next row, which has several lines if there are line ends between quotation marks. Returns
    /// that of its first line, and `false`, if they are not closed.
    fn row_end(&mut self) -> io::Result<(usize, bool)> {
        if self.start == self.ahead.len() || self.start > MAX_ROW {
            self.ahead.drain(..mem::take(&mut self.start));
        }
        let first = self.line_end(self.start)?;
        let Some(separator) = self.separator else { return Ok((first, true)) };
        let (mut at, mut end) = (self.start, first);
        let (mut is_quoted, mut before) = (false, separator);
        loop {
            for &byte in &self.ahead[at..end] {
                // in the middle of a cell a mark is itself, but two of them between marks are one
                is_quoted ^= byte == b'"' && (is_quoted || before == separator || before == b'"');
                before = byte;
            }
            if !is_quoted {
                return Ok((end, true));
            }
            at = end;
            end = self.line_end(at)?;
            if at == end || end - self.start > MAX_ROW {
                return Ok((first, false));
            }
        }
    }

    /// Finds the end of the line that begins at an offset of the lines that have been read, or reads it.
    fn line_end(&mut self, from: usize) -> io::Result<usize> {
        if let Some(length) = memchr::memchr(b'\n', &self.ahead[from..]) {
            return Ok(from + length + 1);
        }
        self.table.by_ref().take(MAX_ROW as u64).read_until(b'\n', &mut self.ahead)?;
        // the last line may lack its end, and of one that is too long the rest is another
        if self.ahead.len() > from && !self.ahead.ends_with(b"\n") {
            self.ahead.push(b'\n');
        }
        Ok(self.ahead.len())
    }
}

/// Returns the values of a row. Returns `None` if there are more than `most`.
fn values(parser: &mut csv_core::Reader, row: &[u8], most: usize) -> Option<Vec<Vec<u8>>> {
    let (mut text, mut ends) = (vec![0; row.len()], vec![0; most]);
    parser.reset();
    let (result, _, _, count) = parser.read_record(row, &mut text, &mut ends);
    let starts = iter::once(&0).chain(&ends);
    let values = starts.zip(&ends[..count]).map(|(start, end)| text[*start..*end].to_vec());
    (result == ReadRecordResult::Record).then(|| values.collect())
}

/// Returns the cells of an object of JSON.
fn cells_of_json(row: &[u8]) -> Option<Cells> {
    let object: Map<String, Value> = serde_json::from_slice(row).ok()?;
    let cells = object.into_iter().map(|(name, value)| (tag_name(name.as_bytes()), cell(value).into_bytes()));
    Some(cells.collect())
}

/// Returns a value of JSON as the text of a cell.
fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(items) => items.into_iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The names of the columns with whole games, with moves, and with positions.
const GAMES: [&str; 2] = ["Pgn", "Moves"];
const POSITIONS: [&str; 2] = ["FEN", "TLPD"];

/// Returns the name of the tag for a column: `White` for `white`.
fn tag_name(column: &[u8]) -> String {
    let bytes = column.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
    let mut name: String = bytes.map(|byte| char::from(*byte)).collect();
    let known = ["ECO", "Pgn"].into_iter().chain(POSITIONS).find(|known| known.eq_ignore_ascii_case(&name));
    if let Some(known) = known {
        return known.to_owned();
    }
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if name.is_empty() { "Column".to_owned() } else { name }
}

/// Appends the game of a row.
fn write_game(mut cells: Cells, text: &mut Vec<u8>) {
    cells.retain(|(_, value)| !value.trim_ascii().is_empty());
    let has = |wanted: &str| cells.iter().any(|(name, _)| name == wanted);
    // only C'escacs has such a description
    if has(POSITIONS[1]) && !has("Variant") {
        cells.push(("Variant".to_owned(), b"C'escacs".to_vec()));
    }
    // the order of CTL-PGN
    cells.sort_by_key(|(name, _)| (name == POSITIONS[1], name != "Variant"));
    let game = GAMES.into_iter().find_map(|wanted| cells.iter().position(|(name, _)| name == wanted));
    let (name, game) = game.map(|at| cells.remove(at)).unwrap_or_default();
    let is_whole = name == GAMES[0];
    if is_whole {
        cells.retain(|(name, _)| memchr::memmem::find(&game, format!("[{name} ").as_bytes()).is_none());
    }
    let result = cells.iter().find(|(name, value)| name == "Result" && is_result(value.trim_ascii()));
    let result = result.map_or(b"*".to_vec(), |(_, value)| value.trim_ascii().to_vec());
    // two tags end a comment of the row before that is not closed
    if cells.len() < 2 && !game.starts_with(b"[") {
        cells.extend(["Event", "Site"].map(|name| (name.to_owned(), b"?".to_vec())));
    }
    for (name, value) in cells {
        text.extend([b"[", name.as_bytes(), b" \""].concat());
        for &byte in value.trim_ascii() {
            match byte {
                b'"' | b'\\' => text.extend([b'\\', byte]),
                b'\r' | b'\n' => text.push(b' '),
                _ => text.push(byte),
            }
        }
        text.extend(b"\"] ");
    }
    write_moves(&game, text);
    let last = game.trim_ascii().rsplit(u8::is_ascii_whitespace).next();
    if !is_whole && !last.is_some_and(is_result) {
        text.extend([b" ", &*result].concat());
    }
}

/// Returns whether a text is a result of PGN.
fn is_result(text: &[u8]) -> bool {
    matches!(text, b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

/// Appends moves as one line. Comments that end with their lines get braces.
fn write_moves(moves: &[u8], text: &mut Vec<u8>) {
    // the sign that has begun a comment or a quotation
    let (mut open, mut before) = (None, b'\n');
    for &byte in moves.trim_ascii() {
        let ends_line = matches!(byte, b'\n' | b'\r');
        let (now, written) = match (open, byte) {
            (None, b';') => (Some(b';'), b'{'),
            (None, b'%') if matches!(before, b'\n' | b'\r') => (Some(b';'), b'{'),
            (None, b'{' | b'"') => (Some(byte), byte),
            (Some(b'{'), b'}') => (None, byte),
            (Some(b'"'), b'"') if before != b'\\' => (None, byte),
            (Some(b'"'), _) if ends_line => (None, b' '),
            (Some(b';'), _) if ends_line => (None, b'}'),
            (Some(b';'), b'}') => (open, b')'),
            _ => (open, if ends_line { b' ' } else { byte }),
        };
        text.push(written);
        (open, before) = (now, byte);
    }
    if open == Some(b';') {
        text.push(b'}');
    }
}
