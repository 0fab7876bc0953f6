//! How a server reads documents, by its command line and what the editor says of itself.

use gen_lsp_types::{InitializeParams, MarkupKind, PositionEncodingKind};

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
    /// Takes over what the command line says, and what an editor can do.
    pub(super) fn new(args: &Args, editor: &InitializeParams) -> Settings {
        let language_code = args.lang.unwrap_or_else(|| match &editor.locale {
            Some(locale) => LanguageCode::of_locales([locale]),
            None => args.language_code(),
        });
        let general = editor.capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        let document = editor.capabilities.text_document.as_ref();
        let hover = document.and_then(|document| document.hover.as_ref()?.content_format.as_deref());
        let folding = document.and_then(|document| document.folding_range.as_ref());
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
            encoding: encodings.iter().find_map(encoding).unwrap_or_default(),
            has_markdown: hover.is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            folds_lines: folding.is_some_and(|folding| folding.line_folding_only == Some(true)),
            most_folds: folding
                .and_then(|folding| folding.range_limit)
                .map_or(usize::MAX, |limit| limit as usize),
        }
    }
}

fn encoding(kind: &PositionEncodingKind) -> Option<Encoding> {
    match kind {
        PositionEncodingKind::UTF8 => Some(Encoding::Utf8),
        PositionEncodingKind::UTF16 => Some(Encoding::Utf16),
        PositionEncodingKind::UTF32 => Some(Encoding::Utf32),
        PositionEncodingKind::Custom(_) => None,
    }
}
