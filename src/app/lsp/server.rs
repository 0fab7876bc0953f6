//! The loop of the server: messages in, answers and diagnostics out.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvError, Sender, TryRecvError};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidOpenTextDocumentParams, PublishDiagnosticsParams, TextDocumentItem,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde_json::Value;

use super::document::Document;
use super::requests::{Answer, RequestError, parse};
use super::settings::Settings;
use super::{capabilities, diagnostics, requests};
use crate::app::cli::Args;
use crate::app::environment::ExitStatus;

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
        // games are checked only when no message waits, so that a key is answered at once
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
    /// Returns an error if the editor is gone.
    fn receive(&mut self, incoming: &Receiver<Message>) -> Result<(), RecvError> {
        if self.queue.is_empty() && !self.has_work() {
            self.enqueue(incoming.recv()?);
        }
        loop {
            match incoming.try_recv() {
                Ok(message) => self.enqueue(message),
                // what has come before the editor went is still handled
                Err(TryRecvError::Disconnected) if self.queue.is_empty() => return Err(RecvError),
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
        // a panic costs one request, and not the session with all open documents
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
                Ok(Some(capabilities::of(&self.settings)))
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
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
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
                let Some(document) = self.documents.get_mut(uri) else { return };
                document.version = change.text_document.version;
                change.content_changes.into_iter().for_each(|event| document.change(event));
            }
            "textDocument/didSave" => {
                if let Some(document) = self.documents.get_mut(uri) {
                    // after saving, what was only unfinished is told, so the diagnostics are published again
                    document.is_published &= document.typed.take().is_none();
                }
            }
            "textDocument/didClose" => {
                if let Some(document) = self.documents.remove(uri) {
                    let (uri, diagnostics) = (document.uri, Vec::new());
                    // the protocol leaves it to the server to remove what it has published
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
