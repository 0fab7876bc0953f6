//! What the server can do.

use serde_json::{Value, json};

use super::semantic_tokens;
use super::settings::Settings;
use super::text::Encoding;

/// Returns the answer to `initialize`, as the protocol names what a server can do.
pub(super) fn of(settings: &Settings) -> Value {
    let encoding = Encoding::NAMED.into_iter().find(|(_, encoding)| *encoding == settings.encoding);
    // documents are opened and closed, and their changes come as edits of parts
    let sync = json!({ "openClose": true, "change": 2, "save": true });
    let tokens = json!({ "legend": semantic_tokens::legend(), "full": true, "range": true });
    json!({
        "capabilities": {
            "positionEncoding": encoding.map(|(name, _)| name),
            "textDocumentSync": sync,
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": [".", "-", "(", "$", "[", "\""] },
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "selectionRangeProvider": true,
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "documentFormattingProvider": true,
            "documentRangeFormattingProvider": true,
            "renameProvider": { "prepareProvider": true },
            "inlayHintProvider": true,
            "semanticTokensProvider": tokens,
        },
        "serverInfo": { "name": "escaque", "version": env!("CARGO_PKG_VERSION") },
    })
}
