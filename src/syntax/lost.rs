//! What text that belongs to no game shows of a game that has been lost: two moves in a row, or a tag.

use super::tag_line::begins_tag;
use super::{CommentBounds, Lexer, PieceLetters, Token, TokenKind};
use crate::text::Span;

/// What text between games has that belongs in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// Moves, in quotes next to a comma, as in a table.
    MovesInTable,
    /// Moves.
    Moves,
    /// Tags.
    Tags,
}

/// Looks in a part of a text for two moves or a move and a result in a row, with or without a number or a closing bracket
/// between them, and for tags. Null moves, which may be dashes, do not count; what stands in quotes or braces does.
pub(super) fn lost<T: Token>(text: &[u8], span: Span, letters: Option<&PieceLetters>) -> Option<Lost> {
    let mut lexer = Lexer::<T>::with_bounds(&text[..span.end], span.start, CommentBounds::open_to(span.end));
    let (mut moves, mut place, mut tags) = (0, Lost::Moves, None);
    while let Some(lexeme) = lexer.next_in(letters) {
        let start = lexeme.span.start;
        match lexeme.kind() {
            Some(TokenKind::Move) if matches!(text[start], b'-' | b'<' | b'Z') => moves = 0,
            Some(TokenKind::Move | TokenKind::Result(_)) if moves == 1 => return Some(place),
            Some(TokenKind::Move) => moves = 1,
            Some(TokenKind::MoveNumber | TokenKind::VariationEnd | TokenKind::Nag) => {}
            Some(TokenKind::TagName) if begins_tag(text, start) => tags = Some(Lost::Tags),
            _ if matches!(text[start], b'"' | b'{') => {
                let is_cell = text[start] == b'"' && text[span.start..start].trim_ascii_end().ends_with(b",");
                place = if is_cell { Lost::MovesInTable } else { Lost::Moves };
                moves = 0;
                lexer.seek(start + 1);
            }
            _ => moves = 0,
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::PgnToken;

    #[test]
    fn two_moves_in_a_row_and_tags_are_found() {
        for (text, expected) in [
            ("Nf3 Nc6", Some(Lost::Moves)),
            ("l. e4 1... e5", Some(Lost::Moves)),
            ("3... Bd6 ) 22. dxc5", Some(Lost::Moves)),
            ("after e4, e5 and a4 paper", None),
            ("Rd7  1/2-1/2", Some(Lost::Moves)),
            ("a4 paper, 1-0", None),
            ("e4 -- Z0 --", None),
            ("White,\"1. e4 e5\"", Some(Lost::MovesInTable)),
            ("\\mainline{1.e4 e5}", Some(Lost::Moves)),
            ("Bundesliga 2006, Runde 1. Berlin", None),
            ("\n[White \"x\"]\n", Some(Lost::Tags)),
            ("a link [White](x)", None),
        ] {
            let whole = Span::new(0, text.len());
            assert_eq!(lost::<PgnToken>(text.as_bytes(), whole, None), expected, "{text}");
        }
    }
}
