//! The table of what the notation forbids and its reader accepts all the same.

use super::fixes::fixes;
use crate::message::{Code, Describe, Fix, Language};
use crate::notation::ctl::sections;
use crate::text::{Source, Span};

macro_rules! lints {
    ($($section:ident { $($(#[$doc:meta])* $lint:ident: $code:ident => $text:ident,)* })*) => {
        /// A form that the notation forbids and its reader accepts all the same.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum PedanticLint {
            $($($(#[$doc])* $lint,)*)*
        }

        impl PedanticLint {
            /// Returns the title of the section of the notation that has the rule.
            #[must_use]
            pub const fn section(self) -> &'static str {
                match self {
                    $($(PedanticLint::$lint)|* => sections::$section,)*
                }
            }
        }

        impl Describe for PedanticLint {
            fn code(&self) -> Code {
                match self {
                    $($(PedanticLint::$lint => Code::$code,)*)*
                }
            }

            fn message(&self, language: &Language) -> String {
                match self {
                    $($(PedanticLint::$lint => language.forbidden.$text.to_owned(),)*)*
                }
            }

            fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
                fixes(*self, source, span)
            }
        }
    };
}

lints! {
    PLAYS {
        /// No comma between White's move and Black's.
        CommaMissing: CommaMissing => comma_missing,
        /// A second comma, or one that no move of Black's follows.
        CommaSurplus: CommaSurplus => comma_surplus,
        /// A comma that is not joined to what is before it, or not followed by one space.
        CommaSpacing: PlaySpacing => comma_spacing,
        /// A number that is not followed by a full stop and one space.
        NumberSpacing: PlaySpacing => number_spacing,
        /// A play that does not begin its line.
        TwoPlaysOnALine: TwoPlaysOnALine => two_plays_on_a_line,
        /// A play that goes on in another line.
        PlayOverLines: PlayOverLines => play_over_lines,
        /// A play of one move that is not the last one.
        HalfPlay: HalfPlay => half_play,
        /// A play without a number.
        NumberMissing: NumberMissing => number_missing,
        /// A number without a play.
        NumberAlone: NumberAlone => number_alone,
        /// A play with the number 0.
        NumberZero: UnknownNumberMisplaced => number_zero,
    }
    DOTS {
        /// Dots that are not before a number, a bracket or a comment at the beginning of a line.
        DotsMisplaced: DotsMisplaced => dots_misplaced,
    }
    CONTINUATION {
        /// A number with a question mark that is not the 1 at the beginning.
        UnknownNumberMisplaced: UnknownNumberMisplaced => unknown_number_misplaced,
        /// Dots in place of Black's move.
        BlackLeftOut: DotsMisplaced => black_left_out,
        /// A game that begins with a move of Black's without `…`.
        EllipsisMissing: EllipsisMissing => ellipsis_missing,
    }
    STATE {
        /// No `:` behind the last move, which does not mate.
        ColonMissing: ColonMissing => colon_missing,
        /// A `:` that is not behind the last move of the game, or behind a mate, or a second one.
        ColonSurplus: ColonSurplus => colon_surplus,
        /// Moves after an accepted draw.
        MovesAfterDraw: MovesAfterDraw => moves_after_draw,
        /// An accepted draw in a game with another result.
        AcceptedDrawNotDrawn: AcceptedDrawNotDrawn => accepted_draw_not_drawn,
        /// `(=):` in a game that is not over.
        OfferLeftOpen: LaterEdition => later_edition,
        /// `(=) :`, where an accepted draw is `(=):`.
        ColonApart: AssessmentMisplaced => colon_apart,
        /// A draw offer that is not one space behind its move, or joined to its assessment.
        OfferMisplaced: AssessmentMisplaced => offer_misplaced,
    }
    RESULT {
        /// A result that is not on a line of its own.
        ResultNotAlone: ResultNotAlone => result_not_alone,
        /// A dash other than `-` in a result.
        ResultDash: UndefinedSign => result_dash,
    }
    ASSESSMENT {
        /// An assessment that is not one space behind its move.
        AssessmentMisplaced: AssessmentMisplaced => assessment_misplaced,
        /// A second assessment of a move.
        SecondAssessment: AssessmentSurplus => second_assessment,
        /// An assessment of a mate.
        MateAssessed: AssessmentSurplus => mate_assessed,
        /// An assessment as a number.
        NumericAssessment: NumericAssessment => numeric_assessment,
    }
    MOVE {
        /// The letter of a pawn.
        PawnLetter: PawnLetter => pawn_letter,
        /// A dash other than `‐` and `-`.
        UndefinedDash: UndefinedSign => undefined_dash,
        /// `R` in a castling under `T@R`.
        RookLetter: UndefinedSign => rook_letter,
        /// `@` or `@@` for a capture.
        LaterCapture: LaterEdition => later_edition,
    }
    CHECK {
        /// `^+` for a check.
        UndefinedMark: UndefinedSign => undefined_mark,
        /// `+∞` for a check.
        LaterMark: LaterEdition => later_edition,
    }
    COMMENTS {
        /// A comment that is not on lines of its own.
        CommentNotAlone: CommentNotAlone => comment_not_alone,
        /// A comment without braces.
        OtherCommentForm: OtherCommentForm => other_comment_form,
        /// An automatic comment in a game without an annotator.
        AutomaticCommentUnsigned: AutomaticCommentUnsigned => automatic_comment_unsigned,
        /// A marker that the notation does not have, such as `@Q:`.
        UnknownMarker: UnknownMarker => unknown_marker,
        /// A comment before or among the tags.
        CommentBeforeTags: CommentBeforeTags => comment_before_tags,
        /// An automatic comment in a game whose first annotator is a person.
        ProgramNotFirst: AutomaticCommentUnsigned => program_not_first,
        /// A marker for the move of a side that has made none in the play.
        MarkerMisplaced: MarkerMisplaced => marker_misplaced,
    }
    LABEL {
        /// A second variation of a play with the same label.
        LabelTwice: LabelTwice => label_twice,
        /// A label that is not directly behind its bracket.
        LabelApart: LabelApart => label_apart,
    }
    REFERENCES {
        /// A reference to a label that no variation has.
        NoSuchLabel: NoSuchLabel => no_such_label,
        /// A reference to a play that has not been written.
        LaterPlayReferred: LaterPlayReferred => later_play_referred,
        /// A reference to a play of a variation from outside it.
        OtherLineReferred: OtherLineReferred => other_line_referred,
        /// What begins like a reference and is none, such as `#1@Q`.
        BrokenReference: UnknownSideReferred => broken_reference,
        /// A mark `~`, or a reference through several variations.
        LaterReference: LaterEdition => later_edition,
    }
    TAGS {
        /// A game without tags.
        NoTags: NoTags => no_tags,
        /// A game of C'escacs in a file for PGN.
        OtherExtension: OtherExtension => other_extension,
        /// A tag that is not on a line of its own.
        TagNotAlone: TagNotAlone => tag_not_alone,
        /// An empty value, or a dash for one that is `?`.
        EmptyTagValue: EmptyTagValue => empty_tag_value,
        /// `Casual Game`, which is `CG`.
        CasualGame: BadTagValue => casual_game,
        /// A tag, or a form of an `Id`, of the later pages.
        LaterTag: LaterEdition => later_edition,
        /// A dash for a player, who is `?` if unknown.
        UnknownPlayer: BadPerson => unknown_player,
        /// The name of a tag in other capitals.
        TagNameCase: TagCase => tag_name_case,
        /// A site that does not end with the code of a country.
        NotACountry: BadSite => not_a_country,
        /// A comma before the code of a country.
        CommaBeforeCountry: BadSite => comma_before_country,
        /// An initial without its full stop.
        InitialWithoutStop: BadPerson => initial_without_stop,
        /// One of the seven tags in a game with an `Id`.
        RosterBesideId: RosterBesideId => roster_beside_id,
    }
    OTHER_TAGS {
        /// A code of two letters that stands for no language.
        NotALanguage: BadLang => not_a_language,
        /// A code of three letters for a language that has one of two.
        LongerLang: BadLang => longer_lang,
        /// An annotator who is named twice.
        AnnotatorTwice: AnnotatorTwice => annotator_twice,
        /// A person as the first annotator of a game played on a server.
        ServerNotFirst: ServerNotNamed => server_not_first,
        /// `?` or `-` for an address.
        NotAnAddress: BadAddress => not_an_address,
        /// A game played on a server that is not named as an annotator.
        ServerNotNamed: ServerNotNamed => server_not_named,
    }
    TLPD {
        /// `PDTL`, the later name of the tag of the position.
        PositionTagName: PositionTagName => position_tag_name,
        /// A line without pieces.
        TlpdEmptyLine: TlpdEmptyLine => tlpd_empty_line,
        /// A line without its last hexes.
        TlpdShortLine: TlpdShortLine => tlpd_short_line,
        /// Two digits in a row.
        TlpdDigits: TlpdDigits => tlpd_digits,
        /// Rights that do not name both sides.
        TlpdRights: TlpdOtherForm => tlpd_both_sides,
        /// A special capture in the form of the author's program.
        TlpdSpecial: TlpdOtherForm => tlpd_special_form,
        /// `-` for an unknown number.
        TlpdNumber: TlpdOtherForm => tlpd_unknown_number,
        /// White space other than spaces between the fields.
        TlpdSpacing: TlpdOtherForm => tlpd_spacing,
    }
}
