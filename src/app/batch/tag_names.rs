//! The names of tags in `--columns` and `--output` that only the games can show to be right.

use std::sync::Arc;

use crate::app::cli::Args;
use crate::app::name_template::NameTemplate;
use crate::format::Columns;
use crate::message::Diagnostic;
use crate::query::DoubtfulPart;
use crate::syntax::{AskedTag, Game, Notation, usual_tags};
use crate::text::{Source, Span};

/// The names that are not those of usual tags, so that they stand for nothing unless a game has such a tag, each with
/// its option.
#[derive(Clone, Debug, Default)]
pub(super) struct TagNames {
    names: Arc<[(&'static str, AskedTag)]>,
}

impl TagNames {
    pub(super) fn of_args(args: &Args) -> TagNames {
        let set = args.changing.set.iter().map(|set| &*set.name);
        let renamed = args.changing.rename_tag.iter().map(|renamed| &*renamed.new);
        let made = set.chain(renamed).chain(args.changing.lines.then_some("Line"));
        // a tag that the command line itself makes will be there
        let is_made = |tag: &AskedTag| made.clone().any(|name| name.eq_ignore_ascii_case(tag.name()));
        let is_usual = |name: &String| usual_tags().any(|usual| usual.eq_ignore_ascii_case(name));
        let in_file_names = args.output_file().map_or(&[][..], NameTemplate::tags).iter();
        let in_file_names = in_file_names.filter(|name| !is_usual(name)).map(|name| AskedTag::new(name));
        let columns = args.writing.columns.iter().flat_map(Columns::unusual).map(|tag| ("--columns", tag));
        let names = columns.chain(in_file_names.map(|tag| ("--output", tag)));
        let names = names.filter(|(_, tag)| !is_made(tag)).collect();
        TagNames { names }
    }

    /// Notes the tags of a game.
    pub(super) fn see<N: Notation>(&self, game: &Game<'_, N>) {
        self.names.iter().for_each(|(_, tag)| tag.see(|name| game.tag(name).is_some()));
    }

    /// Lists warnings about the names that no game shown so far has, each with the name as the text it quotes.
    pub(super) fn warnings(&self) -> impl Iterator<Item = (Source, Diagnostic)> {
        self.names.iter().filter(|(_, tag)| tag.is_in_no_game()).map(|(option, tag)| {
            let written: fn(&str) -> String = match *option {
                "--output" => |name| format!("{{{name}}}"),
                _ => str::to_owned,
            };
            let text = written(tag.name());
            let problem = DoubtfulPart::of_tag(tag.name(), written);
            let warning = Diagnostic::warning(problem, Span::new(0, text.len()), None);
            (Source::new(*option, text.into_bytes()), warning)
        })
    }
}
