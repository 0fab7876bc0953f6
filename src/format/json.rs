//! JSON Lines: an object for each game, on a line of its own (docs/guide/json.md).
//!
//! Moves are written as the replay reaches them, and variations inside the moves they replace, so nesting needs
//! neither recursion nor a second pass. A key without a value is left out, so that a move takes little more than
//! its name.

use std::borrow::Cow;
use std::io;
use std::io::Write;
use std::time::Duration;

use shakmaty::Color;

use super::movetext_index::MovetextIndex;
use super::{Context, Format, FormatError, Needs, Pages, WriteResult, unplayed};
use crate::message::{Diagnostic, Language, Severity};
use crate::notation::ctl::PlaySign;
use crate::rules::{FenWriter, Ply, Replay, Rules, Step};
use crate::syntax::{Arrow, Circle, CommandValues, CommentForm, Element, Eval, Game, Node, Notation, Score};
use crate::text::JsonText;

/// Which positions [`Json`] writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Positions {
    /// None, and nothing of what a move does on the board: about three times the size of the PGN
    None,
    /// The positions before and after each move, in FEN or TLPD
    #[default]
    Fen,
}

/// Writes games as JSON Lines.
#[derive(Clone, Copy, Debug)]
pub struct Json {
    language: &'static Language,
    positions: Positions,
}

impl Json {
    /// Creates the format. `language` is that of the diagnostics.
    #[must_use]
    pub fn new(positions: Positions, language: &'static Language) -> Json {
        Json { language, positions }
    }

