//! Writes games: in their own notation, and in every other format.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::Game;
use super::tree::Part;
use crate::format::{Context, Format, FormatError, Pages, mark_manner_of_check};
use crate::notation::{AnyGame, AnyGames, Variant};
use crate::rules::{GameVisitor, Illegal, Replay, Rules, with_rules};
use crate::syntax::{
    self, INCOMPLETE, Layout, MovetextWriter, Notation, NotationKind, NumberMark, Recovery, StartText,
    write_tag, write_tags,
};
use crate::text::Source;

impl Game {
    /// Writes the game in the export form of its notation, followed by a blank line.
    ///
    /// # Errors
    ///
    /// Returns any error of `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.text().as_bytes())
    }

    /// Writes the game in another format, such as [`Boards`](crate::format::Boards) or
    /// [`Json`](crate::format::Json).
    ///
    /// # Errors
    ///
    /// Returns [`FormatError`] if the format cannot express the game, or if `out` fails.
    pub fn write_as(&self, format: &mut impl Format, out: &mut impl Write) -> Result<(), FormatError> {
        let source = Source::new("game", self.text().into_bytes());
        write_game(&self.read_back(&source), format, out)
    }

    fn text(&self) -> String {
        let mut header = String::new();
        for tag in &self.tags {
            // a known result in the tag would count more than an unknown one
            let is_result = tag.name.eq_ignore_ascii_case("Result");
            let written = || self.notation.result_value(self.outcome, &tag.value);
            let value = if is_result { written() } else { Cow::from(&*tag.value) };
            write_tag(&tag.name, &value, &mut header);
        }
        if let Some(number) = self.first_number {
            let mark = if number.mark == NumberMark::Unknown { "?" } else { "." };
            header += &format!("{}{mark}", number.value);
        }
        let source = Source::new("game", header.into_bytes());
        let mut header = self.read_back(&source);
        header.set_result(self.outcome);
        with_rules(&header, WriteGame { game: self })
    }

    /// Reads a game, or its header, from the text that was written of it.
    fn read_back<'s>(&self, source: &'s Source) -> AnyGame<'s> {
        let variant = match self.notation {
            NotationKind::Pgn => Variant::Chess,
            NotationKind::CtlPgn => Variant::Cescacs,
        };
        let mut games = AnyGames::new(source, Some(variant), Recovery::End);
        let mut game = match self.notation {
            NotationKind::Pgn => games.blank(),
            NotationKind::CtlPgn => AnyGame::Ctl(syntax::Game::new(source.bytes())),
        };
        // an empty text leaves an empty game
        let _ = games.read(&mut game);
        game
    }
}

/// Writes a game that has been read in a format.
///
/// # Errors
///
/// Returns [`FormatError`] as [`Game::write_as`] does.
pub(crate) fn write_game(
    game: &AnyGame<'_>,
    format: &mut impl Format,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    with_rules(game, WriteAs { format, out })
}

/// Writes the game in the export form of its notation, followed by a blank line.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.notation == other.notation && self.text() == other.text()
    }
}

/// Writes a game in a format that needs the AST of its header.
struct WriteGame<'g> {
    game: &'g Game,
}

impl GameVisitor for WriteGame<'_> {
    type Output = String;

    fn run<R: Rules>(self, header: &syntax::Game<'_, R::Notation>) -> String {
        let given = R::set_up(header)
            .ok()
            .and_then(|start| Some((start.given?, start.position.fen_in_letters_of_game())));
        let mut text = String::new();
        write_tags(header, &StartText::of(given), Layout::default(), &mut text);
        text.push('\n');
        let mut out = R::Notation::writer(header, text);
        self.write_movetext(&mut out);
        if self.game.is_incomplete {
            out.braces(INCOMPLETE);
        }
        out.result(R::Notation::movetext_result(self.game.outcome));
        for comment in &self.game.after {
            out.comment(&comment.borrow());
        }
        out.finish() + "\n"
    }
}

impl WriteGame<'_> {
    fn write_movetext(&self, out: &mut impl MovetextWriter) {
        let tree = &self.game.tree;
        let last_of_game = tree.end_of_line(0);
        let mut cursor = tree.cursor();
        for part in tree.parts() {
            match part {
                Part::Comment(comment) => out.comment(&comment.borrow()),
                Part::Nag(nag) => out.nag(nag),
                Part::Open(first) => out.open(tree.node(first).label),
                Part::Close => out.close(),
                Part::Move(at) => {
                    let node = tree.node(at);
                    let san = node.played.map(|played| cursor.before(at).board().san(played));
                    let mut san = san.unwrap_or_default();
                    mark_manner_of_check(&mut san, node.manner_of_check);
                    cursor.after(at);
                    out.ply(node.at, &san);
                    node.nags.iter().for_each(|nag| out.nag(*nag));
                    if node.draw_offer {
                        out.draw_offer();
                    }
                    if node.end_of_play {
                        out.end_of_play();
                    }
                    if at == last_of_game {
                        out.last_of_game();
                    }
                }
            }
        }
    }
}

struct WriteAs<'a, F, W> {
    format: &'a mut F,
    out: &'a mut W,
}

impl<F: Format, W: Write> GameVisitor for WriteAs<'_, F, W> {
    type Output = Result<(), FormatError>;

    fn run<R: Rules>(self, game: &syntax::Game<'_, R::Notation>) -> Self::Output {
        let start = R::set_up(game)?.position;
        // illegal moves of the game were accepted when it was read
        let illegal = Illegal::Played;
        let played = Replay::main_line(game, start).with_illegal(illegal).resolve_all();
        let context = Context { source: None, diagnostics: &[], illegal, played: &played, matches: &[] };
        self.format.write::<R>(game, &context, &mut Page(self.out)).map(drop)
    }
}

/// The output of one game.
struct Page<'a, W>(&'a mut W);

impl<W: Write> Pages for Page<'_, W> {
    fn out(&mut self) -> &mut impl Write {
        self.0
    }

    fn separate(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        self.0.write_all(b"1")
    }
}
