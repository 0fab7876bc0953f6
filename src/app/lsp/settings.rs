//! How documents are read, and how they are presented to the editor.

use serde_json::Value;

use super::text::Encoding;
use crate::app::cli::Args;
use crate::check::CheckOptions;
use crate::message::{Language, LanguageCode};
use crate::picture::PictureOptions;
use crate::syntax::Layout;

/// How documents are read, and how they are presented to the editor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) language: &'static Language,
    pub(super) options: CheckOptions,
    pub(super) layout: Layout,
    pub(super) picture: PictureOptions,
    /// The units in which the editor counts characters.
    pub(super) encoding: Encoding,
    /// Whether the editor shows Markdown, and does not prefer plain text.
    pub(super) has_markdown: bool,
    /// Whether the editor shows pictures in Markdown.
    pub(super) has_pictures: bool,
    /// Whether the editor reads all lines of a document for each edit of it. Neovim does.
    pub(super) reads_all_for_an_edit: bool,
    /// Whether the editor folds whole lines only.
    pub(super) folds_lines: bool,
    /// The maximum number of ranges that the editor folds.
    pub(super) most_folds: usize,
}

impl Settings {
    /// Creates the settings from the command line and from what an editor can do, by the parameters of its `initialize`
    /// request.
    // The parameters are taken from the JSON one by one. Reading all that an editor may say into the types of the
    // protocol takes some hundred kilobytes of code.
    pub(super) fn new(args: &Args, editor: &Value) -> Settings {
        // the command line before the editor, and this before the locale of the process
        let language_code = args.messaging.lang.unwrap_or_else(|| match editor["locale"].as_str() {
            Some(locale) => LanguageCode::of_locales([locale]),
            None => args.language_code(),
        });
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let capabilities = &editor["capabilities"];
        let encodings = list(&capabilities["general"]["positionEncodings"]);
        let known = |name: &Value| Encoding::NAMED.into_iter().find(|(known, _)| name == known);
        let document = &capabilities["textDocument"];
        let hover_formats = list(&document["hover"]["contentFormat"]);
        let folding = &document["foldingRange"];
        let name = editor["clientInfo"]["name"].as_str().unwrap_or_default();
        Settings {
            language: language_code.language(),
            options: args.check_options(),
            // the text goes back into its document, so characters that cannot be printed stay as they are
            layout: Layout { is_verbatim: true, ..args.layout() },
            picture: args.picture_options(),
            encoding: encodings.iter().find_map(known).map(|(_, encoding)| encoding).unwrap_or_default(),
            has_markdown: hover_formats.first().is_some_and(|format| format == "markdown"),
            has_pictures: shows_pictures(name),
            reads_all_for_an_edit: name == "Neovim",
            folds_lines: folding["lineFoldingOnly"] == true,
            most_folds: folding["rangeLimit"].as_u64().map_or(usize::MAX, |limit| limit as usize),
        }
    }
}

/// Returns whether the editor with a name shows pictures that are in the Markdown itself. VS Code does, and what is made
/// of it, each with a name of its own. Others show the thousands of characters of the address as text, if they are
/// in a terminal, or ignore it, and no capability of the protocol tells them apart.
fn shows_pictures(name: &str) -> bool {
    ["Visual Studio Code", "Code - OSS", "code-server", "VSCodium", "Cursor", "Windsurf"]
        .iter()
        .any(|known| name.starts_with(known))
}
