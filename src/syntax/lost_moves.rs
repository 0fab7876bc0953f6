//! Moves in text that belongs to no game: where there are two in a row, a game has probably been lost.

use super::{CommentBounds, Lexer, PieceLetters, Token, TokenKind};
use crate::text::Span;

/// Where moves stand in text between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LostMoves {
    /// In quotes next to a comma, as in a table.
    InTable,
    /// Anywhere else.
    InText,
}

/// Looks in a part of a text for two moves in a row, with or without a number between them. Null moves, which may be
/// dashes, do not count; what stands in quotes or braces does.
pub(super) fn lost_moves<T: Token>(
    text: &[u8],
    span: Span,
    letters: Option<&PieceLetters>,
) -> Option<LostMoves> {
    let mut lexer = Lexer::<T>::with_bounds(&text[..span.end], span.start, CommentBounds::open_to(span.end));
    let (mut moves, mut place) = (0, LostMoves::InText);
    while let Some(lexeme) = lexer.next_in(letters) {
        let start = lexeme.span.start;
        match lexeme.kind() {
            Some(TokenKind::Move) if matches!(text[start], b'-' | b'<' | b'Z') => moves = 0,
            Some(TokenKind::Move) if moves == 1 => return Some(place),
            Some(TokenKind::Move) => moves = 1,
            Some(TokenKind::MoveNumber | TokenKind::Nag) => {}
            _ if matches!(text[start], b'"' | b'{') => {
                let is_cell = text[start] == b'"' && text[span.start..start].trim_ascii_end().ends_with(b",");
                place = if is_cell { LostMoves::InTable } else { LostMoves::InText };
                moves = 0;
                lexer.seek(start + 1);
            }
            _ => moves = 0,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;

    #[test]
    fn two_moves_in_a_row_are_found() {
        for (text, expected) in [
            ("Nf3 Nc6", Some(LostMoves::InText)),
            ("l. e4 1... e5", Some(LostMoves::InText)),
            ("after e4, e5 and a4 paper", None),
            ("e4 -- Z0 --", None),
            ("White,\"1. e4 e5\"", Some(LostMoves::InTable)),
            ("\\mainline{1.e4 e5}", Some(LostMoves::InText)),
            ("Bundesliga 2006, Runde 1. Berlin", None),
        ] {
            let whole = Span::new(0, text.len());
            assert_eq!(lost_moves::<PgnToken>(text.as_bytes(), whole, None), expected, "{text}");
        }
    }
}
