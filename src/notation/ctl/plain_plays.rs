//! Runs of plain plays, which are most of every file.
//!
//! A run is one token of the grammar, and its elements are read from its bytes: whole plays, each a number
//! with its full stop, White's move, a comma and Black's move, and annotations and comments behind either of
//! them. What is not certain to be plain ends the run and is left to the lexer, so the two must agree on
//! each run:
//!
//! - A run begins with a number, and ends behind Black's half. So it can stand wherever a number can.
//! - A move has the letters of ASCII. It ends where no sign that belongs to it can follow, and nothing with
//!   which it would be a word, and before the last bytes of the text.
//! - The number 1, with which a game may begin, is in no run.
//! - No comment contains another opening brace.
//! - A run has no more elements than there is room for, so a game of any length takes no more memory for it.

use super::ctl_an::is_piece;
use super::{Column, CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Hex, Sign};
use crate::syntax::{CommentBounds, CommentForm, Element, Node, NumberMark, plain_parts};
use crate::text::{Span, work};

/// Reads the run that begins at an offset of a text, but for white space, if there is one.
pub(super) fn read(text: &[u8], from: usize, bounds: CommentBounds, elements: &mut Vec<Element<CtlAn>>) {
    let mut scanner = Scanner { text, at: from, bounds, elements };
    let mut whole = scanner.elements.len();
    while scanner.pass_play().is_some() {
        let is_over = scanner.pass_asides().is_none();
        whole = scanner.elements.len();
        if is_over {
            break;
        }
    }
    work::count(scanner.at - from);
    elements.truncate(whole);
}

/// Goes through the bytes of a run. Each step returns `None` if what comes next is not plain.
struct Scanner<'s, 'e> {
    text: &'s [u8],
    at: usize,
    bounds: CommentBounds,
    elements: &'e mut Vec<Element<CtlAn>>,
}

impl Scanner<'_, '_> {
    /// Returns the next byte, or 0 at the end of the text.
    #[inline(always)]
    fn peek(&self) -> u8 {
        plain_parts::byte(self.text, self.at)
    }

    #[inline(always)]
    fn skip_space(&mut self) {
        self.at = plain_parts::space(self.text, self.at);
    }

    /// Adds an element that ends at the next byte, if there is room for it.
    #[inline(always)]
    fn push(&mut self, start: usize, node: Node<CtlAn>) -> Option<()> {
        if self.elements.len() == self.elements.capacity() {
            return None;
        }
        self.elements.push(Element { node, span: Span::new(start, self.at) });
        Some(())
    }

    /// Passes a play up to Black's move.
    #[inline(always)]
    fn pass_play(&mut self) -> Option<()> {
        self.skip_space();
        self.pass_number()?;
        self.pass_move()?;
        self.pass_asides()?;
        if self.peek() != b',' {
            return None;
        }
        self.at += 1;
        self.pass_asides()?;
        self.pass_move()
    }

    /// Passes a number and its full stop, behind which a move or a space stands.
    #[inline(always)]
    fn pass_number(&mut self) -> Option<()> {
        let start = self.at;
        let (value, end) = plain_parts::number(self.text, start)?;
        self.at = end + 1;
        let is_plain =
            self.text.get(end) == Some(&b'.') && matches!(self.peek(), b' ' | b'\n' | b'\r' | b'A'..=b'Z');
        if !is_plain {
            return None;
        }
        self.push(start, Node::number(value, NumberMark::Plain))?;
        self.skip_space();
        Some(())
    }

    /// Passes white space and what may stand in it behind a move or a comma: annotations and comments.
    #[inline(always)]
    fn pass_asides(&mut self) -> Option<()> {
        loop {
            self.skip_space();
            let start = self.at;
            let (node, end) = match self.peek() {
                b'{' => {
                    (Node::Comment(CommentForm::Braces), plain_parts::comment(self.text, start, self.bounds)?)
                }
                b'$' | b'!' | b'?' => {
                    let (nag, end) = plain_parts::nag(self.text, start)?;
                    (Node::Nag(nag), end)
                }
                _ => return Some(()),
            };
            self.at = end;
            self.push(start, node)?;
        }
    }

    /// Passes a move with its check mark.
    #[inline(always)]
    fn pass_move(&mut self) -> Option<()> {
        let start = self.at;
        let mut bytes = MoveBytes::at(self.text, start)?;
        let written = bytes.ctl_an()?;
        self.at += bytes.passed;
        self.push(start, Node::Move(written))
    }
}

/// How many bytes are looked at for a move, which is more than the longest plain one has.
const LONGEST_MOVE: usize = 16;

/// The bytes of a move: so many that the length of the text need not be compared with each.
struct MoveBytes<'s> {
    bytes: &'s [u8; LONGEST_MOVE],
    /// How many have been passed.
    passed: usize,
}

