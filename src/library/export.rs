//! Writes games: in their own notation, and in every other format.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::Game;
use super::tree::{TextPart, Tree};
use crate::format::{Context, Format, FormatError, MoveText, PlainPages};
use crate::notation::{AnyGame, AnyGames};
use crate::rules::{Illegal, Replay, Rules, with_rules};
use crate::syntax::{
    self, Element, INCOMPLETE, Layout, MovetextWriter, Node, Notation, Portion, Recovery, StartText, TagPair,
    result_value, write_tags,
};
use crate::text::{Quoted, Source, Span, Text};

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
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::format::{Json, Positions};
    /// use escaque::message::ENGLISH;
    ///
    /// let game = escaque::parse("1. e4 e5 *").next().ok_or("no game")??;
    /// let mut json = Vec::new();
    /// game.write_as(&mut Json::new(Positions::Fen, &ENGLISH), &mut json)?;
    /// assert!(String::from_utf8(json)?.contains("\"uci\":\"e2e4\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_as(&self, format: &mut impl Format, out: &mut impl Write) -> Result<(), FormatError> {
        // formats take a game with its text, and the only text of an edited game is its export form
        let source = Source::new("game", self.text().into_bytes());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        // the text of a game always contains exactly one game
        let _ = games.read(Portion::Whole, &mut game);
        write_game(&game, format, out)
    }

    fn text(&self) -> String {
        self.start().board.text_of(self)
    }
}

/// Writes a game of a source in a format.
///
/// # Errors
///
/// Returns [`FormatError`] as [`Game::write_as`] does.
pub(crate) fn write_game(
    game: &AnyGame<'_>,
    format: &mut impl Format,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    with_rules!(game, R, game => write_as::<R>(game, format, out))
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

/// Returns a game in the export form of its notation, followed by a blank line. `start` is its starting position.
pub(super) fn text_of<R: Rules>(start: &R, game: &Game) -> String {
    let values = game.tags.iter().map(|tag| {
        let mut value = Cow::from(&tag.value);
        // on reading, a known result in the tag would replace an unknown one in the movetext
        if tag.name.eq_ignore_ascii_case("Result") {
            value = result_value::<R::Notation>(game.outcome, value);
        }
        Quoted(&value).to_string()
    });
    let values: Vec<_> = values.collect();
    let header = header::<R::Notation>(game, &values);
    let given = R::set_up(&header).ok().and_then(|start| start.given);
    let given = given.map(|span| (span, start.fen_in_letters_of_game()));
    let mut text = String::new();
    write_tags(&header, &StartText::of(given), Layout::default(), &mut text);
    text.push('\n');
    let mut out = R::Notation::writer(&header, text);
    write_movetext(&game.tree, &mut out);
    if game.is_incomplete {
        out.braces(INCOMPLETE);
    }
    out.result(R::Notation::movetext_result(game.outcome));
    for comment in &game.after {
        out.comment(&comment.borrow());
    }
    out.finish() + "\n"
}

/// Returns the AST of a game up to its first move. `values` are those of its tags, escaped.
fn header<'g, N: Notation>(game: &'g Game, values: &'g [String]) -> syntax::Game<'g, N> {
    let mut header = syntax::Game::new(&[]);
    for (at, (tag, value)) in game.tags.iter().zip(values).enumerate() {
        let (name, value) = (Text(tag.name.as_bytes()), Text(value.as_bytes()));
        // tags are distinguished by their places
        let span = Span::new(at, at + 1);
        header.tags.push(TagPair { name, value, span, name_span: span, value_span: span });
    }
    let number = game.first_number.map(Node::MoveNumber);
    number.into_iter().for_each(|number| header.push(Element::new(number, Span::default())));
    header.finish((game.outcome, Span::default()));
    header
}

fn write_movetext(tree: &Tree, out: &mut impl MovetextWriter) {
    let last_of_game = tree.end_of_line(0);
    let mut cursor = tree.cursor();
    for part in tree.parts() {
        match part {
            TextPart::Comment(comment) => out.comment(&comment.borrow()),
            TextPart::Nag(nag) => out.nag(nag),
            TextPart::Open(first) => out.open(tree.node(first).label),
            TextPart::Close => out.close(),
            TextPart::Move(at) => {
                let node = tree.node(at);
                let san = node.played.map(|played| cursor.before(at).board.text(played, MoveText::default()));
                cursor.after(at);
                out.ply(node.at, &san.unwrap_or_default());
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

fn write_as<R: Rules>(
    game: &syntax::Game<'_, R::Notation>,
    format: &mut impl Format,
    out: &mut impl Write,
) -> Result<(), FormatError> {
    let start = R::set_up(game)?.position;
    // illegal moves of the game were accepted when it was read
    let illegal = Illegal::Played;
    let played = Replay::main_line(game, start).with_illegal(illegal).resolve_all();
    let context = Context::<R> { illegal, ..Context::of(game, &played) };
    let mut pages = PlainPages::new(out);
    pages.next_game();
    format.write(&context, &mut pages)
}
