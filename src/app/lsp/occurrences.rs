//! Finds all occurrences of what is at one place of a document (a player, another value of a tag,
//! or a position), and renames players.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use gen_lsp_types::{
    DocumentHighlight, Location, PrepareRenamePlaceholder, PrepareRenameResult, WorkspaceEdit,
};

use super::document::Document;
use super::edits::workspace_edit;
use super::links;
use super::place::{element_at, tag_at};
use crate::notation::with_game;
use crate::rules::{Illegal, Replay, Rules, Step, with_rules};
use crate::syntax::{Game, Node, Portion, TagPair, is_unknown};
use crate::text::{Edit, Printable, Quoted, Span};

/// The maximum time of a search for places. A file of a few megabytes takes less.
const PATIENCE: Duration = Duration::from_secs(2);

/// The number of places after which no more games are searched.
const MOST: usize = 1000;

/// The number of games before and after its own in which a place is marked. Editors ask for marks
/// wherever the cursor goes.
const NEAR: usize = 100;

/// Returns all places of what is at an offset of a document.
pub(super) fn references(document: &Document, offset: usize) -> Vec<Location> {
    let spans = of_place(document, offset, 0..document.games.len());
    let location = |span| Location { uri: document.uri.clone(), range: document.text.range(span) };
    spans.into_iter().map(location).collect()
}

/// Returns the places of the player, value or position at an offset, in the game there and in the games near
/// it.
pub(super) fn highlights(document: &Document, offset: usize) -> Vec<DocumentHighlight> {
    let here = document.game_at(offset).unwrap_or_default();
    let near = here.saturating_sub(NEAR)..document.games.len().min(here + NEAR + 1);
    let spans = of_place(document, offset, near);
    let highlight = |span| DocumentHighlight { range: document.text.range(span), kind: None };
    spans.into_iter().map(highlight).collect()
}

/// Returns the places in some games of what is at an offset, in the order of the text. Those of a move are the moves
/// that lead to the same position, and the comments of its game that name it.
fn of_place(document: &Document, offset: usize, games: Range<usize>) -> Vec<Span> {
    let offset = move_meant(document, offset).unwrap_or(offset);
    let Some(wanted) = Wanted::at(document, offset) else { return Vec::new() };
    let end = Instant::now() + PATIENCE;
    let mut found = wanted.find(document, games, |count| count < MOST && Instant::now() < end);
    if let (Wanted::Position(_), Some(index)) = (&wanted, document.game_at(offset)) {
        let game = &document.games[index];
        let links = links::in_game(document, offset, Span::new(game.from, game.end));
        let names_it = |link: &links::Link| link.target.start <= offset && offset <= link.target.end;
        found.extend(links.into_iter().filter(names_it).map(|link| link.span));
        found.sort_by_key(|span| span.start);
    }
    found
}

/// Returns the start of the move that a comment names at an offset, or of the first move after the label of a variation
/// there.
fn move_meant(document: &Document, offset: usize) -> Option<usize> {
    if let Some(link) = links::at(document, offset) {
        return Some(link.target.start);
    }
    document.with_place(offset, |game, at, base| {
        with_game!(game, game => {
            let label = element_at(game, at)?;
            matches!(label.node, Node::VariationStart(Some(_))).then_some(())?;
            let mut after = game.movetext.iter().skip_while(|element| element.span.start < label.span.end);
            Some(base + after.find(|element| matches!(element.node, Node::Move(_)))?.span.start)
        })
    })
}

/// The object of a search.
#[derive(Debug)]
pub(super) enum Wanted {
    /// A player, with either colour.
    Player(String),
    /// The name of a tag and its value.
    Value([String; 2]),
    /// The position after a move.
    Position(Key),
}

