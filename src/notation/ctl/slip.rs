//! Slips of the pen in moves and between them.
//!
//! A move of CTL-AN names both of its hexes, so that nearly every slip has one reading: a dash that is missing, doubled,
//! among spaces or another sign, a zero before a line, letters for figures and the reverse, letters of other alphabets that
//! look like those of the board, lower case.

use logos::{Lexer, Logos};

use super::ctl_an::{ctl_an, is_piece};
use super::{Column, CtlAn, CtlToken, Hex};
use crate::syntax::CommentForm;
use crate::text::{is_hyphen, with_latin_letters};

/// Reads a text that looks like a move with slips. It is no move if it can mean none, or two.
pub(super) fn read(lexer: &mut Lexer<'_, CtlToken>) -> CtlToken {
    of_text(lexer.slice()).map_or(CtlToken::Unknown, CtlToken::Move)
}

/// Returns the only move that a text with slips can mean.
pub(super) fn of_text(written: &[u8]) -> Option<CtlAn> {
    Some(ctl_an(mended(written)?.as_bytes()).ok()?.with_slip())
}

/// Returns the text of a move without its slips, if it can mean only one.
pub(crate) fn mended(written: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(written).ok()?;
    if let Some(unmarked) = text.strip_suffix("^+") {
        return Some(format!("{unmarked}+^"));
    }
    // the selector of text presentation may follow a figurine
    let text = with_latin_letters(text).replace('\u{fe0e}', "");
    only_move(&text, |column| column).or_else(|| {
        only_move(&text, |column| match column {
            '0' => 'D',
            '1' => 'I',
            '3' => 'E',
            '6' => 'G',
            '8' => 'B',
            letter => letter,
        })
    })
}

/// Returns the only move that a text can mean, with a function that says what letter stands for a column.
fn only_move(text: &str, meant: fn(char) -> char) -> Option<String> {
    let letter = |piece: Option<char>| piece.map_or(String::new(), String::from);
    let mut moves = hexes(text, meant).flat_map(|(piece, from, rest)| {
        let (sign, rest) = sign(rest);
        let to = hexes(rest, meant).filter(move |(captured, _, rest)| {
            (captured.is_none() || sign != '-') && !rest.starts_with(char::is_alphanumeric)
        });
        to.map(move |(captured, to, rest)| {
            format!("{}{from}{sign}{}{to}{}", letter(piece), letter(captured), rest.to_uppercase())
        })
    });
    let first = moves.next()?;
    moves.all(|other| other == first).then_some(first)
}

/// Lists the hexes with which a text may begin, each with the letter of a piece before it, if there is one, and with what
/// follows it.
fn hexes(text: &str, meant: fn(char) -> char) -> impl Iterator<Item = (Option<char>, Hex, &str)> {
    // a line has two figures at most, and a slip may put a zero before them
    let ways = (0..2).flat_map(|letters| (1..=3).map(move |figures| (letters, figures)));
    ways.filter_map(move |(letters, figures)| {
        let mut chars = text.chars();
        let piece = if letters == 1 { Some(chars.next()?.to_ascii_uppercase()) } else { None };
        let column = meant(chars.next()?).to_ascii_uppercase();
        let mut line = 0;
        for _ in 0..figures {
            line = line * 10 + figure(chars.next()?)?;
        }
        let hex = Hex::new(Column::from_char(column)?, u8::try_from(line).ok()?)?;
        piece.is_none_or(is_piece).then_some((piece, hex, chars.as_str()))
    })
}

fn figure(c: char) -> Option<u32> {
    match c {
        'O' | 'o' => Some(0),
        'l' | 'I' => Some(1),
        c => c.to_digit(10),
    }
}

/// Reads the sign between two hexes, with the spaces around it. What is no sign of capture is a dash.
fn sign(text: &str) -> (char, &str) {
    let text = text.trim_start();
    let (sign, rest) = match text.strip_prefix(['×', '✕', '✖', 'x', '*']) {
        Some(rest) => ('×', rest),
        None => ('-', text.trim_start_matches(|c| is_hyphen(c) || "_~:=.·>→".contains(c))),
    };
    (sign, rest.trim_start())
}

/// Reads `;`, which begins a comment unless it stands for a comma.
pub(super) fn semicolon(lexer: &mut Lexer<'_, CtlToken>) -> CtlToken {
    if is_comma(lexer) {
        return CtlToken::Comma;
    }
    lexer.bump(first_line(lexer.remainder()).len());
    CtlToken::Comment(CommentForm::Line)
}

/// How many bytes a move may have with what stands beside it.
const LONGEST: usize = 32;

/// Returns whether a sign stands for the comma between White's move, after its number, and one that may be Black's. No word
/// follows that one on its line.
pub(super) fn is_comma(lexer: &mut Lexer<'_, CtlToken>) -> bool {
    let (text, after) = (lexer.source(), lexer.remainder());
    let before = &text[lexer.span().start.saturating_sub(LONGEST)..lexer.span().start];
    let Some(stop) = memchr::memrchr(b'.', before) else { return false };
    let mut white = CtlToken::lexer(&before[stop + 1..]);
    let mut black = CtlToken::lexer(first_line(&after[..after.len().min(LONGEST)]));
    before[..stop].last().is_some_and(u8::is_ascii_digit)
        && matches!(white.next(), Some(Ok(CtlToken::Move(_))))
        && white.all(|token| matches!(token, Ok(CtlToken::Nag(_))))
        && matches!(black.next(), Some(Ok(CtlToken::Move(_))))
        && !matches!(black.next(), Some(Ok(CtlToken::Unknown | CtlToken::Move(_)) | Err(_)))
}

fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len())]
}
