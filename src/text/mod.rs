//! Texts: the bytes of files and streams, positions in them, and their encoding.

mod braces;
mod buffers;
mod characters;
mod chunk;
mod compression;
mod edit;
mod encoding;
#[cfg(feature = "cli")]
mod file_encoding;
#[cfg(feature = "viewer")]
mod growing;
mod input;
mod input_error;
mod lines;
#[cfg(feature = "compression")]
mod members;
mod plain_letters;
mod printable;
mod source;
mod source_edits;
mod space;
mod span;
mod unpack_error;
mod waiting;
mod watched_file;
mod wide;
pub(crate) mod work;
#[cfg(feature = "compression")]
mod zip;

pub(crate) use characters::{is_hyphen, is_invisible};
pub(crate) use chunk::LOOK_AHEAD;
pub use chunk::{Chunk, Chunks};
pub use compression::{TrailingData, plain_name};
pub use edit::{Edit, OffsetsBefore, apply_edits};
pub use encoding::{Text, TextEncoding};
#[cfg(feature = "cli")]
pub(crate) use file_encoding::{FileEncoding, NoPlainText};
#[cfg(feature = "viewer")]
pub(crate) use growing::{Arrival, GrowingText};
pub use input::{Input, Progress};
pub use input_error::InputError;
pub use lines::Position;
pub use plain_letters::{contains_plain, plain_letters};
pub use printable::{JsonText, Printable, Quoted, XmlText, brief, is_unprintable, words, write_json_escape};
pub use source::{ReadError, Source};
pub(crate) use space::Space;
pub use span::Span;
pub use unpack_error::UnpackError;
pub(crate) use waiting::WaitingChunks;
pub use watched_file::WatchedFile;