    /// Writes the last fields of a game, its warnings and its errors, and ends its object.
    fn write_diagnostics(&self, diagnostics: &[Diagnostic], out: &mut impl Write) -> io::Result<()> {
        for (key, severity) in [("warnings", Severity::Warning), ("errors", Severity::Error)] {
            let mut found = diagnostics.iter().filter(|found| found.severity == severity).peekable();
            if found.peek().is_some() {
                write!(out, r#","{key}":"#)?;
                array(out, found, |out, diagnostic| self.write_diagnostic(diagnostic, out))?;
            }
        }
        out.write_all(b"}\n")
    }

    fn write_diagnostic(&self, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
        let code = diagnostic.severity.letter_and(diagnostic.problem.code());
        let message = diagnostic.problem.message(self.language);
        write!(out, r#"{{"code":"{code}","message":"{}""#, JsonText(&message))?;
        if let Some(ply) = diagnostic.ply {
            write!(out, r#","move":"{ply}""#)?;
        }
        out.write_all(b"}")
    }

    /// Writes the fields of a game, from `rules` to the last comments.
    fn write_game<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        start: R,
        context: &Context<'_, R>,
        out: &mut impl Write,
    ) -> Result<(), FormatError> {
        let index = MovetextIndex::of(game);
        write!(out, r#","rules":"{}","tags":"#, start.name())?;
        write_tags(game, out)?;
        if self.positions == Positions::Fen {
            write!(out, r#","start":"{}""#, start.fen())?;
        }
        write_comments(&texts(index.up_to_move(0), game), "", None, out)?;
        out.write_all(br#","moves":["#)?;
        Moves::<R, _> {
            out,
            game,
            index: &index,
            positions: self.positions,
            san: String::new(),
            uci: String::new(),
            fen: Vec::new(),
            fen_writer: R::FenWriter::default(),
            fen_is_known: false,
        }
        .write(start, context)?;
        write!(out, r#"],"result":"{}""#, R::Notation::result_text(game.outcome()))?;
        Ok(write_comments(&texts(index.after_result, game), "_after", None, out)?)
    }
}

impl Format for Json {
    fn needs(&self) -> Needs {
        Needs { diagnostics: true, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        match self.positions {
            Positions::None => 3,
            Positions::Fen => 26,
        }
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        pages.out().write_all(br#"{"index":"#)?;
        pages.number()?;
        if let Some(source) = context.source {
            let (name, line) = (JsonText(source.name()), source.position(game.begins_at).line);
            write!(pages.out(), r#","file":"{name}","line":{line}"#)?;
        }
        match R::set_up(game) {
            Ok(start) => self.write_game(game, start.position, context, pages.out())?,
            Err(_) => write_unplayed(context, pages.out())?,
        }
        Ok(self.write_diagnostics(context.diagnostics, pages.out())?)
    }
}

/// Writes the fields of a game that cannot be replayed, with its movetext as one text.
fn write_unplayed<R: Rules>(context: &Context<'_, R>, out: &mut impl Write) -> io::Result<()> {
    let game = unplayed::game_of(context);
    out.write_all(br#","tags":"#)?;
    write_tags(&game, out)?;
    let (movetext, result) = (unplayed::text_of(context), R::Notation::result_text(game.outcome()));
    write!(out, r#","moves":[],"movetext":"{}","result":"{result}""#, JsonText(movetext.trim_end()))
}

fn write_tags<N: Notation>(game: &Game<'_, N>, out: &mut impl Write) -> io::Result<()> {
    array(out, &*game.shown_tags(), |out, tag| {
        let (name, value) = (tag.name.decode(), Game::<N>::value_of(tag));
        write!(out, r#"{{"name":"{name}","value":"{}"}}"#, JsonText(&value))
    })
}

/// Writes the moves of a game, with variations nested inside them.
struct Moves<'a, 's, R: Rules, W> {
    out: &'a mut W,
    game: &'a Game<'s, R::Notation>,
    index: &'a MovetextIndex<'a, R::Notation>,
    positions: Positions,
    /// The move written last. The memory is reused for the next one.
    san: String,
    /// The same move in UCI or, for C'escacs, in standard letters.
    uci: String,
    /// The FEN written last.
    fen: Vec<u8>,
    fen_writer: R::FenWriter,
    /// Whether `fen` is that of the current position of the replay. It is not at the start of the game, and where a
    /// variation begins or ends.
    fen_is_known: bool,
}

/// An open line.
#[derive(Clone, Copy, Default)]
struct OpenLine {
    /// The index of its opening bracket; `None` for the main line.
    opened: Option<usize>,
    /// Whether it has a move. If so, the object of its last move is open.
    has_move: bool,
    /// Whether that move has a variation. If so, the list of its variations is open.
    has_variation: bool,
}

impl OpenLine {
    /// Returns the text that closes the object of its last move.
    fn end_of_move(self) -> &'static [u8] {
        match self {
            OpenLine { has_variation: true, .. } => b"]}",
            OpenLine { has_move: true, .. } => b"}",
            _ => b"",
        }
    }
}

impl<R: Rules, W: Write> Moves<'_, '_, R, W> {
    fn write(&mut self, start: R, context: &Context<'_, R>) -> Result<(), FormatError> {
        let replay = Replay::every_line(self.game, start).with_illegal(context.illegal);
        let mut replay = replay.with_resolved(context.played);
        let mut line = OpenLine::default();
        let mut outer = Vec::new();
        // the steps of the replay are the elements of the movetext, so both are counted together
        for at in 0..self.index.movetext.len() {
            let before = replay.position().clone();
            match replay.step()? {
                None => break,
                Some(Step::Ply(ply)) => {
                    self.out.write_all(line.end_of_move())?;
                    self.out.write_all(if line.has_move { b",{" } else { b"{" })?;
                    self.write_move(&ply, &before, replay.position(), line)?;
                    self.write_annotations(at, ply.at.side, line)?;
                    line = OpenLine { has_move: true, has_variation: false, ..line };
                }
                Some(Step::Other(element)) => match element.node {
                    Node::VariationStart(_) => {
                        self.fen_is_known = false;
                        let opening: &[u8] = if line.has_variation { b",[" } else { br#","variations":[["# };
                        self.out.write_all(opening)?;
                        // what is pushed is the line as it will be after the variation
                        outer.push(OpenLine { has_variation: true, ..line });
                        line = OpenLine { opened: Some(at), ..OpenLine::default() };
                    }
                    Node::VariationEnd => {
                        self.fen_is_known = false;
                        self.out.write_all(line.end_of_move())?;
                        self.out.write_all(b"]")?;
                        line = outer.pop().unwrap_or_default();
                    }
                    _ => {}
                },
            }
        }
        Ok(self.out.write_all(line.end_of_move())?)
    }

    /// Writes the fields of a move that depend on the board.
    fn write_move(&mut self, ply: &Ply<'_, R>, before: &R, after: &R, line: OpenLine) -> io::Result<()> {
        self.san.clear();
        before.write_san(ply.resolved, after, &mut self.san);
        // without positions the output is to be small, and a program can count from the first move of a line
        if self.positions == Positions::Fen || !line.has_move {
            self.out.write_all(br#""number":"#)?;
            self.out.write_all(itoa::Buffer::new().format(ply.at.number).as_bytes())?;
            self.out.write_all(ply.at.side.fold_wb(br#","side":"white","#, br#","side":"black","#))?;
        }
        self.out.write_all(br#""text":""#)?;
        JsonText(&self.san).write_to(self.out)?;
        self.out.write_all(b"\"")?;
        if self.positions == Positions::Fen {
            self.write_positions(ply.resolved, before, after)?;
        }
        self.out.write_all(match () {
            () if self.san.ends_with('#') => br#","check":"mate""#,
            // in C'escacs a check may have a mark after its plus sign, as in `+^`
            () if self.san.contains('+') => br#","check":"check""#,
            () => b"",
        })
    }

    /// Writes what a move does on the board.
    fn write_positions(&mut self, resolved: R::Move, before: &R, after: &R) -> io::Result<()> {
        self.out.write_all(b",\"")?;
        self.out.write_all(R::UCI.as_bytes())?;
        self.out.write_all(br#"":""#)?;
        self.uci.clear();
        before.write_uci(resolved, &mut self.uci);
        self.out.write_all(self.uci.as_bytes())?;
        self.out.write_all(br#"","before":""#)?;
        if !self.fen_is_known {
            self.write_fen(before, None);
        }
        self.out.write_all(&self.fen)?;
        self.out.write_all(br#"","after":""#)?;
        self.write_fen(after, Some(resolved));
        self.fen_is_known = true;
        self.out.write_all(&self.fen)?;
        self.out.write_all(b"\"")
    }

    /// Writes the FEN of a position to `self.fen`. `played` is the move that led to it from
    /// the position written last, if one did.
    fn write_fen(&mut self, position: &R, played: Option<R::Move>) {
        self.fen.clear();
        self.fen_writer.write(position, played.as_ref(), &mut self.fen);
    }

    /// Writes the annotations, the comments and the draw offer of the move at an index and, if it is the first of a
    /// variation, what belongs to the variation.
    fn write_annotations(&mut self, at: usize, mover: Color, line: OpenLine) -> io::Result<()> {
        let mut nags = self.index.annotations(at).peekable();
        if nags.peek().is_some() {
            self.out.write_all(br#","nags":"#)?;
            array(self.out, nags, |out, nag| write!(out, "{}", nag.0))?;
        }
        write_comments(&texts(self.index.after_move(at), self.game), "", Some(mover), self.out)?;
        if self.index.after_move(at).any(|element| element.node == PlaySign::DrawOffer) {
            self.out.write_all(br#","draw_offer":true"#)?;
        }
        match line.opened.filter(|_| !line.has_move) {
            Some(bracket) => self.write_head_of_variation(bracket),
            None => Ok(()),
        }
    }

    /// Writes the label of a variation, and the comments before its first move.
    fn write_head_of_variation(&mut self, bracket: usize) -> io::Result<()> {
        if let Node::VariationStart(Some(label)) = self.index.movetext[bracket].node {
            write!(self.out, r#","label":{label}"#)?;
        }
        let before = self.index.up_to_move(bracket + 1);
        write_comments(&texts(before, self.game), "_before", None, self.out)
    }
}

/// Writes an array, each item of it with `write`.
pub(super) fn array<W: Write, T>(
    out: &mut W,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut W, T) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"[")?;
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        write(out, item)?;
    }
    out.write_all(b"]")
}

/// Returns the texts of the comments among some elements. Escaped lines (`%`) are left out.
pub(super) fn texts<'g, 's: 'g, N: Notation + 'g>(
    elements: impl IntoIterator<Item = &'g Element<N>>,
    game: &'g Game<'s, N>,
) -> Vec<Cow<'s, str>> {
    let comments = elements.into_iter().filter_map(|element| game.comment(element));
    let comments = comments.filter(|comment| comment.form != CommentForm::Escaped);
    comments.map(|comment| comment.text.decode()).collect()
}

/// Writes the comments at one place, and the values of the commands in them, if there are any. `place` is appended
/// to the keys; `mover` is the side on whose move they are.
fn write_comments(
    texts: &[Cow<'_, str>],
    place: &str,
    mover: Option<Color>,
    out: &mut impl Write,
) -> io::Result<()> {
    if texts.is_empty() {
        return Ok(());
    }
    write!(out, r#","comments{place}":"#)?;
    array(out, texts, |out, text| {
        out.write_all(b"\"")?;
        JsonText(text.trim()).write_to(out)?;
        out.write_all(b"\"")
    })?;
    write_values(&CommandValues::of(mover, texts.iter().map(Cow::as_ref)), place, out)
}

fn write_values(values: &CommandValues, place: &str, out: &mut impl Write) -> io::Result<()> {
    for (key, time) in [("clock", values.clock), ("elapsed", values.elapsed)] {
        if let Some(time) = time {
            write!(out, r#","{key}{place}":"#)?;
            write_seconds(time, out)?;
        }
    }
    if let Some(eval) = &values.eval {
        write!(out, r#","eval{place}":"#)?;
        write_eval(eval, out)?;
    }
    if !values.arrows.is_empty() {
        write!(out, r#","arrows{place}":"#)?;
        array(out, &values.arrows, |out, Arrow { color, from, to }| {
            write!(out, r#"{{"color":"{}","from":"{from}","to":"{to}"}}"#, color.name())
        })?;
    }
    if !values.circles.is_empty() {
        write!(out, r#","circles{place}":"#)?;
        array(out, &values.circles, |out, Circle { color, cell }| {
            write!(out, r#"{{"color":"{}","cell":"{cell}"}}"#, color.name())
        })?;
    }
    Ok(())
}

/// Writes a time in seconds, without trailing zeros in the fraction.
pub(super) fn write_seconds(time: Duration, out: &mut impl Write) -> io::Result<()> {
    match time.subsec_nanos() {
        0 => write!(out, "{}", time.as_secs()),
        nanoseconds => {
            let fraction = format!("{nanoseconds:09}");
            write!(out, "{}.{}", time.as_secs(), fraction.trim_end_matches('0'))
        }
    }
}

fn write_eval(eval: &Eval, out: &mut impl Write) -> io::Result<()> {
    match eval.score {
        Score::Centipawns(score) => write!(out, r#"{{"cp":{score}"#)?,
        Score::Mate(moves) => write!(out, r#"{{"mate":{moves}"#)?,
    }
    if let Some(depth) = eval.depth {
        write!(out, r#","depth":{depth}"#)?;
    }
    out.write_all(b"}")
}
