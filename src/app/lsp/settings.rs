//! How a server reads documents, by its command line and what the editor says of itself.

use serde_json::Value;

use super::text::Encoding;
use crate::app::cli::Args;
use crate::check::Syntax;
use crate::message::{Language, LanguageCode};
use crate::notation::Variant;
use crate::picture::PictureOptions;
use crate::syntax::{Layout, PieceLetters};

/// How documents are read and spoken of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) language: &'static Language,
    /// The code of that language, by which pages are found.
    pub(super) language_code: LanguageCode,
    pub(super) syntax: Syntax,
    pub(super) variant: Option<Variant>,
    pub(super) letters: Option<PieceLetters>,
    pub(super) pedantic: bool,
    pub(super) max_game_size: usize,
    pub(super) layout: Layout,
    pub(super) picture: PictureOptions,
    /// The units in which the editor counts characters.
    pub(super) encoding: Encoding,
    /// Whether the editor shows Markdown.
    pub(super) has_markdown: bool,
    /// Whether the editor folds whole lines only.
    pub(super) folds_lines: bool,
    /// How many ranges the editor folds at most.
    pub(super) most_folds: usize,
}

impl Settings {
    /// Takes over what the command line says, and what an editor can do, by the parameters of its
    /// `initialize` request.
    // Only what is asked for is looked at. The protocol's types for all that an editor may say are some
    // hundred kilobytes of code.
    pub(super) fn new(args: &Args, editor: &Value) -> Settings {
        let language_code = args.lang.unwrap_or_else(|| match editor["locale"].as_str() {
            Some(locale) => LanguageCode::of_locales([locale]),
            None => args.language_code(),
        });
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let capabilities = &editor["capabilities"];
        let encodings = list(&capabilities["general"]["positionEncodings"]);
        let document = &capabilities["textDocument"];
        let hover_formats = list(&document["hover"]["contentFormat"]);
        let folding = &document["foldingRange"];
        Settings {
            language: language_code.language(),
            language_code,
            syntax: args.syntax,
            variant: args.variant,
            letters: args.piece_letters,
            pedantic: args.pedantic,
            max_game_size: args.max_game_size.0,
            // the text that it replaces has its odd characters, too
            layout: Layout { is_verbatim: true, ..args.layout() },
            picture: args.picture_options(),
            encoding: encodings.iter().filter_map(Value::as_str).find_map(encoding).unwrap_or_default(),
            has_markdown: hover_formats.iter().any(|format| format == "markdown"),
            folds_lines: folding["lineFoldingOnly"] == true,
            most_folds: folding["rangeLimit"].as_u64().map_or(usize::MAX, |limit| limit as usize),
        }
    }
}

/// Returns the units that a name of the protocol (`PositionEncodingKind`) stands for.
fn encoding(name: &str) -> Option<Encoding> {
    match name {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    }
}
