//! One JSON object a line for each game (docs/json.md).
//!
//! Moves are written as the replay reaches them, and variations inside the moves they
//! replace, so that nesting needs neither recursion nor a second pass.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::movetext_index::MovetextIndex;
use super::unplayed;
use super::{Context, Format, FormatError, Leave, Pages};
use crate::message::{Diagnostic, Language, Severity};
use crate::rules::{FenWriter, Ply, Replay, Rules, Step};
use crate::syntax::{ClockTime, CommentForm, Element, Game, Node, Notation};
use crate::text::JsonText;

/// Writes games as JSON Lines.
#[derive(Clone, Copy, Debug)]
pub struct Json {
    language: &'static Language,
}

impl Json {
    /// Creates the format. `language` is that of the diagnostics.
    #[must_use]
    pub fn new(language: &'static Language) -> Json {
        Json { language }
    }

    /// Writes the last fields of a game: its warnings and its first error.
    fn write_diagnostics(&self, diagnostics: &[Diagnostic], out: &mut impl Write) -> io::Result<()> {
        let of = |severity| diagnostics.iter().filter(move |diagnostic| diagnostic.severity == severity);
        out.write_all(br#","warnings":"#)?;
        array(out, of(Severity::Warning), |out, diagnostic| self.write_diagnostic(diagnostic, out))?;
        out.write_all(br#","error":"#)?;
        match of(Severity::Error).next() {
            Some(error) => self.write_diagnostic(error, out)?,
            None => out.write_all(b"null")?,
        }
        out.write_all(b"}\n")
    }

    fn write_diagnostic(&self, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
        let code = diagnostic.severity.letter_and(diagnostic.problem.code());
        let message = diagnostic.problem.message(self.language);
        write!(out, r#"{{"code":"{code}","message":"{}","move":"#, JsonText(&message))?;
        match diagnostic.ply {
            Some(ply) => write!(out, r#""{ply}"}}"#),
            None => out.write_all(b"null}"),
        }
    }
}

impl Format for Json {
    const SHOWS_DIAGNOSTICS: bool = true;

    fn expansion(&self) -> usize {
        34
    }

    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        pages.out().write_all(br#"{"index":"#)?;
        pages.number()?;
        match R::set_up(game) {
            Ok(start) => write_game(game, start.position, context, pages.out())?,
            Err(_) => write_unplayed(game, pages.out())?,
        }
        self.write_diagnostics(context.diagnostics, pages.out())?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Writes the fields of a game, from its rules to its last comment.
fn write_game<R: Rules>(
    game: &Game<'_, R::Notation>,
    start: R,
    context: &Context<'_, R::Move>,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    let index = MovetextIndex::of(game);
    write!(out, r#","rules":"{}","tags":"#, start.name())?;
    write_tags(game, out)?;
    write!(out, r#","start":"{}","comments":"#, start.fen())?;
    comments(out, index.before_first_move(0), game)?;
    out.write_all(br#","moves":["#)?;
    Moves::<R, _> {
        out,
        game,
        index: &index,
        fen: Vec::new(),
        fen_writer: R::FenWriter::default(),
        fen_is_known: false,
    }
    .write(start, context)?;
    write!(out, r#"],"result":"{}","comments_after":"#, R::Notation::result_text(game.outcome()))?;
    Ok(comments(out, index.after_result, game)?)
}

/// Writes the fields of a game that cannot be replayed. Its movetext is a text.
fn write_unplayed<N: Notation>(game: &Game<'_, N>, out: &mut impl Write) -> io::Result<()> {
    out.write_all(br#","rules":null,"tags":"#)?;
    write_tags(game, out)?;
    let (movetext, result) = (unplayed::text_of(game), N::result_text(game.outcome()));
    write!(out, r#","start":null,"comments":[],"moves":[],"movetext":"{}""#, JsonText(movetext.trim_end()))?;
    write!(out, r#","result":"{result}","comments_after":[]"#)
}

fn write_tags<N: Notation>(game: &Game<'_, N>, out: &mut impl Write) -> io::Result<()> {
    array(out, &game.tags, |out, tag| {
        let (name, value) = (tag.name.decode(), tag.value.unescape());
        write!(out, r#"{{"name":"{name}","value":"{}"}}"#, JsonText(&value))
    })
}

/// Writes the moves of a game, with variations nested inside them.
struct Moves<'a, 's, R: Rules, W> {
    out: &'a mut W,
    game: &'a Game<'s, R::Notation>,
    index: &'a MovetextIndex<'a, R::Notation>,
    /// The FEN written last.
    fen: Vec<u8>,
    fen_writer: R::FenWriter,
    /// Whether that is the FEN of the current position of the replay.
    fen_is_known: bool,
}

/// An open line.
#[derive(Clone, Copy, Default)]
struct Line {
    /// The index of its opening bracket; `None` for the main line.
    opened: Option<usize>,
    /// Whether it has a move. The object of its last move is open.
    has_move: bool,
    /// Whether that move has a variation.
    has_variation: bool,
}

impl<R: Rules, W: Write> Moves<'_, '_, R, W> {
    fn write(&mut self, start: R, context: &Context<'_, R::Move>) -> Result<(), FormatError> {
        let replay = Replay::every_line(self.game, start).with_illegal(context.illegal);
        let mut replay = replay.with_resolved(context.played);
        let mut line = Line::default();
        let mut outer = Vec::new();
        for at in 0..self.index.movetext.len() {
            let before = replay.position().clone();
            match replay.step()? {
                None => break,
                Some(Step::Ply(ply)) => {
                    if line.has_move {
                        self.out.write_all(b"]},")?;
                    }
                    self.open_move(&ply, &before, replay.position())?;
                    self.write_annotations(at, line)?;
                    line = Line { has_move: true, has_variation: false, ..line };
                }
                Some(Step::Other(element)) => match element.node {
                    Node::VariationStart(_) => {
                        self.fen_is_known = false;
                        let opening: &[u8] = if line.has_variation { b",[" } else { b"[" };
                        self.out.write_all(opening)?;
                        outer.push(Line { has_variation: true, ..line });
                        line = Line { opened: Some(at), ..Line::default() };
                    }
                    Node::VariationEnd => {
                        self.fen_is_known = false;
                        self.end_line(line)?;
                        self.out.write_all(b"]")?;
                        line = outer.pop().unwrap_or_default();
                    }
                    _ => {}
                },
            }
        }
        Ok(self.end_line(line)?)
    }

    fn end_line(&mut self, line: Line) -> io::Result<()> {
        self.out.write_all(if line.has_move { b"]}" } else { b"" })
    }

    /// Opens the object of a move, and writes the fields that depend on the board.
    fn open_move(&mut self, ply: &Ply<'_, R>, before: &R, after: &R) -> io::Result<()> {
        let text = before.to_san(ply.resolved);
        self.out.write_all(br#"{"number":"#)?;
        self.out.write_all(itoa::Buffer::new().format(ply.at.number).as_bytes())?;
        self.out.write_all(br#","side":"#)?;
        self.out.write_all(ply.at.side.fold_wb(br#""white""#, br#""black""#))?;
        self.out.write_all(br#","text":""#)?;
        JsonText(&text).write_to(self.out)?;
        self.out.write_all(br#"",""#)?;
        self.out.write_all(R::UCI.as_bytes())?;
        self.out.write_all(br#"":""#)?;
        self.out.write_all(before.to_uci(ply.resolved).as_bytes())?;
        self.out.write_all(br#"","before":""#)?;
        if !self.fen_is_known {
            self.write_fen(before, None);
        }
        self.out.write_all(&self.fen)?;
        self.out.write_all(br#"","after":""#)?;
        self.write_fen(after, Some(ply.resolved));
        self.fen_is_known = true;
        self.out.write_all(&self.fen)?;
        self.out.write_all(br#"","check":"#)?;
        self.out.write_all(match text.as_bytes().last() {
            Some(b'#') => br#""mate""#,
            Some(b'+') => br#""check""#,
            _ => b"null",
        })
    }

    /// Writes the FEN of a position to `self.fen`. `played` is the move that led to it from
    /// the position written last, if one did.
    fn write_fen(&mut self, position: &R, played: Option<R::Move>) {
        self.fen.clear();
        self.fen_writer.write(position, played.as_ref(), &mut self.fen);
    }

    /// Writes the annotations, the comments and the clock of the move at an index, and begins
    /// its variations.
    fn write_annotations(&mut self, at: usize, line: Line) -> io::Result<()> {
        let after = || self.index.after_move(at);
        self.out.write_all(br#","nags":"#)?;
        array(self.out, self.index.annotations(at), |out, nag| write!(out, "{}", nag.0))?;
        self.out.write_all(br#","comments":"#)?;
        comments(self.out, after(), self.game)?;
        self.out.write_all(br#","clock":"#)?;
        let clock = texts(after(), self.game)
            .find_map(|text| ClockTime::in_comment(&text).map(|time| time.to_string()));
        self.out.write_all(clock.as_deref().unwrap_or("null").as_bytes())?;
        if after().any(|element| element.node == Node::DrawOffer) {
            self.out.write_all(br#","draw_offer":true"#)?;
        }
        if let Some(bracket) = line.opened.filter(|_| !line.has_move) {
            self.head_of_variation(bracket)?;
        }
        self.out.write_all(br#","variations":["#)
    }

    /// Writes the label of a variation, and the comments before its first move.
    fn head_of_variation(&mut self, bracket: usize) -> io::Result<()> {
        if let Node::VariationStart(Some(label)) = self.index.movetext[bracket].node {
            write!(self.out, r#","label":{label}"#)?;
        }
        let before = || self.index.before_first_move(bracket + 1);
        if texts(before(), self.game).next().is_some() {
            self.out.write_all(br#","comments_before":"#)?;
            comments(self.out, before(), self.game)?;
        }
        Ok(())
    }
}

fn array<W: Write, T>(
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

/// Returns the texts of the comments among some elements. Escaped lines do not count.
fn texts<'g, 's: 'g, N: Notation + 'g>(
    elements: impl IntoIterator<Item = &'g Element<N>>,
    game: &'g Game<'s, N>,
) -> impl Iterator<Item = std::borrow::Cow<'s, str>> {
    let comments = elements.into_iter().filter_map(|element| game.comment(element));
    let comments = comments.filter(|comment| comment.form != CommentForm::Escaped);
    comments.map(|comment| comment.text.decode())
}

fn comments<'g, 's: 'g, N: Notation + 'g>(
    out: &mut impl Write,
    elements: impl IntoIterator<Item = &'g Element<N>>,
    game: &'g Game<'s, N>,
) -> io::Result<()> {
    array(out, texts(elements, game), |out, text| {
        out.write_all(b"\"")?;
        JsonText(text.trim()).write_to(out)?;
        out.write_all(b"\"")
    })
}
