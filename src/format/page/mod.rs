//! Games as a page of HTML, to be replayed in a browser, read without scripts, or printed.
//!
//! The page is one file around any number of games. Its head has the style, the outlines of the
//! pieces and the empty boards; its foot has the script. Between them each game is an article that
//! can be read as it is: its movetext, with a diagram wherever one is asked for and one at the end.
//! An attribute of the movetext has a record of each move (`Played` in `movetext.rs`), from which
//! the script shows the other positions. The text of the movetext, together with the attributes
//! `data-p` of its elements, is PGN or CTL-PGN again.
//!
//! Everything from a file goes through [`XmlText`], and the policy in the head allows only the page's own scripts
//! and style.

mod boards;
mod diagram;
mod frame;
pub(crate) mod keys;
mod movetext;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

use shakmaty::Color;

use super::{Context, Format, FormatOptions, Frame, Item, Pages, WriteResult, unplayed};
use crate::message::{Severity, fill, located};
use crate::notation::Variant;
use crate::rules::{Opening, Rules};
use crate::syntax::{Game, Layout, Notation};
use crate::text::XmlText;
use boards::Board;
use diagram::Diagrams;
use movetext::{Movetext, Told, printed_result};

/// Writes games as a page of HTML.
#[derive(Clone, Debug)]
pub struct Page {
    options: FormatOptions,
    /// Whether the games are exercises, whose moves are hidden until they are asked for.
    hides_moves: bool,
}

impl Page {
    /// Creates the format. The width in `options` is ignored: boards are as large as fits. With `hides_moves` each game
    /// is an exercise: its first position, and its moves only when they are asked for. On paper they come after all
    /// exercises.
    #[must_use]
    pub fn new(options: FormatOptions, hides_moves: bool) -> Page {
        Page { options, hides_moves }
    }

    /// Writes what is wrong with a game, and where in its file.
    fn write_errors<R: Rules>(&self, context: &Context<'_, R>, page: &mut String) {
        let language = self.options.language;
        let errors = context.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let told = errors.map(|error| {
            let position = context.source.zip(error.span).map(|(source, span)| source.position(span.start));
            format!("<p>{}</p>", XmlText(&located(&error.in_a_line(language), position, language)))
        });
        let told: String = told.collect();
        if !told.is_empty() {
            page.extend(["<div class=errors>", &told, "</div>"]);
        }
    }

    /// Writes the heading of a game: the players, or else its `Id`, because games of C'escacs often have no players;
    /// the variant, event, site, date and round; and all tags. An exercise has its task there, and the switch that
    /// shows its moves.
    fn write_heading<N: Notation>(
        &self,
        game: &Game<'_, N>,
        variant: Option<&str>,
        tags: &str,
        task: Option<&str>,
        page: &mut String,
    ) {
        let words = self.options.language.page;
        let known = |tag| game.known_value(tag).unwrap_or_default();
        let item = Item::of_game(game);
        let [white, black] = Color::ALL.map(|side| item.titled_name(side));
        let with_rating = |name: &str, tag| match (name, &*known(tag)) {
            ("", _) => "?".to_owned(),
            (name, "") => XmlText(name).to_string(),
            (name, rating) => format!("{} <small>({})</small>", XmlText(name), XmlText(rating)),
        };
        let id = known("Id");
        let title = match (&*white, &*black) {
            ("", "") if id.is_empty() => XmlText(words.game).to_string(),
            ("", "") => XmlText(&id).to_string(),
            (white, black) => {
                format!("{} – {}", with_rating(white, "WhiteElo"), with_rating(black, "BlackElo"))
            }
        };
        let result = printed_result(N::result_text(game.outcome()));
        // writing to a string cannot fail; the result would tell too much of an exercise
        let _ = if self.hides_moves {
            write!(page, "<div class=exercise><h2>{title}</h2>")
        } else {
            write!(page, "<h2>{title} <b>{result}</b></h2>")
        };
        let separated = format!("{}??", N::DATE_SEPARATOR);
        let place = ["Event", "Site", "Date", "Round"].map(|tag| (tag, known(tag)));
        let place = place.iter().map(|(tag, value)| (*tag, value.trim_end_matches(&separated[..])));
        let place = variant.map(|name| ("Variant", name.trim())).into_iter().chain(place);
        let mut place: Vec<_> =
            place.filter(|(_, value)| !value.trim_matches(['?', '-']).is_empty()).collect();
        place.dedup_by_key(|(_, value)| *value);
        let place = place.into_iter().map(|(tag, value)| match tag {
            "Round" => XmlText(&fill(self.options.language.in_round, &[("value", &value)])).to_string(),
            "Site" => linked(value),
            _ => XmlText(value).to_string(),
        });
        let place = place.collect::<Vec<_>>().join(" · ");
        if !place.is_empty() {
            page.extend(["<p>", &place, "</p>"]);
        }
        if self.hides_moves {
            // the switch needs no script
            let label = self.options.language.show_solution;
            *page += task.unwrap_or_default();
            page.extend(["</div><label class=solve><input type=checkbox> ", label, "</label>"]);
        }
        *page += "<pre hidden>";
        for line in tags.lines() {
            // outside tags a quote needs no escape
            let _ = writeln!(page, "{}", XmlText(line).to_string().replace("&quot;", "\""));
        }
        *page += "</pre>";
    }
}

