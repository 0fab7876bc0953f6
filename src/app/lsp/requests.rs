//! The requests about documents, and the files that answer them.

use std::collections::BTreeMap;

use gen_lsp_types::DocumentSymbolParams;
use lsp_server::ErrorCode;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::document::Document;
use super::{actions, completion, formatting, hover, links, occurrences, semantic_tokens, symbols};
use crate::text::Span;

/// An error with which a request is answered.
pub(super) type RequestError = (ErrorCode, String);

/// The answer to a request; `None` while games still have to be checked for it.
pub(super) type Answer = Result<Option<Value>, RequestError>;

/// The open documents, by their addresses.
pub(super) type Documents = BTreeMap<String, Document>;

/// Answers a request about a document.
///
/// # Errors
///
/// Returns what is wrong with the request.
// The protocol has a type of its own for the parameters of each request, but all of them name the
// document, the position and the range in the same way. These are therefore taken from the JSON.
pub(super) fn answer(documents: &Documents, method: &str, params: &Value) -> Answer {
    let document = || find(documents, params);
    let at = || {
        let document = document()?;
        Ok((document, document.text.offset(parse(&params["position"])?)))
    };
    let within = || {
        let document = document()?;
        Ok((document, document.text.span(parse(&params["range"])?)))
    };
    let whole = || document().map(|document| (document, Span::new(0, document.text.as_str().len())));
    // these requests wait until all games have been checked
    let checked = |answer: &dyn Fn(&Document) -> Answer| match document()? {
        document if document.is_published => answer(document),
        _ => Ok(None),
    };
    match method {
        "textDocument/hover" => answered(at(), hover::at),
        "textDocument/completion" => answered(at(), completion::at),
        "textDocument/definition" => answered(at(), links::definition),
        "textDocument/references" => answered(at(), occurrences::references),
        "textDocument/documentHighlight" => answered(at(), occurrences::highlights),
        "textDocument/prepareRename" => answered(at(), occurrences::prepare),
        "textDocument/rename" => {
            let (document, offset) = at()?;
            let edits = occurrences::edits(document, offset, &parse::<String>(&params["newName"])?);
            value(&edits.map_err(|reason| (ErrorCode::RequestFailed, reason.to_owned()))?)
        }
        "textDocument/selectionRange" => {
            let (document, positions) = (document()?, parse::<Vec<_>>(&params["positions"])?);
            let ranges = positions.into_iter().map(|position| symbols::around(document, position));
            value(&ranges.collect::<Vec<_>>())
        }
        "textDocument/documentSymbol" => checked(&|document| value(&symbols::of_document(document))),
        "textDocument/foldingRange" => checked(&|document| value(&symbols::ranges(document))),
        "textDocument/codeAction" => checked(&|document| {
            let span = document.text.span(parse(&params["range"])?);
            value(&actions::in_span(document, span, &parse(&params["context"])?))
        }),
        "textDocument/formatting" => answered(whole(), formatting::edits),
        "textDocument/rangeFormatting" => answered(within(), formatting::edits),
        "textDocument/inlayHint" => answered(within(), hover::in_span),
        "textDocument/semanticTokens/full" => answered(whole(), semantic_tokens::in_span),
        "textDocument/semanticTokens/range" => answered(within(), semantic_tokens::in_span),
        _ => Err((ErrorCode::MethodNotFound, format!("there is no method {method}"))),
    }
}

/// Answers a request about a place of a document.
fn answered<'d, P, T: Serialize>(
    place: Result<(&'d Document, P), RequestError>,
    answer: impl FnOnce(&'d Document, P) -> T,
) -> Answer {
    let (document, place) = place?;
    value(&answer(document, place))
}

/// Returns the document that a request is about.
fn find<'d>(documents: &'d Documents, params: &Value) -> Result<&'d Document, RequestError> {
    // this type requires the document and nothing else
    let uri = parse::<DocumentSymbolParams>(params)?.text_document.uri;
    documents.get(&uri.0).ok_or_else(|| (ErrorCode::InvalidParams, format!("{uri} is not open")))
}

pub(super) fn parse<T: DeserializeOwned>(params: &Value) -> Result<T, RequestError> {
    T::deserialize(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(answer: &impl Serialize) -> Answer {
    serde_json::to_value(answer).map(Some).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
