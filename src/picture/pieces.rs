//! The drawings of the pieces.
//!
//! `pieces.svg` beside this file is the drawing, and the build takes the paths from it.

use std::sync::LazyLock;

use crate::rules::PieceKind;

/// The outline of a piece, as SVG path data in a box of 100 units each way.
///
/// All commands are relative, so that the data may follow a move to the upper left corner of the box,
/// whatever was drawn before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOutline {
    /// The filled shapes.
    pub body: &'static str,
    /// The lines upon them.
    pub line: &'static str,
    /// The silhouette in few and thick parts, for a drawing of some dozen pixels; empty if the filled shapes
    /// serve there, too.
    pub coarse: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/outlines.rs"));

/// The outlines of the pieces, in the order of [`PieceKind::ALL`].
static PIECES: LazyLock<[PieceOutline; PieceKind::ALL.len()]> =
    LazyLock::new(|| PieceKind::ALL.map(|kind| named(name(kind))));

static AWAITING: LazyLock<PieceOutline> = LazyLock::new(|| named("awaiting"));

/// Returns the outline of a kind of piece.
#[must_use]
pub fn outline(kind: PieceKind) -> PieceOutline {
    PIECES[kind as usize]
}

/// Returns the mark of a pawn that awaits promotion, to be drawn upon it.
#[must_use]
pub fn awaiting_mark() -> PieceOutline {
    *AWAITING
}

fn named(wanted: &str) -> PieceOutline {
    let found = OUTLINES.iter().find(|(name, _)| *name == wanted);
    found.map_or(PieceOutline { body: "", line: "", coarse: "" }, |(_, outline)| *outline)
}

/// Returns the name of a kind in the drawing.
const fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "king",
        PieceKind::Queen => "queen",
        PieceKind::Wyvern => "wyvern",
        PieceKind::Rook => "rook",
        PieceKind::Pegasus => "pegasus",
        PieceKind::Bishop => "bishop",
        PieceKind::Knight => "knight",
        PieceKind::Elephant => "elephant",
        PieceKind::Pawn => "pawn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The data may be written after any point: it is relative, of whole numbers, and begins with a
    /// move.
    #[test]
    fn every_outline_can_be_drawn_anywhere() {
        let outlines = PieceKind::ALL.map(outline).into_iter().chain([awaiting_mark()]);
        for outline in outlines {
            assert!(outline.body.starts_with('m'), "{outline:?}");
            for data in [outline.body, outline.line, outline.coarse] {
                let is_relative = |c: char| "mlhvcsqtaz".contains(c);
                let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == ' ';
                assert!(data.chars().all(|c| is_relative(c) || is_number(c)), "{data}");
            }
        }
    }
}
