//! The movetext of a game in a page, and the records of its moves for the script.

use std::borrow::Cow;
use std::fmt::Write;
use std::mem;

use shakmaty::Color;

use super::Page;
use super::boards::{Board, EMPTY, Known};
use super::diagram::Diagrams;
use crate::format::movetext_index::MovetextIndex;
use crate::format::{Context, FormatError, speech};
use crate::message::{Language, PlyNumber, fill};
use crate::notation::ctl::PlaySign;
use crate::notation::ctl::reference::written_out;
use crate::picture::Marks;
use crate::rules::{MoveEffect, Opening, Ply, Replay, Rules, Status, Step};
use crate::syntax::{
    CommandValues, CommentForm, DIAGRAM_MARK, Element, Game, INCOMPLETE, Nag, Node, Notation, NotationKind,
    Score, without_commands,
};
use crate::text::{XmlText, words};

/// The NAGs that ask for a diagram, from White's side and from Black's.
const DIAGRAM_NAGS: [u8; 2] = [220, 221];

/// The marks in a comment that ask for a diagram.
const DIAGRAM_MARKS: [&str; 2] = [DIAGRAM_MARK, "[%diagram]"];

/// How many levels of variations are indented: deeper ones would leave no room on a telephone.
const INDENTED: usize = 2;

/// The parts of a game in a page.
#[derive(Debug)]
pub(super) struct Told {
    /// The starting position.
    pub(super) start: Known,
    /// The movetext as HTML.
    pub(super) movetext: String,
    /// The records of the moves, in the order of the movetext.
    pub(super) records: String,
}

/// Writes the movetext, the records and the diagrams of a game. Writing to a string cannot fail.
pub(super) struct Movetext<'a, 's, R: Rules> {
    game: &'a Game<'s, R::Notation>,
    index: MovetextIndex<'a, R::Notation>,
    diagrams: Diagrams<'a>,
    page: &'a Page,
    html: String,
    /// The diagrams that stand before the next part that is seen, and so after the brackets that end before it.
    diagrams_before_next: String,
    records: String,
    last: Last,
    /// The last move with its number and its signs.
    last_move: String,
    /// The side that has moved, if comments are on its move.
    mover: Option<Color>,
    depth: usize,
    /// Whether the last move mates. In CTL-PGN, the end of a game then needs no colon.
    mates: bool,
}

/// The last part written, as far as it affects the next move.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Last {
    /// White's move. Black's may follow it without a number.
    White,
    /// An opening bracket.
    Bracket,
    /// Anything else, after which Black's move needs its number (PGN standard, section 8.2.2.2).
    Other,
}

impl<'a, 's, R: Rules> Movetext<'a, 's, R> {
    pub(super) fn new(
        game: &'a Game<'s, R::Notation>,
        diagrams: Diagrams<'a>,
        page: &'a Page,
    ) -> Movetext<'a, 's, R> {
        Movetext {
            game,
            index: MovetextIndex::of(game),
            diagrams,
            page,
            html: String::new(),
            diagrams_before_next: String::new(),
            records: String::new(),
            last: Last::Other,
            last_move: String::new(),
            mover: None,
            depth: 0,
            mates: false,
        }
    }

    /// Returns the first position as an exercise: whose turn it is, and a diagram without arrows and circles, which
    /// may tell the solution.
    pub(super) fn task(&self, start: &R) -> String {
        let mut html = format!("<div class=task>{}</div>", XmlText(&self.turn(start)));
        self.diagrams.write(start, None, "", &Marks::default(), &mut html);
        html
    }

    fn turn(&self, position: &R) -> String {
        speech::turn(position, R::Notation::words(self.diagrams.language))
    }

