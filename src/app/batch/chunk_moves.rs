//! What is kept of games that have been checked, so that they need not be read again to
//! be shown.
//!
//! A format that goes position by position needs the header of a game, its result, and
//! what its moves mean. The last is little, and to find it out is most of the work.

use std::io;
use std::ops::Range;

use super::chunk_output::ChunkOutput;
use super::games::{GameSink, Job, show};
use crate::format::{Context, Format};
use crate::notation::AnyGames;
use crate::rules::{GameVisitor, with_rules};
use crate::rules::{Illegal, Rules};
use crate::syntax::{Game, Node, Notation, Outcome};
use crate::text::{Chunk, Source, Span};

/// The games of a chunk, one behind the other: for each where its header begins and ends,
/// its result, how many moves it has, and those.
pub(super) struct ChunkMoves {
    /// Whether the format they are kept for needs their tags.
    needs_tags: bool,
    bytes: Vec<u8>,
}

/// Stands for a game without a result, where others have the number of theirs.
const NO_RESULT: u8 = u8::MAX;

impl ChunkMoves {
    /// Makes room for the games of a chunk, to be shown in a format.
    pub(super) fn of_format<F: Format>(_format: &F) -> ChunkMoves {
        ChunkMoves { needs_tags: F::NEEDS_TAGS, bytes: Vec::new() }
    }

    /// Adds a game.
    pub(super) fn add<R: Rules>(&mut self, game: &Game<'_, R::Notation>, played: &[R::Move]) {
        let header = if self.needs_tags || !starts_without_tags(game) {
            header(game)
        } else {
            game.start()..game.start()
        };
        let result = game.result.map(|(outcome, _)| outcome);
        for number in [header.start, header.end, played.len()] {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
        self.bytes.push(result.map_or(NO_RESULT, |outcome| outcome as u8));
        let start = self.bytes.len();
        self.bytes.resize(start + 4 * played.len(), 0);
        let (places, _) = self.bytes[start..].as_chunks_mut();
        for (place, resolved) in places.iter_mut().zip(played) {
            *place = (*resolved).into();
        }
    }

    /// Returns the games as bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Tells whether a game starts as one without tags.
fn starts_without_tags<N: Notation>(game: &Game<'_, N>) -> bool {
    game.tag("Variant").is_none() && N::POSITION_TAGS.iter().all(|name| game.tag(name).is_none())
}

/// Returns where that stands which is before the first move: tags, and in CTL-PGN the
/// number that a game begins with.
fn header<N: Notation>(game: &Game<'_, N>) -> Range<usize> {
    let first_move = game.movetext.iter().find(|element| matches!(element.node, Node::Move(_)));
    game.start()..first_move.map_or(game.end(), |element| element.span.start)
}

/// Shows the games that were kept of a chunk.
///
/// # Errors
///
/// That of the record, when it has no room; [`io::ErrorKind::InvalidData`] if the bytes
/// are not what was kept.
pub(super) fn show_kept(
    mut bytes: &[u8],
    job: &Job,
    chunk: &Chunk,
    format: &mut impl Format,
    record: &mut ChunkOutput,
) -> io::Result<()> {
    let source = &*chunk.source;
    let mut headers = AnyGames::new(source, job.variant, job.syntax.recovery());
    let mut header = headers.blank();
    while !bytes.is_empty() {
        let game = KeptGame::split_off(&mut bytes).ok_or(io::ErrorKind::InvalidData)?;
        headers.read_header(game.header, &mut header);
        header.set_result(game.result);
        with_rules(&header, ShowKept { moves: game.moves, source, format, record })?;
    }
    Ok(())
}

struct KeptGame<'b> {
    header: Range<usize>,
    /// The result; where it stood is not kept.
    result: Option<(Outcome, Span)>,
    moves: &'b [[u8; 4]],
}

impl<'b> KeptGame<'b> {
    /// Takes the first of the games that bytes are.
    fn split_off(bytes: &mut &'b [u8]) -> Option<KeptGame<'b>> {
        let mut number = || bytes.split_off(..size_of::<usize>())?.try_into().ok().map(usize::from_le_bytes);
        let (header, count) = (number()?..number()?, number()?);
        let outcome = Outcome::ALL.get(usize::from(*bytes.split_off_first()?));
        let (moves, _) = bytes.split_off(..count.checked_mul(4)?)?.as_chunks();
        Some(KeptGame { header, result: outcome.map(|outcome| (*outcome, Span::default())), moves })
    }
}

/// Shows one game, of which the header has been read.
struct ShowKept<'a, F> {
    moves: &'a [[u8; 4]],
    source: &'a Source,
    format: &'a mut F,
    record: &'a mut ChunkOutput,
}

impl<F: Format> GameVisitor for ShowKept<'_, F> {
    type Output = io::Result<()>;

    fn run<R: Rules>(self, header: &Game<'_, R::Notation>) -> Self::Output {
        self.record.pass();
        let mut played = Vec::with_capacity(self.moves.len());
        for packed in self.moves {
            played.push(R::Move::try_from(*packed).map_err(|_| io::ErrorKind::InvalidData)?);
        }
        let shown = Context { diagnostics: &[], illegal: Illegal::Refused, played: &played };
        // nobody turns the pages of a record, or leaves
        show::<R>(self.source, header, &shown, self.format, self.record).map(drop)
    }
}
