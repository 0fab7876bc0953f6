//! Bytes that form no token.

use crate::message::problem::problems;
use crate::message::{Code, Fix};
use crate::text::{Edit, Source, Span};

problems! {
    /// The reasons why bytes form no token.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum LexFault(language) {
        /// A character without meaning in the notation.
        #[default]
        StrayCharacter = Code::StrayCharacter, language.stray_character;
        /// A comma in place of the full stop of a move number.
        CommaAfterNumber = Code::StrayCharacter, language.stray_character => language.write_a_full_stop;
        /// A sign of HTML, such as `<br>` or `&nbsp;`.
        Html = Code::Html, language.html => language.save_the_page_as_text;
        /// `{` without `}`
        UnclosedComment = Code::UnclosedComment, language.unclosed_comment => language.close_the_comment;
        /// Another `{` before the `}` of a comment, which may have swallowed moves.
        InnerBrace = Code::BraceInComment, language.brace_in_comment;
        /// `}` without `{`
        StrayBrace = Code::StrayBrace, language.stray_brace;
        /// `"` without another on its line
        UnclosedValue = Code::UnclosedValue, language.unclosed_value => language.close_the_value;
        /// `[` without a name
        NamelessTag = Code::NamelessTag, language.nameless_tag => language.write_a_tag;
        /// `[` and a name with a character that names do not have.
        BadTagName = Code::BadTagName, language.bad_tag_name => language.write_a_tag;
        /// A run of `!` and `?` that is not one of the six suffixes.
        UnknownSuffix = Code::UnknownSuffix, language.unknown_suffix => language.known_suffixes;
        /// A malformed result.
        BadResult = Code::NotAResult, language.bad_result => language.known_results;
        /// A malformed result in CTL-PGN.
        BadCtlResult = Code::NotAResult, language.bad_result => language.bad_ctl_result;
        /// A number that is not a line of its column of hexes. The column has every second line from `first` to
        /// `last`.
        NoSuchLine { column: char, first: u8, last: u8 } = Code::NoSuchHex, language.no_such_hex
            => language.lines_of_the_column;
        /// A letter that does not name a column of hexes.
        NoSuchColumn = Code::NoSuchHex, language.no_such_hex => language.columns_of_the_board;
        /// A castling as chess writes it, in C'escacs.
        CastlingOfChess = Code::NotAMove, language.not_a_move => language.what_castling_looks_like;
        /// `[1]`, a label without its `$`.
        LabelWithoutSign = Code::NamelessTag, language.label_without_sign;
        /// A letter in the place of a piece letter that never stands for a piece.
        UnknownLetter { letter: char } = Code::UnknownLetter, language.unknown_letter
            => language.what_long_moves_look_like;
        /// The bracket of a variation in as many others as may be open.
        TooDeep = Code::TooDeep, language.too_deep, levels = super::MOST_LEVELS;
        /// A letter or a digit that follows a move without a space.
        RunOn = Code::RunOn, language.run_on => language.what_long_moves_look_like;
        /// `$256` and above
        NagOutOfRange = Code::NagOutOfRange, language.nag_out_of_range;
    }
    describe with fixes;
}

impl LexFault {
    /// Returns whether the bytes are meant as a move all the same.
    pub(super) const fn is_of_move(self) -> bool {
        matches!(
            self,
            LexFault::NoSuchLine { .. }
                | LexFault::NoSuchColumn
                | LexFault::CastlingOfChess
                | LexFault::UnknownLetter { .. }
                | LexFault::RunOn
        )
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let replaced = |text: String| vec![Fix::guess(Edit::replace(span, text))];
        match self {
            // each notation has a sign for a draw that the other one does not have
            LexFault::BadResult if source.bytes()[span.range()] == *b"1-1" => replaced("1/2-1/2".to_owned()),
            LexFault::BadCtlResult if source.bytes()[span.range()] == *b"1/2-1/2" => {
                replaced("1-1".to_owned())
            }
            LexFault::LabelWithoutSign => {
                // a label stands directly after the bracket of its variation; elsewhere `[1]` may be anything
                let follows_bracket = source.bytes()[..span.start].ends_with(b"(");
                vec![Fix::certain(Edit::insert(span.start, "$")).certain_if(follows_bracket)]
            }
            _ => Vec::new(),
        }
    }
}
