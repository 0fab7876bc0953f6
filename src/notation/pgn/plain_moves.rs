//! Runs of plain moves, which are most of every file.
//!
//! A run is one token of the grammar, and its elements are read from its bytes: numbers with their dots,
//! moves as export form writes them, annotations and comments behind them. In a database nearly every byte
//! of the movetext is in a run, and the tables of lexer and parser are left to what stands between. What is
//! not certain to be plain ends the run and is left to the lexer, so the two must agree on each run:
//!
//! - A run begins with a move, which may have a number, and ends behind a move, an annotation or a comment.
//!   So it can stand wherever a move can.
//! - A move ends where no check mark, no `e.p.` and no other sign that belongs to it can follow.
//! - The number 1, with which a game may begin, is in no run.
//! - No comment contains another opening brace.
//! - A run has no more elements than there is room for, so a game of any length takes no more memory for it.

use shakmaty::{CastlingSide, Role, Square};

use super::{CheckMark, San};
use crate::syntax::{CommentBounds, CommentForm, Element, Node, NumberMark, plain_parts};
use crate::text::{Span, work};

/// Reads the run that begins at an offset of a text, but for white space, if there is one.
pub(super) fn read(text: &[u8], from: usize, bounds: CommentBounds, elements: &mut Vec<Element<San>>) {
    let mut scanner = Scanner { text, at: from };
    let mut has_move = false;
    // a move may come with a number
    while elements.len() + 1 < elements.capacity() {
        scanner.skip_space();
        let start = scanner.at;
        let node = match scanner.peek() {
            b'0'..=b'9' => {
                let Some(number) = scanner.number() else { break };
                let number = Element { node: number, span: Span::new(start, scanner.at) };
                scanner.skip_space();
                let start = scanner.at;
                let Some(san) = scanner.san() else { break };
                elements.push(number);
                elements.push(Element { node: Node::Move(san), span: Span::new(start, scanner.at) });
                has_move = true;
                continue;
            }
            b'A'..=b'Z' | b'a'..=b'h' => scanner.san().map(Node::Move),
            b'{' if has_move => scanner.comment(bounds),
            b'$' | b'!' | b'?' if has_move => scanner.nag(),
            _ => break,
        };
        let Some(node) = node else { break };
        elements.push(Element { node, span: Span::new(start, scanner.at) });
        has_move = true;
    }
    work::count(scanner.at - from);
}

/// The kinds of letters in a move behind that of its piece: a file, a rank, or a capture.
const FILE: u64 = 1;
const RANK: u64 = 2;
const CAPTURE: u64 = 3;

/// The bits of a letter's kind; below them is which file or rank it is.
const KIND: u32 = 3;

/// The kind and the number of each letter, or 0 if it is none of a move.
static LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut at = 0;
    while at < 8 {
        letters[b'a' as usize + at] = (FILE << KIND) as u8 | at as u8;
        letters[b'1' as usize + at] = (RANK << KIND) as u8 | at as u8;
        at += 1;
    }
    letters[b'x' as usize] = (CAPTURE << KIND) as u8;
    letters
};

/// Returns the form of a move with letters of some kinds, in order: a byte for each.
const fn form(kinds: &[u64]) -> u64 {
    let mut form = 0;
    let mut at = 0;
    while at < kinds.len() {
        form = form << 8 | kinds[at] << KIND;
        at += 1;
    }
    form
}

/// What the form of a move has of its letters.
const KINDS: u64 = u64::from_ne_bytes([3 << KIND; 8]);

const TO: u64 = form(&[FILE, RANK]);
const TAKES: u64 = form(&[CAPTURE, FILE, RANK]);
const FROM_FILE: u64 = form(&[FILE, FILE, RANK]);
const FROM_FILE_TAKES: u64 = form(&[FILE, CAPTURE, FILE, RANK]);
const FROM_RANK: u64 = form(&[RANK, FILE, RANK]);
const FROM_RANK_TAKES: u64 = form(&[RANK, CAPTURE, FILE, RANK]);
const FROM_SQUARE: u64 = form(&[FILE, RANK, FILE, RANK]);
const FROM_SQUARE_TAKES: u64 = form(&[FILE, RANK, CAPTURE, FILE, RANK]);

