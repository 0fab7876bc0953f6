//! The loop of the server: messages in, answers and diagnostics out; what the server can do, and its settings.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError};
use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProvider, CompletionOptions, DefinitionProvider,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingProvider, DocumentHighlightProvider, DocumentRangeFormattingProvider,
    DocumentSymbolProvider, FoldingRangeProvider, Full, HoverProvider, InitializeResult, InlayHintProvider,
    PublishDiagnosticsParams, ReferencesProvider, RenameOptions, RenameProvider, Save,
    SelectionRangeProvider, SemanticTokensOptions, SemanticTokensOptionsRange, SemanticTokensProvider,
    ServerCapabilities, ServerInfo, TextDocumentItem, TextDocumentSync, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::document::Document;
use super::text::Encoding;
use super::{diagnostics, requests, semantic_tokens};
use crate::app::cli::Args;
use crate::app::environment::ExitStatus;
use crate::check::CheckOptions;
use crate::message::{Language, LanguageCode};
use crate::picture::PictureOptions;
use crate::syntax::Layout;

/// The time for which games are checked before the server looks for messages again.
const SLICE: Duration = Duration::from_millis(20);

/// Answers the messages of an editor until it asks to exit or is gone. As the protocol requires,
/// the exit status is success only if the editor has asked to shut down first.
pub(super) fn serve(args: &Args, incoming: &Receiver<Message>, outgoing: &Sender<Message>) -> ExitStatus {
    let mut server = Server {
        args,
        outgoing,
        phase: Phase::Started,
        settings: Settings::new(args, &Value::Null),
        documents: BTreeMap::new(),
        queue: VecDeque::new(),
        waiting: Vec::new(),
    };
    while server.receive(incoming).is_ok() {
        let Some(message) = server.queue.pop_front() else {
            server.work();
            continue;
        };
        if matches!(&message, Message::Notification(notification) if notification.method == "exit") {
            return if server.phase == Phase::ShutDown { ExitStatus::Success } else { ExitStatus::Faulty };
        }
        server.handle(message);
    }
    ExitStatus::Faulty
}

/// The phase of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The editor has not sent `initialize`.
    Started,
    Running,
    /// The editor has asked to shut down, and may now only send `exit`.
    ShutDown,
}

/// The editor is gone.
struct Gone;

/// An error with which a request is answered.
pub(super) type RequestError = (ErrorCode, String);

/// The answer to a request; `None` while games still have to be checked for it.
pub(super) type Answer = Result<Option<Value>, RequestError>;

struct Server<'a> {
    args: &'a Args,
    outgoing: &'a Sender<Message>,
    phase: Phase,
    settings: Settings,
    /// The open documents, by their addresses.
    documents: BTreeMap<String, Document>,
    /// The messages that have been received but not handled.
    queue: VecDeque<Message>,
    /// The requests about documents whose games are still being checked.
    waiting: Vec<Request>,
}