/// What identifies a position: the name of its rules and its key.
type Key = (&'static str, u64);

impl Wanted {
    /// Returns what is at an offset of a document, or `None` if it cannot be searched for.
    pub(super) fn at(document: &Document, offset: usize) -> Option<Wanted> {
        let illegal = document.settings.options.syntax.illegal();
        document.with_place(offset, |game, at, _| {
            if let Some(tag) = tag_at(game, at) {
                return Wanted::of_tag(tag);
            }
            let is_there = |span: Span| span.start <= at && at <= span.end;
            let found = with_rules!(game, R, game => moves::<R>(game, illegal, |_, span| is_there(span)));
            Some(Wanted::Position(found.last()?.0))
        })
    }

    fn of_tag(tag: &TagPair<'_>) -> Option<Wanted> {
        if let Some(player) = player(tag) {
            return Some(Wanted::Player(player.into_owned()));
        }
        let value = tag.value.unescape();
        (!is_unknown(&value))
            .then(|| Wanted::Value([tag.canonical_name().decode().into_owned(), value.into_owned()]))
    }

    /// Finds its places in some games. After each game `go_on` gets the number of places so far, and returns
    /// whether to go on.
    pub(super) fn find(
        &self,
        document: &Document,
        games: Range<usize>,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Vec<Span> {
        let illegal = document.settings.options.syntax.illegal();
        let is_position = matches!(self, Wanted::Position(_));
        let portion = if is_position { Portion::Whole } else { Portion::Tags };
        let mut found = Vec::new();
        document.for_each_game(games, portion, |game, base| {
            if let Wanted::Position(key) = self {
                let places = with_rules!(game, R, game => {
                    moves::<R>(game, illegal, |position, _| key_of(position) == *key)
                });
                found.extend(places.into_iter().map(|(_, span)| span.moved_by(base)));
            } else {
                let tags = game.tags().iter().filter(|tag| self.is_of(tag));
                found.extend(tags.map(|tag| inside(document, tag, base)));
            }
            if go_on(found.len()) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        found
    }

    /// Returns whether a tag has the player or the value.
    fn is_of(&self, tag: &TagPair<'_>) -> bool {
        match self {
            Wanted::Player(name) => player(tag).is_some_and(|player| player == *name),
            Wanted::Value([name, value]) => {
                tag.canonical_name().decode() == *name && tag.value.unescape() == *value
            }
            Wanted::Position(_) => false,
        }
    }
}

/// Returns the player that a tag names.
pub(super) fn player<'s>(tag: &TagPair<'s>) -> Option<Cow<'s, str>> {
    let is_player = [&b"White"[..], b"Black"].contains(&tag.canonical_name().0);
    Some(tag.value.unescape()).filter(|name| is_player && !is_unknown(name))
}

/// Returns the span of the value of a tag, without its quotes.
pub(super) fn inside(document: &Document, tag: &TagPair<'_>, base: usize) -> Span {
    let (start, end) = (base + tag.value_span.start + 1, base + tag.value_span.end);
    let is_closed = end > start && document.text.part(Span::new(end - 1, end)) == "\"";
    Span::new(start, if is_closed { end - 1 } else { end.max(start) })
}

fn key_of<R: Rules>(position: &R) -> Key {
    (position.name(), position.key())
}

/// Finds moves by their places or by the positions that they lead to, which `is_wanted` gets.
fn moves<R: Rules>(
    game: &Game<'_, R::Notation>,
    illegal: Illegal,
    is_wanted: impl Fn(&R, Span) -> bool,
) -> Vec<(Key, Span)> {
    let Ok(start) = R::set_up(game) else { return Vec::new() };
    let mut replay = Replay::every_line(game, start.position).with_illegal(illegal);
    let mut found = Vec::new();
    loop {
        match replay.step() {
            Ok(None) => return found,
            Ok(Some(Step::Ply(ply))) => {
                let position = replay.position();
                found.extend(is_wanted(position, ply.span).then(|| (key_of(position), ply.span)));
            }
            Ok(Some(Step::Other(_))) => {}
            // a variation with an illegal move does not hide the moves after it
            Err(error) if error.depth > 0 => {}
            Err(_) => return found,
        }
    }
}

/// Returns the name of the player at an offset and its range, which the editor asks the user to
/// change.
pub(super) fn prepare(document: &Document, offset: usize) -> Option<PrepareRenameResult> {
    let (span, placeholder) = document.with_place(offset, |game, at, base| {
        let tag = tag_at(game, at)?;
        Some((inside(document, tag, base), Printable(&player(tag)?).to_string()))
    })?;
    let range = document.text.range(span);
    Some(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder }))
}

/// Returns the edits that give the player at an offset another name.
///
/// # Errors
///
/// Returns a message if there is no player there, or the new name is empty.
pub(super) fn edits(document: &Document, offset: usize, name: &str) -> Result<WorkspaceEdit, &'static str> {
    let words = document.settings.language.lsp;
    let Some(old @ Wanted::Player(_)) = Wanted::at(document, offset) else { return Err(words.no_player) };
    let name = name.trim();
    if name.is_empty() {
        return Err(words.name_is_empty);
    }
    // without the bounds of other searches, because half a renaming would leave two names for one player
    let spans = old.find(document, 0..document.games.len(), |_| true);
    let edits: Vec<_> = spans.into_iter().map(|span| Edit::replace(span, Quoted(name).to_string())).collect();
    Ok(workspace_edit(document, &edits))
}