/// Goes through the bytes of a run. Each step returns `None` if what comes next is not plain.
struct Scanner<'s> {
    text: &'s [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Returns the next byte, or 0 at the end of the text.
    #[inline(always)]
    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        plain_parts::byte(self.text, at)
    }

    #[inline(always)]
    fn skip_space(&mut self) {
        self.at = plain_parts::space(self.text, self.at);
    }

    /// Reads a number and its dots, behind which a move or a space stands.
    #[inline(always)]
    fn number(&mut self) -> Option<Node<San>> {
        let (value, dots) = plain_parts::number(self.text, self.at)?;
        self.at = dots;
        while self.peek() == b'.' {
            self.at += 1;
        }
        let mark = match self.at - dots {
            0 => return None,
            1 => NumberMark::Plain,
            _ => NumberMark::Black,
        };
        let is_apart = matches!(self.peek(), b' ' | b'\n' | b'\r' | b'A'..=b'Z' | b'a'..=b'h');
        is_apart.then(|| Node::number(value, mark))
    }

    /// Reads a move with its check mark.
    #[inline(always)]
    fn san(&mut self) -> Option<San> {
        let first = self.peek();
        if first == b'O' {
            return self.castling();
        }
        let is_piece = matches!(first, b'N' | b'B' | b'R' | b'Q' | b'K');
        let start = self.at + usize::from(is_piece);
        let (mut at, mut letters) = (start, 0);
        while let letter @ 1.. = u64::from(LETTERS[usize::from(self.byte(at))]) {
            // more letters than any form below has leave some in the upper bytes
            letters = letters << 8 | letter;
            at += 1;
        }
        let is_plain = match letters & KINDS {
            TO | FROM_FILE_TAKES => true,
            TAKES | FROM_FILE | FROM_RANK | FROM_RANK_TAKES | FROM_SQUARE | FROM_SQUARE_TAKES => is_piece,
            _ => false,
        };
        if !is_plain {
            return None;
        }
        let to = Square::ALL[((letters & 7) << 3 | letters >> 8 & 7) as usize];
        let mut san = San::from_letters(&self.text[start..at - 2], to);
        if is_piece {
            san = san.with_letter(first);
        }
        if self.byte(at) == b'=' && !is_piece {
            san = san.with_promotion(match self.byte(at + 1) {
                b'N' => Role::Knight,
                b'B' => Role::Bishop,
                b'R' => Role::Rook,
                b'Q' => Role::Queen,
                _ => return None,
            });
            at += 2;
        }
        self.at = at;
        self.end_of_move(san)
    }

    /// Reads a castling in capitals.
    #[cold]
    fn castling(&mut self) -> Option<San> {
        let rest = &self.text[self.at..];
        let (side, length) = match rest {
            [b'O', b'-', b'O', b'-', b'O', ..] => (CastlingSide::QueenSide, 5),
            [b'O', b'-', b'O', ..] => (CastlingSide::KingSide, 3),
            _ => return None,
        };
        self.at += length;
        self.end_of_move(San::castling(side))
    }

    /// Reads the check mark behind a move. Returns `None` unless the move certainly ends there.
    #[inline(always)]
    fn end_of_move(&mut self, san: San) -> Option<San> {
        let san = match self.peek() {
            b'+' => san.with_mark(CheckMark::Check),
            b'#' => san.with_mark(CheckMark::Mate),
            _ => return self.ends_move(self.at).then_some(san),
        };
        self.at += 1;
        self.ends_move(self.at).then_some(san)
    }

    /// Tells whether no sign at an offset can belong to a move before it.
    #[inline(always)]
    fn ends_move(&self, at: usize) -> bool {
        match self.byte(at) {
            b'\n' | b'\r' | b')' | b'{' | b'!' | b'?' | b'$' => true,
            b' ' => match self.byte(at + 1) {
                b'0'..=b'9' | b'A'..=b'Z' | b'{' | b'(' | b')' | b'$' | b'*' | b'\n' | b'\r' => true,
                b'a'..=b'h' => matches!(self.byte(at + 2), b'1'..=b'8' | b'x'),
                _ => false,
            },
            _ => false,
        }
    }

    /// Reads an annotation, as a number or as a suffix.
    fn nag(&mut self) -> Option<Node<San>> {
        let (nag, end) = plain_parts::nag(self.text, self.at)?;
        self.at = end;
        Some(Node::Nag(nag))
    }

    /// Reads a comment in braces.
    fn comment(&mut self, bounds: CommentBounds) -> Option<Node<San>> {
        self.at = plain_parts::comment(self.text, self.at, bounds)?;
        Some(Node::Comment(CommentForm::Braces))
    }
}
