//! The connection to an editor: messages on standard input and output.

use std::io::{self, BufRead, Read, stdin, stdout};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::Message;

use crate::app::file_problems::fail;
use crate::message::problem::problems;
use crate::message::{Code, ReporterOptions};

/// The maximum length of a message in bytes. A document of that length takes several times as much memory.
const MAX_MESSAGE: u64 = 256 << 20;

/// The maximum length of a line of the header of a message in bytes.
const MAX_LINE: u64 = 4 << 10;

problems! {
    /// A problem of what the editor sends.
    #[derive(Clone, Copy, Debug)]
    enum ConnectionProblem(language) {
        /// A header has no meaning, or announces a message that is too long.
        TooLong = Code::CannotRead, language.lsp.too_long;
    }
    describe;
}

/// Connects a server with an editor, by threads that read and write messages, until the server ends and everything has
/// been written. An input that cannot be split into messages is reported, and ends reading.
pub(super) fn connect<T>(
    options: ReporterOptions,
    serve: impl FnOnce(&Receiver<Message>, &Sender<Message>) -> T,
) -> T {
    let (to_server, incoming) = unbounded();
    let (outgoing, from_server) = unbounded::<Message>();
    // nobody waits for this thread, because nothing interrupts reading from a terminal or a pipe; it ends with
    // the process
    thread::spawn(move || {
        let read = forward(&mut stdin().lock(), &to_server);
        if read.is_err_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            fail(options, &ConnectionProblem::TooLong);
        }
    });
    let writer = thread::spawn(move || {
        let mut output = stdout().lock();
        let _ = from_server.iter().try_for_each(|message| message.write(&mut output));
    });
    let served = serve(&incoming, &outgoing);
    drop(outgoing);
    // if writing has failed, nobody is left to tell
    let _ = writer.join();
    served
}

/// Reads messages until the input or the server ends. What is not a message is skipped.
fn forward(input: &mut impl BufRead, to_server: &Sender<Message>) -> io::Result<()> {
    while let Some(body) = read_body(input)? {
        let Ok(message) = serde_json::from_slice(&body) else { continue };
        if to_server.send(message).is_err() {
            break;
        }
    }
    Ok(())
}

/// Reads the body of the next message. Returns `None` at the end of the input. A message without a length has an empty
/// body.
///
/// `lsp_server::Message::read` reads a line of a header to its end, and allocates whatever length it claims.
///
/// # Errors
///
/// Returns [`io::ErrorKind::InvalidData`] if a line of the header is too long, or the length is not a number up to
/// [`MAX_MESSAGE`], and any error of reading.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = 0;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        match line.trim_ascii_end() {
            _ if line.len() as u64 == MAX_LINE => return Err(io::ErrorKind::InvalidData.into()),
            _ if !line.ends_with(b"\n") => return Ok(None),
            [] => break,
            // the protocol has another field, the type of the content, which says nothing new
            field => length = content_length(field).unwrap_or(Ok(length))?,
        }
    }
    let mut body = Vec::new();
    // the memory grows with what comes, not with the length that is claimed
    input.by_ref().take(length).read_to_end(&mut body)?;
    Ok((body.len() as u64 == length).then_some(body))
}

/// Returns the value of a field of a header, if it is that of the length.
fn content_length(field: &[u8]) -> Option<io::Result<u64>> {
    let (name, value) = str::from_utf8(field).ok()?.split_once(':')?;
    let length = value.trim_ascii().parse().ok().filter(|length| *length <= MAX_MESSAGE);
    name.eq_ignore_ascii_case("Content-Length").then(|| length.ok_or(io::ErrorKind::InvalidData.into()))
}
