//! The messages of the protocol on standard input and output.

use std::io::{self, stdin, stdout};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::Message;

/// The ways to and from an editor.
pub(super) struct Connection {
    pub(super) incoming: Receiver<Message>,
    pub(super) outgoing: Sender<Message>,
    writer: JoinHandle<()>,
}

impl Connection {
    /// Waits until everything has been written.
    pub(super) fn close(self) {
        drop(self.outgoing);
        // a writer that has failed has nobody to write to
        let _ = self.writer.join();
    }
}

/// Begins to read and to write.
///
/// `lsp_server::Connection::stdio` stops reading at the first message that is no JSON. Here it is passed
/// over.
pub(super) fn open() -> Connection {
    let (to_server, incoming) = unbounded();
    let (outgoing, from_server) = unbounded::<Message>();
    // it ends with the process: nothing interrupts reading from a terminal or a pipe
    thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            match Message::read(&mut input) {
                Ok(Some(message)) => {
                    if to_server.send(message).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {}
                Ok(None) | Err(_) => return,
            }
        }
    });
    let writer = thread::spawn(move || {
        let mut output = stdout().lock();
        for message in from_server {
            if message.write(&mut output).is_err() {
                return;
            }
        }
    });
    Connection { incoming, outgoing, writer }
}
