//! What the server tells an editor that it can do.

use gen_lsp_types::{
    InitializeResult, PositionEncodingKind, ServerCapabilities, ServerInfo, TextDocumentSync,
    TextDocumentSyncKind, TextDocumentSyncOptions,
};

use super::settings::Settings;
use super::text::Encoding;

/// Returns the answer to the first request.
pub(super) fn of(settings: &Settings) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(match settings.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            ..TextDocumentSyncOptions::default()
        })),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    InitializeResult { capabilities, server_info: Some(ServerInfo { name: "escaque".to_owned(), version }) }
}