    pub(super) fn write(mut self, start: R, context: &Context<'_, R>) -> Result<Told, FormatError> {
        let Diagrams { board, language, .. } = self.diagrams;
        let replay = Replay::every_line(self.game, start.clone()).with_illegal(context.illegal);
        let mut replay = replay.with_resolved(context.played);
        let first = board.known(&start);
        let mut known = first.clone();
        let mut before_last = None;
        let mut replaced = None;
        let is_given = first != board.start && !self.page.hides_moves;
        // in a game without moves, the diagram at the end is that of the start
        if self.index.last_move().is_some() && (is_given || self.asks_for_diagram(0)) {
            let turn = if is_given { self.turn(&start) } else { String::new() };
            self.add_diagram(&start, None, &turn, 0);
        }
        for at in 0..self.index.movetext.len() {
            let before = replay.position().clone();
            match replay.step()? {
                None => break,
                Some(Step::Ply(ply)) => {
                    let position = replay.position();
                    let after = board.known(position);
                    Played {
                        at: ply.at,
                        resolved: ply.resolved,
                        before: &known,
                        position,
                        opening_before: Opening::of(&before),
                        after: &after,
                        replaced: replaced.take(),
                    }
                    .write(board, language, &mut self.records);
                    let codes = mem::replace(&mut known, after).codes;
                    self.write_ply(&ply, &before, position);
                    self.write_signs(at, position, &codes);
                    if self.depth == 0 {
                        before_last = Some(codes);
                    }
                }
                Some(Step::Other(element)) => match element.node {
                    Node::Comment(_) => self.write_comment(element),
                    Node::VariationStart(label) => {
                        replaced = Some(replay.replaced());
                        self.mover = None;
                        known = board.known(replay.position());
                        self.open(label);
                    }
                    Node::VariationEnd => {
                        replaced = None;
                        self.mover = Some(replay.position().ply_number().side.other());
                        known = board.known(replay.position());
                        self.close();
                    }
                    // numbers and signs are written with the move they belong to
                    _ => {}
                },
            }
        }
        if self.game.cut_at.is_some() {
            let _ = write!(self.html, "\n<q>{INCOMPLETE}</q>");
        }
        for tag in self.game.tags.iter().filter(|_| self.game.is_listed) {
            let text = match tag.name.0 {
                b"bm" => language.best_moves,
                b"am" => language.avoided_moves,
                _ => continue,
            };
            let solution = fill(text, &[("value", &tag.value.decode())]);
            let _ = write!(self.html, "\n<i data-p=\"\">{}</i>", XmlText(&solution));
        }
        let result = R::Notation::result_text(self.game.outcome());
        let _ = write!(self.html, "<b data-p=\"\n{result}\">\u{a0}{}</b>", printed_result(result));
        self.mover = None;
        for element in self.index.after_result {
            self.write_comment(element);
        }
        if !self.page.hides_moves {
            // what it shows goes without saying
            self.add_diagram(
                replay.position(),
                before_last.as_deref(),
                "",
                self.index.last_move().map_or(0, |at| at + 1),
            );
        }
        self.write_diagrams();
        Ok(Told { start: first, movetext: self.html, records: self.records })
    }

    fn is_ctl() -> bool {
        R::Notation::KIND == Some(NotationKind::CtlPgn)
    }

    /// Writes a move, with its number where its notation requires one.
    fn write_ply(&mut self, ply: &Ply<'_, R>, before: &R, after: &R) {
        let follows = self.last == Last::White && ply.at.side == Color::Black;
        // no line ends after these
        let dots = match (ply.at.side, Self::is_ctl()) {
            (Color::White, false) => ".",
            (Color::Black, false) => "...",
            (Color::White, true) => ".\u{202f}",
            (Color::Black, true) => ".\u{202f}…,\u{202f}",
        };
        let number = format!("{}{dots}", ply.at.number);
        self.write_diagrams();
        self.html += match (self.last, Self::is_ctl()) {
            (_, false) if follows => " ",
            (_, true) if follows => ", ",
            (Last::Bracket, _) => "",
            _ => "\n",
        };
        if !follows {
            self.html += &number;
        }
        let mut san = String::new();
        self.page.options.move_text.write(before, ply.resolved, after, &mut san);
        self.mates = san.ends_with('#');
        // a line could end after a hyphen
        let [open, close] = if san.contains('-') { ["<bdi>", "</bdi>"] } else { [""; 2] };
        let _ = write!(self.html, "{open}{}{close}", XmlText(&san));
        self.last_move = number + &san;
        self.last = ply.at.side.fold_wb(Last::White, Last::Other);
        self.mover = Some(ply.at.side);
    }

