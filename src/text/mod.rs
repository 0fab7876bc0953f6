//! Texts: the bytes of files and streams, positions in them, and their encoding.

mod archive;
mod buffers;
mod characters;
mod chunk;
mod compression;
mod edits;
mod encoding;
#[cfg(feature = "cli")]
mod file_encoding;
#[cfg(feature = "viewer")]
mod growing;
mod input;
#[cfg(feature = "compression")]
mod members;
mod plain_letters;
mod positions;
mod printable;
#[cfg(feature = "cli")]
mod rows;
mod source;
mod watched_file;
pub(crate) mod work;
#[cfg(feature = "compression")]
mod zip;

pub use archive::{Following, Place};
pub(crate) use characters::{Space, is_hyphen, is_invisible, latin_like, with_latin_letters};
pub(crate) use chunk::{Chunk, Chunks, LOOK_AHEAD};
#[cfg(feature = "cli")]
pub(crate) use compression::is_game_name;
pub(crate) use compression::plain_name;
pub use compression::{InputError, TrailingData, UnpackError};
pub use edits::{Edit, OffsetsBefore, apply_edits};
pub(crate) use edits::{bare_quotes, begins_line, first_line_end};
pub use encoding::{Text, TextEncoding};
#[cfg(feature = "cli")]
pub(crate) use file_encoding::{FileEncoding, NoPlainText};
#[cfg(feature = "viewer")]
pub(crate) use growing::{Arrival, GrowingText};
pub use input::{Input, Progress, stdin_name};
pub use plain_letters::{contains_plain, plain_letters};
#[cfg(feature = "cli")]
pub(crate) use positions::is_list_name;
pub(crate) use positions::next_line;
#[cfg(feature = "viewer")]
pub(crate) use printable::clipped;
#[cfg(feature = "cli")]
pub(crate) use printable::wrapped_page;
pub use printable::{JsonText, Printable, Quoted, XmlText, brief, is_unprintable, words, write_json_escape};
pub(crate) use printable::{capitalized, joined, wrapped};
#[cfg(feature = "cli")]
pub(crate) use rows::is_table_name;
pub use source::{Position, ReadError, Source, Span};
pub(crate) use watched_file::{WaitingChunks, WatchedFile};
