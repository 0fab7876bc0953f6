//! The names that `--columns` chooses and that only the games can show to be right.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::cli::Args;
use crate::format::Columns;
use crate::message::Diagnostic;
use crate::query::DoubtfulPart;
use crate::syntax::{Game, Notation, UnusualTag};
use crate::text::{Source, Span};

/// The columns that are neither computed nor usual tags, so that they stay empty unless a game has such a tag.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnNames {
    names: Arc<[UnusualTag]>,
    /// Whether a game has been seen. Without one, nothing is known.
    has_seen: Arc<AtomicBool>,
}

impl ColumnNames {
    pub(super) fn of_args(args: &Args) -> ColumnNames {
        let made =
            args.set.iter().map(|set| &set.name).chain(args.rename_tag.iter().map(|renamed| &renamed.new));
        let made: Vec<_> = made.collect();
        let is_made = |tag: &UnusualTag| made.iter().any(|name| name.eq_ignore_ascii_case(tag.name()));
        let unusual = args.columns.iter().flat_map(Columns::unusual);
        ColumnNames { names: unusual.filter(|tag| !is_made(tag)).collect(), ..ColumnNames::default() }
    }

    /// Notes the tags of a game.
    pub(super) fn see<N: Notation>(&self, game: &Game<'_, N>) {
        if !self.names.is_empty() {
            self.has_seen.store(true, Ordering::Relaxed);
        }
        self.names.iter().for_each(|tag| tag.see(|name| game.tag(name).is_some()));
    }

    /// Lists warnings about the columns that no game shown so far has, each with the name as the text it quotes.
    pub(super) fn warnings(&self) -> impl Iterator<Item = (Source, Diagnostic)> {
        let is_told = |tag: &&UnusualTag| !tag.is_seen() && self.has_seen.load(Ordering::Relaxed);
        self.names.iter().filter(is_told).map(|tag| {
            let name = tag.name();
            let warning = DoubtfulPart::of_column(name).warning(Span::new(0, name.len()));
            (Source::new("--columns", name.as_bytes().to_vec()), warning)
        })
    }
}