    /// Writes the signs after the move at an index, and a diagram if one is asked for, except after the last move,
    /// after which there is one anyway. `before` are the codes of the pieces before the move.
    fn write_signs(&mut self, at: usize, position: &R, before: &[u8]) {
        let nags: Vec<_> = self.index.annotations(at).collect();
        for nag in &nags {
            self.write_nag(*nag);
        }
        let has = |sign: PlaySign| self.index.after_move(at).any(|element| element.node == sign);
        if has(PlaySign::DrawOffer) {
            self.html += "<i data-p=\" (=)\">(=)</i>";
        }
        let ends_line = Self::is_ctl() && has(PlaySign::EndOfPlay) && self.depth > 0;
        let ends_game = self.index.last_move() == Some(at);
        if (ends_line || Self::is_ctl() && ends_game) && !self.mates {
            self.html += "<i data-p=\":\"></i>";
        }
        let is_asked = nags.iter().any(|nag| DIAGRAM_NAGS.contains(&nag.0));
        if !ends_game && (is_asked || self.asks_for_diagram(at + 1)) {
            let caption = fill(self.diagrams.language.after_move, &[("value", &self.last_move)]);
            self.add_diagram(position, Some(before), &caption, at + 1);
        }
    }

    /// Writes an annotation as books print it, with its NAG in `data-p`, and in words for screen readers, which pass
    /// over many signs.
    fn write_nag(&mut self, nag: Nag) {
        let is_diagram = DIAGRAM_NAGS.contains(&nag.0);
        let sign = if is_diagram { "".into() } else { nag.printed() };
        let _ = write!(self.html, "<i data-p=\" ${}\"", nag.0);
        if let Some(meaning) = nag.meaning(self.diagrams.language).filter(|_| !sign.is_empty()) {
            let _ = write!(self.html, " role=img aria-label=\"{}\"", XmlText(meaning));
        }
        let _ = write!(self.html, ">{}</i>", XmlText(&sign));
        self.last_move.extend(Nag::judging_signs(&[nag]));
        // in CTL-PGN, only a comment or a variation interrupts a play
        if !Self::is_ctl() {
            self.last = Last::Other;
        }
    }

    /// Returns the text of a comment without commands. The marker and the references of CTL-PGN are in words, but for
    /// references to plays, which the script makes links.
    fn said(&self, whole: &str) -> String {
        let said = without_commands(whole);
        let said = words(&said).collect::<Vec<_>>().join(" ");
        if Self::is_ctl() { written_out(&said, self.diagrams.language, |_| None) } else { said }
    }

    /// Writes the text of a comment, with its text in the file in `data-p` if that is different, and the values that an
    /// engine has written in it as commands in `data-c`.
    fn write_comment(&mut self, element: &Element<R::Notation>) {
        let Some(comment) = self.game.comment(element).filter(|comment| comment.form != CommentForm::Escaped)
        else {
            return;
        };
        let whole = comment.text.decode();
        let said = self.said(&whole);
        let whole = words(&whole).collect::<Vec<_>>().join(" ");
        // one that is not seen leaves no space before a bracket
        if !said.is_empty() {
            self.write_diagrams();
            self.html.push('\n');
        }
        self.html += "<q";
        let _ = if whole.contains('}') {
            write!(self.html, " data-p=\";{}\"", XmlText(&whole))
        } else if said == whole {
            Ok(())
        } else {
            write!(self.html, " data-p=\"{{{}}}\"", XmlText(&whole))
        };
        self.write_engine_values(&whole);
        let _ = write!(self.html, ">{}</q>", XmlText(&said));
        // such a comment goes on to the end of its line
        if whole.contains('}') {
            self.html.push('\n');
        }
        // a move number after an invisible comment would surprise the reader
        if !said.is_empty() || Self::is_ctl() {
            self.last = Last::Other;
        }
    }

    /// Writes the values of an engine's comment as an attribute.
    fn write_engine_values(&mut self, comment: &str) {
        let values = CommandValues::of(self.mover, [comment]);
        // only values that depend on the side to move are written; the script reads the others itself
        if values == CommandValues::of(None, [comment]) {
            return;
        }
        let score = values.eval.map(|eval| match eval.score {
            Score::Centipawns(score) => format!("[%eval {:.2}]", f64::from(score) / 100.0),
            Score::Mate(moves) => format!("[%eval #{moves}]"),
        });
        self.html += " data-c=\"";
        self.html += &score.unwrap_or_default();
        for (name, time) in [("clk", values.clock), ("emt", values.elapsed)] {
            let Some(time) = time else { continue };
            let (seconds, thousandths) = (time.as_secs(), time.subsec_millis());
            let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
            let _ = write!(self.html, "[%{name} {hours}:{minutes:02}:{seconds:02}.{thousandths:03}]");
        }
        self.html.push('"');
    }

