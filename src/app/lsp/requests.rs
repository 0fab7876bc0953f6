//! The requests about documents, each answered by its file.

use std::collections::BTreeMap;

use gen_lsp_types::{
    CodeActionParams, CompletionParams, DefinitionParams, DocumentFormattingParams, DocumentHighlightParams,
    DocumentRangeFormattingParams, DocumentSymbolParams, FoldingRangeParams, HoverParams, InlayHintParams,
    PrepareRenameParams, ReferenceParams, RenameParams, SelectionRangeParams, SemanticTokensDeltaParams,
    SemanticTokensParams, SemanticTokensRangeParams, TextDocumentPositionParams, Uri,
};
use lsp_server::ErrorCode;
use serde_json::Value;

use super::document::Document;
use super::server::{Answer, RequestError, parse, value};
use super::{actions, completion, formatting, hover, links, occurrences, semantic_tokens, symbols};
use crate::text::Span;

/// The open documents, by their addresses.
pub(super) type Documents = BTreeMap<String, Document>;

/// Answers a request about a document.
///
/// # Errors
///
/// Returns what is wrong with the request.
pub(super) fn answer(documents: &Documents, method: &str, params: Value) -> Answer {
    let find = |uri: &Uri| find(documents, uri);
    let place = |place: TextDocumentPositionParams| {
        let document = find(&place.text_document.uri)?;
        Ok::<_, RequestError>((document, document.text.offset(place.position)))
    };
    match method {
        "textDocument/hover" => {
            let (document, offset) = place(parse::<HoverParams>(params)?.text_document_position_params)?;
            value(&hover::at(document, offset))
        }
        "textDocument/completion" => {
            let (document, offset) = place(parse::<CompletionParams>(params)?.text_document_position_params)?;
            value(&completion::at(document, offset))
        }
        "textDocument/definition" => {
            let (document, offset) = place(parse::<DefinitionParams>(params)?.text_document_position_params)?;
            value(&links::definition(document, offset))
        }
        "textDocument/references" => {
            let (document, offset) = place(parse::<ReferenceParams>(params)?.text_document_position_params)?;
            value(&occurrences::references(document, offset))
        }
        "textDocument/documentHighlight" => {
            let (document, offset) =
                place(parse::<DocumentHighlightParams>(params)?.text_document_position_params)?;
            value(&occurrences::highlights(document, offset))
        }
        "textDocument/selectionRange" => {
            let params = parse::<SelectionRangeParams>(params)?;
            let document = find(&params.text_document.uri)?;
            let ranges = params.positions.into_iter().map(|position| symbols::around(document, position));
            value(&ranges.collect::<Vec<_>>())
        }
        "textDocument/prepareRename" => {
            let (document, offset) =
                place(parse::<PrepareRenameParams>(params)?.text_document_position_params)?;
            value(&occurrences::prepare(document, offset))
        }
        "textDocument/rename" => {
            let params = parse::<RenameParams>(params)?;
            let (document, offset) = place(params.text_document_position_params)?;
            let edits = occurrences::edits(document, offset, &params.new_name);
            value(&edits.map_err(|reason| (ErrorCode::RequestFailed, reason.to_owned()))?)
        }
        "textDocument/documentSymbol" => {
            let document = find(&parse::<DocumentSymbolParams>(params)?.text_document.uri)?;
            when_checked(document, || value(&symbols::of_document(document)))
        }
        "textDocument/foldingRange" => {
            let document = find(&parse::<FoldingRangeParams>(params)?.text_document.uri)?;
            when_checked(document, || value(&symbols::ranges(document)))
        }
        "textDocument/codeAction" => {
            let params = parse::<CodeActionParams>(params)?;
            let document = find(&params.text_document.uri)?;
            let span = document.text.span(params.range);
            when_checked(document, || value(&actions::in_span(document, span, &params.context)))
        }
        "textDocument/formatting" => {
            let document = find(&parse::<DocumentFormattingParams>(params)?.text_document.uri)?;
            value(&formatting::edits(document, whole(document)))
        }
        "textDocument/rangeFormatting" => {
            let params = parse::<DocumentRangeFormattingParams>(params)?;
            let document = find(&params.text_document.uri)?;
            value(&formatting::edits(document, document.text.span(params.range)))
        }
        "textDocument/inlayHint" => {
            let params = parse::<InlayHintParams>(params)?;
            let document = find(&params.text_document.uri)?;
            value(&hover::in_span(document, document.text.span(params.range)))
        }
        "textDocument/semanticTokens/full" => {
            let document = find(&parse::<SemanticTokensParams>(params)?.text_document.uri)?;
            value(&semantic_tokens::full(document))
        }
        "textDocument/semanticTokens/full/delta" => {
            let params = parse::<SemanticTokensDeltaParams>(params)?;
            let document = find(&params.text_document.uri)?;
            value(&semantic_tokens::since(document, &params.previous_result_id))
        }
        "textDocument/semanticTokens/range" => {
            let params = parse::<SemanticTokensRangeParams>(params)?;
            let document = find(&params.text_document.uri)?;
            value(&semantic_tokens::in_span(document, document.text.span(params.range)))
        }
        _ => Err((ErrorCode::MethodNotFound, format!("there is no method {method}"))),
    }
}

fn find<'d>(documents: &'d Documents, uri: &Uri) -> Result<&'d Document, RequestError> {
    let closed = || (ErrorCode::InvalidParams, format!("{uri} is not open"));
    documents.get(&uri.0).ok_or_else(closed)
}

fn whole(document: &Document) -> Span {
    Span::new(0, document.text.as_str().len())
}

/// Answers a request that needs all games of a document to be checked, if they are.
fn when_checked(document: &Document, answer: impl FnOnce() -> Answer) -> Answer {
    if document.is_published { answer() } else { Ok(None) }
}