impl<'s> MoveBytes<'s> {
    /// Returns the bytes at an offset of a text, unless it ends soon.
    #[inline(always)]
    fn at(text: &'s [u8], start: usize) -> Option<MoveBytes<'s>> {
        Some(MoveBytes { bytes: text[start..].first_chunk()?, passed: 0 })
    }

    /// Returns the next byte.
    #[inline(always)]
    fn first(&self) -> u8 {
        self.ahead(0)
    }

    /// Returns the byte behind the next one.
    #[inline(always)]
    fn second(&self) -> u8 {
        self.ahead(1)
    }

    /// Returns the third byte.
    #[inline(always)]
    fn third(&self) -> u8 {
        self.ahead(2)
    }

    #[inline(always)]
    fn ahead(&self, count: usize) -> u8 {
        // no plain move is so long that the remainder differs; without it the index would be checked
        self.bytes[(self.passed + count) % LONGEST_MOVE]
    }

    #[inline(always)]
    fn pass(&mut self, count: usize) {
        self.passed += count;
    }

    /// Reads a move with its check mark.
    #[inline(always)]
    fn ctl_an(&mut self) -> Option<CtlAn> {
        if self.second().is_ascii_uppercase() && self.third().is_ascii_uppercase() {
            return self.castling();
        }
        let piece = self.optional_piece();
        let from = self.hex()?;
        if self.first() == b'=' && piece.is_none() {
            return self.promotion_on(from);
        }
        let sign = self.sign()?;
        let captured = self.optional_piece();
        let to = self.hex()?;
        let promotion = if self.first() == b'=' { Some(self.promotion()?) } else { None };
        let mark = self.end_of_move()?;
        CtlAn::of_step(CtlStep { piece, from, sign, captured, to, promotion }, mark)
    }

    /// Reads the check mark behind a move. Returns `None` unless the move certainly ends there.
    #[inline(always)]
    fn end_of_move(&mut self) -> Option<Option<CtlMark>> {
        let mark = self.mark();
        // what else may stand here belongs to the move
        let ends =
            matches!(self.first(), b',' | b':' | b' ' | b'\n' | b'\r' | b')' | b'{' | b'!' | b'?' | b'$');
        ends.then_some(mark)
    }

    /// Reads the promotion of a waiting pawn behind its hex.
    #[cold]
    fn promotion_on(&mut self, hex: Hex) -> Option<CtlAn> {
        let promotion = self.promotion()?;
        CtlAn::new(CtlMove::Promotion { hex, promotion }, self.end_of_move()?)
    }

    /// Reads a castling.
    #[cold]
    fn castling(&mut self) -> Option<CtlAn> {
        let pieces = [self.first(), self.second(), self.third()].map(char::from);
        self.pass(pieces.len());
        if self.first() != b'-' || !pieces.into_iter().all(is_letter_of_piece) {
            return None;
        }
        self.pass(1);
        let mut destinations = [b' '; 4];
        for (at, destination) in destinations.iter_mut().enumerate() {
            match self.first() {
                column @ b'A'..=b'Z' => *destination = column,
                // one letter alone is none for the lexer either
                _ if at > 1 => break,
                _ => return None,
            }
            self.pass(1);
        }
        CtlAn::new(CtlMove::Castling { pieces, destinations }, self.end_of_move()?)
    }

    /// Reads a letter if the letter of a column follows it.
    #[inline(always)]
    fn optional_piece(&mut self) -> Option<char> {
        let piece = self.first();
        let is_piece = piece.is_ascii_uppercase() && self.second().is_ascii_uppercase();
        self.pass(usize::from(is_piece));
        is_piece.then_some(char::from(piece))
    }

    #[inline(always)]
    fn hex(&mut self) -> Option<Hex> {
        let column = Column::from_char(char::from(self.first()))?;
        let (first, second) = (self.second().wrapping_sub(b'0'), self.third().wrapping_sub(b'0'));
        let (line, length) = match (first, second) {
            (1..=9, 0..=9) => (10 * first + second, 3),
            (0, 0..=9) => return None,
            (0..=9, _) => (first, 2),
            _ => return None,
        };
        self.pass(length);
        Hex::new(column, line)
    }

    #[inline(always)]
    fn sign(&mut self) -> Option<Sign> {
        let (sign, length) = match (self.first(), self.second()) {
            (b'-', _) => (Sign::Hyphen, 1),
            (0xc3, 0x97) => (Sign::Times, 2),
            (b'*', _) => (Sign::Times, 1),
            (b'x', _) => (Sign::LetterX, 1),
            (b'@', b'@') => (Sign::DoubleAt, 2),
            (b'@', _) => (Sign::At, 1),
            _ => return None,
        };
        self.pass(length);
        Some(sign)
    }

    /// Reads what a pawn becomes.
    #[cold]
    fn promotion(&mut self) -> Option<CtlPromotion> {
        let piece = char::from(self.second());
        self.pass(2);
        (piece == '&' || is_letter_of_piece(piece)).then_some(CtlPromotion::from_char(piece))
    }

    /// Reads a check mark.
    #[inline(always)]
    fn mark(&mut self) -> Option<CtlMark> {
        let (mark, length) = match (self.first(), self.second()) {
            (b'+', b'+') => (CtlMark::DoubleCheck, 2),
            (b'+', b'^') => (CtlMark::JumpCheck, 2),
            (b'+', _) => (CtlMark::Check, 1),
            (b'#', _) => (CtlMark::Mate, 1),
            _ => return None,
        };
        self.pass(length);
        Some(mark)
    }
}

/// Tells whether a character is the letter of a piece.
fn is_letter_of_piece(letter: char) -> bool {
    letter.is_ascii_uppercase() && is_piece(letter)
}