    fn open(&mut self, label: Option<u32>) {
        self.write_diagrams();
        self.html += if self.depth < INDENTED { "\n<span>(" } else { "\n(" };
        if let Some(label) = label {
            let _ = write!(self.html, "<i data-p=\"$[{label}] \">{label}: </i>");
        }
        self.depth += 1;
        self.last = Last::Bracket;
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        // the bracket stands in the line of the variation that ends before it, and not alone below that
        let end = self.html.trim_end_matches("</span>").len();
        self.html.insert(end, ')');
        if self.depth < INDENTED {
            self.html += "</span>";
        }
        self.last = Last::Other;
    }

    /// Returns the comments from an index to the next move of the line.
    fn comments(&self, from: usize) -> Vec<Cow<'a, str>> {
        let comments = self.index.up_to_move(from).filter_map(|element| self.game.comment(element));
        comments.map(|comment| comment.text.decode()).collect()
    }

    fn asks_for_diagram(&self, from: usize) -> bool {
        let asks = |comment: &Cow<'_, str>| DIAGRAM_MARKS.iter().any(|mark| comment.contains(mark));
        self.comments(from).iter().any(asks)
    }

    /// Returns the arrows and circles in such comments.
    fn marks(&self, position: &R, from: usize) -> Marks {
        Marks::of(position, &CommandValues::of(None, self.comments(from).iter().map(AsRef::as_ref)))
    }

    fn add_diagram(&mut self, position: &R, before: Option<&[u8]>, caption: &str, from: usize) {
        let marks = self.marks(position, from);
        self.diagrams.write(position, before, caption, &marks, &mut self.diagrams_before_next);
        self.last = Last::Other;
    }

    fn write_diagrams(&mut self) {
        self.html += &mem::take(&mut self.diagrams_before_next);
    }
}

/// Returns a result as books print it.
pub(super) fn printed_result(result: &str) -> String {
    result.replace('-', "–").replace("1/2", "½")
}

/// A move and the positions before and after it.
///
/// Its record gives the script the cells that change, and what cannot be known without the rules of
/// chess. A record has, in this order,
///
/// - the cells that a piece goes from and to; or `[`, each cell that changes with the code that is then on it, `|`,
///   the move in words, `]`, where the words of a castling are `=`, `k` or `q` for the wing, and the cells that the
///   king and the rook go to;
/// - `*` if the move begins a variation that replaces the move before the last one, as in CTL-PGN a variation of
///   White's move may follow Black's;
/// - `!` if the counter of moves without progress begins again;
/// - `+`, `#` or `$` for check, checkmate and stalemate;
/// - between `~`, the part of FEN or TLPD between the side to move and the counters, if that
///   changes; or between `%`, the whole text, if it cannot be made from the rest;
/// - between `^`, the words that replace whose turn it is, if the game is over;
/// - between `@`, the codes of the pieces in hand, if they change;
/// - between `{` and `}`, the opening, if the position has one that is not that of the position before: the ECO code,
///   a space and the name. The code is left out if it is the same as before, and if the name goes on from the one
///   before, only the rest is written, without the space.
///
/// `script/positions.js` plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played<'a, R: Rules> {
    pub(super) at: PlyNumber,
    pub(super) resolved: R::Move,
    pub(super) before: &'a Known,
    pub(super) position: &'a R,
    /// The opening of the position before the move, if it has one.
    pub(super) opening_before: Option<Opening>,
    pub(super) after: &'a Known,
    /// If it begins a variation, how many moves that replaces.
    pub(super) replaced: Option<usize>,
}