impl Server<'_> {
    /// Receives the messages that have come. Waits for one if there is nothing to do.
    fn receive(&mut self, incoming: &Receiver<Message>) -> Result<(), Gone> {
        if self.queue.is_empty() && !self.has_work() {
            self.enqueue(incoming.recv().map_err(|_| Gone)?);
        }
        loop {
            match incoming.try_recv() {
                Ok(message) => self.enqueue(message),
                Err(TryRecvError::Disconnected) if self.queue.is_empty() => return Err(Gone),
                Err(_) => return Ok(()),
            }
        }
    }

    /// Queues a message. A cancellation takes effect at once, before the request is answered.
    fn enqueue(&mut self, message: Message) {
        match message {
            Message::Notification(notification) if notification.method == "$/cancelRequest" => {
                self.cancel(&notification.params);
            }
            message => self.queue.push_back(message),
        }
    }

    fn cancel(&mut self, params: &Value) {
        let id = params.get("id").cloned().unwrap_or_default();
        let Ok(id) = serde_json::from_value::<RequestId>(id) else { return };
        let is_it = |message: &Message| matches!(message, Message::Request(request) if request.id == id);
        let before = self.queue.len() + self.waiting.len();
        self.queue.retain(|message| !is_it(message));
        self.waiting.retain(|request| request.id != id);
        if self.queue.len() + self.waiting.len() < before {
            self.answer(id, Err((ErrorCode::RequestCanceled, "cancelled".to_owned())));
        }
    }

    fn has_work(&self) -> bool {
        self.documents.values().any(|document| !document.is_published)
    }

    /// Checks games for a while. When all games of a document have been checked, its diagnostics are published, and the
    /// requests that have waited for that are answered.
    fn work(&mut self) {
        let end = Instant::now() + SLICE;
        let Some(document) = self.documents.values_mut().find(|document| !document.is_published) else {
            return;
        };
        if !document.check_until(end) {
            return;
        }
        document.is_published = true;
        let published = diagnostics::of_document(document);
        self.notify("textDocument/publishDiagnostics", &published);
        self.retry();
    }

    /// Answers the requests that have waited, if that is possible now.
    fn retry(&mut self) {
        for request in std::mem::take(&mut self.waiting) {
            self.request(request);
        }
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => {
                // a panic in a change leaves a document without games, and its next change finds all of them again
                let _ = catch_unwind(AssertUnwindSafe(|| self.notification(notification)));
            }
            // the server sends no requests
            Message::Response(_) => {}
        }
    }

    /// Answers a request, or keeps it until it can be answered.
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request.clone();
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer_to(&method, params)));
        match answer {
            Ok(Ok(None)) => self.waiting.push(request),
            Ok(Ok(Some(value))) => self.answer(id, Ok(value)),
            Ok(Err(error)) => self.answer(id, Err(error)),
            Err(_) => self.answer(id, Err((ErrorCode::InternalError, format!("{method} failed")))),
        }
    }

    fn answer_to(&mut self, method: &str, params: Value) -> Answer {
        match (self.phase, method) {
            (Phase::Started, "initialize") => {
                self.settings = Settings::new(self.args, &params);
                self.phase = Phase::Running;
                value(&of(&self.settings))
            }
            (Phase::Started, _) => {
                Err((ErrorCode::ServerNotInitialized, "initialize comes first".to_owned()))
            }
            (Phase::ShutDown, _) => Err((ErrorCode::InvalidRequest, "the server is shut down".to_owned())),
            (Phase::Running, "initialize") => {
                Err((ErrorCode::InvalidRequest, "initialize comes once".to_owned()))
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Some(Value::Null))
            }
            (Phase::Running, _) => requests::answer(&self.documents, method, &params),
        }
    }

    fn notification(&mut self, notification: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document: item }) = parse(&params) else { return };
                let TextDocumentItem { uri, language_id, version, text } = item;
                let document =
                    Document::new(uri.clone(), &String::from(language_id), version, text, self.settings);
                self.documents.insert(uri.0, document);
            }
            "textDocument/didChange" => {
                let Ok(change) = parse::<DidChangeTextDocumentParams>(&params) else { return };
                let identifier = change.text_document;
                let uri = &identifier.text_document_identifier.uri;
                let Some(document) = self.documents.get_mut(&uri.0) else { return };
                document.version = identifier.version;
                change.content_changes.into_iter().for_each(|event| document.change(event));
            }
            "textDocument/didSave" => {
                let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
                if let Some(document) = self.documents.get_mut(uri) {
                    document.is_published &= document.typed.take().is_none();
                }
            }
            "textDocument/didClose" => {
                let Ok(DidCloseTextDocumentParams { text_document }) = parse(&params) else { return };
                if let Some(document) = self.documents.remove(&text_document.uri.0) {
                    let (uri, diagnostics) = (document.uri, Vec::new());
                    let nothing = PublishDiagnosticsParams { uri, version: None, diagnostics };
                    self.notify("textDocument/publishDiagnostics", &nothing);
                    self.retry();
                }
            }
            _ => {}
        }
    }

    fn notify(&self, method: &str, params: &impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            self.send(Notification { method: method.to_owned(), params }.into());
        }
    }

    fn answer(&self, id: RequestId, answer: Result<Value, RequestError>) {
        self.send(Message::Response(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        }));
    }

    fn send(&self, message: Message) {
        // if the editor is gone, this is noticed when the next message is received
        let _ = self.outgoing.send(message);
    }
}

pub(super) fn parse<T: DeserializeOwned>(params: &Value) -> Result<T, RequestError> {
    T::deserialize(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

pub(super) fn value(answer: &impl Serialize) -> Answer {
    serde_json::to_value(answer).map(Some).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

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

/// Returns the answer to `initialize`.
pub(super) fn of(settings: &Settings) -> InitializeResult {
    let encoding = Encoding::NAMED.into_iter().find(|(_, encoding)| *encoding == settings.encoding);
    let capabilities = ServerCapabilities {
        position_encoding: encoding.map(|(name, _)| name.to_owned().into()),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(Save::Bool(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProvider::Bool(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "-", "(", "$", "[", "\""].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(DefinitionProvider::Bool(true)),
        references_provider: Some(ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(DocumentHighlightProvider::Bool(true)),
        selection_range_provider: Some(SelectionRangeProvider::Bool(true)),
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        folding_range_provider: Some(FoldingRangeProvider::Bool(true)),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
            ..CodeActionOptions::default()
        })),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        document_range_formatting_provider: Some(DocumentRangeFormattingProvider::Bool(true)),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })),
        inlay_hint_provider: Some(InlayHintProvider::Bool(true)),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                range: Some(SemanticTokensOptionsRange::Bool(true)),
                full: Some(Full::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    InitializeResult { capabilities, server_info: Some(ServerInfo { name: "escaque".to_owned(), version }) }
}