impl Format for Page {
    fn expansion(&self) -> usize {
        6
    }

    fn frame(&self) -> Option<Frame> {
        Some(frame::frame(&self.options, self.hides_moves))
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let shown = match context.game.shown_tags() {
            Cow::Borrowed(_) => Cow::Borrowed(context.game),
            Cow::Owned(tags) => Cow::Owned(Game { tags, ..context.game.clone() }),
        };
        let game = &*shown;
        let FormatOptions { language, move_text, picture, .. } = &self.options;
        move_text.check::<R>()?;
        let (mut page, mut tags) = (String::from("<article"), String::new());
        let start = R::set_up(game).ok();
        match start.and_then(|start| Some((Board::of(&start.position)?, start))) {
            Some((board, start)) => {
                let variant = variant_of(game, &start.position);
                move_text.write_tags(game, Some(&start), Layout::default(), &mut tags);
                let diagrams = Diagrams { board, options: picture, language };
                let movetext = Movetext::new(game, diagrams, self);
                let opening = Opening::of(&start.position);
                let task = self.hides_moves.then(|| movetext.task(&start.position));
                let told = movetext.write(start.position, context)?;
                write_start(board, &told, opening, &mut page);
                self.write_heading(game, variant.as_deref(), &tags, task.as_deref(), &mut page);
                self.write_errors(context, &mut page);
                // between double quotes a single one needs no escape; without it, a page of a thousand games stays
                // below 2 MB
                let records = XmlText(&told.records).to_string().replace("&#39;", "'");
                let _ = write!(page, "<div class=m data-p=\"{records}\">");
                page.extend([&*told.movetext, "</div>"]);
            }
            None => {
                page.push('>');
                move_text.write_tags::<R>(game, None, Layout::default(), &mut tags);
                self.write_heading(game, game.variant_name().as_deref(), &tags, None, &mut page);
                self.write_errors(context, &mut page);
                let _ = write!(page, "<div class=m>{}</div>", XmlText(&unplayed::text_of(context)));
            }
        }
        page += "</article>\n";
        Ok(pages.out().write_all(page.as_bytes())?)
    }
}

/// Ends the start tag of an article with its board, with the starting position unless it is the usual one, and with
/// its opening, if it has one.
fn write_start(board: &Board, told: &Told, opening: Option<Opening>, page: &mut String) {
    // writing to a string cannot fail
    let _ = write!(page, " data-b={}", board.id);
    if told.start != board.start {
        let [codes, fen] = told.start.parts();
        let _ = write!(page, " data-s=\"{codes}\" data-f=\"{}\"", XmlText(fen));
        if let Some(hands) = &told.start.hands {
            let _ = write!(page, " data-h=\"{hands}\"");
        }
    }
    if let Some(Opening { eco, name }) = opening {
        let _ = write!(page, " data-o=\"{eco} {}\"", XmlText(name));
    }
    page.push('>');
}

/// Returns the name of the variant of a game, as its tag gives it if there is one, or `None` for
/// orthodox chess.
fn variant_of<'s, R: Rules>(game: &Game<'s, R::Notation>, position: &R) -> Option<Cow<'s, str>> {
    let name = position.name();
    let of_tag = game.variant_name().filter(|name| !name.trim().is_empty());
    (name != Variant::Chess.name()).then(|| {
        of_tag.unwrap_or(Cow::Borrowed(if name == Variant::Cescacs.name() { "C'escacs" } else { name }))
    })
}

/// Returns a text as HTML: a link if it is an address of the web.
fn linked(text: &str) -> String {
    let address = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    match address.filter(|rest| !rest.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())) {
        Some(rest) => format!("<a href=\"{}\" rel=noreferrer>{}</a>", XmlText(text), XmlText(rest)),
        None => XmlText(text).to_string(),
    }
}