impl<R: Rules> Played<'_, R> {
    /// Appends the record of the move.
    pub(super) fn write(&self, board: &Board, language: &Language, out: &mut String) {
        self.write_changes(board, language, out);
        out.push_str(match self.replaced {
            Some(2) => "*",
            Some(0) => "=",
            _ => "",
        });
        let status = self.position.status();
        let description = self.description(board);
        if let Some((_, true)) = description {
            out.push('!');
        }
        out.push_str(match status {
            Status::Check => "+",
            Status::Checkmate => "#",
            Status::Stalemate => "$",
            Status::Free | Status::Over => "",
        });
        match description {
            Some((Some(middle), _)) => out.extend(["~", middle, "~"]),
            Some((None, _)) => {}
            None => out.extend(["%", &self.after.fen, "%"]),
        }
        if !matches!(status, Status::Free | Status::Check) {
            out.extend(["^", &speech::turn(self.position, R::Notation::words(language)), "^"]);
        }
        if self.before.hands != self.after.hands {
            out.extend(["@", self.after.hands.as_deref().unwrap_or_default(), "@"]);
        }
        self.write_opening(out);
    }

    fn write_changes(&self, board: &Board, language: &Language, out: &mut String) {
        let (before, after) = (&self.before.codes, &self.after.codes);
        let effect = self.position.effect(self.resolved);
        let changed = (0..after.len()).filter(|&cell| before[cell] != after[cell]);
        if let MoveEffect::Normal { from, to, promotion: None, .. } = effect
            && after[from] == EMPTY
            && after[to] == before[from]
            && changed.clone().all(|cell| cell == from || cell == to)
        {
            board.push_cell(from, out);
            board.push_cell(to, out);
            return;
        }
        out.push('[');
        for cell in changed {
            board.push_cell(cell, out);
            out.push(char::from(after[cell]));
        }
        out.push('|');
        match effect {
            // it is frequent, so it is written more briefly than in words
            MoveEffect::Castling { king, king_rook, queen_rook }
                if king_rook.is_some() != queen_rook.is_some() =>
            {
                out.push_str(if king_rook.is_some() { "=k" } else { "=q" });
                let cells = [Some(king), king_rook, queen_rook].into_iter().flatten();
                cells.for_each(|cell| board.push_cell(cell, out));
            }
            _ => out.push_str(&speech::effect(self.position, &effect, R::Notation::words(language))),
        }
        out.push(']');
    }

    fn write_opening(&self, out: &mut String) {
        let Some(Opening { eco, name }) = Opening::of(self.position) else { return };
        let before = self.opening_before;
        if before == Some(Opening { eco, name }) {
            return;
        }
        let eco = if before.is_some_and(|before| before.eco == eco) { "" } else { eco };
        let rest = before.and_then(|before| name.strip_prefix(before.name)).filter(|rest| goes_on(rest));
        match rest {
            Some(rest) => out.extend(["{", eco, rest, "}"]),
            None => out.extend(["{", eco, " ", name, "}"]),
        }
    }

    /// Returns how the script makes the FEN or TLPD of the position from the pieces and from that of the position
    /// before: the new text between the side to move and the counters, if that changes, and whether the counter of moves
    /// without progress begins again. Returns `None` if it cannot.
    fn description(&self, board: &Board) -> Option<(Option<&str>, bool)> {
        let [_, _, middle_before, counter_before, _] = fields(&self.before.fen)?;
        let [placement, side, middle, counter, number] = fields(&self.after.fen)?;
        let next = self.at.next();
        let is_known = placement == board.placement(&self.after.codes)
            && number == next.number.to_string()
            && side == next.side.fold_wb("w", "b");
        let goes_on = counter_before.parse::<u32>().is_ok_and(|count| counter == (count + 1).to_string());
        let changed = (middle_before != middle).then_some(middle);
        (is_known && (goes_on || counter == "0")).then_some((changed, !goes_on))
    }
}

/// Returns whether the rest of a name begins where another whole name ends, and not inside a word.
fn goes_on(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([':', ','])
}

/// Returns the parts of a FEN or TLPD: the pieces, the side to move, what is between that and the counters, and these.
fn fields(text: &str) -> Option<[&str; 5]> {
    let (placement, rest) = text.split_once(' ')?;
    let (side, rest) = rest.split_once(' ')?;
    let (rest, number) = rest.rsplit_once(' ')?;
    let (middle, counter) = rest.rsplit_once(' ')?;
    Some([placement, side, middle, counter, number])
}
