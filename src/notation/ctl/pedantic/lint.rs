//! The table of what the notation forbids and its reader accepts all the same.

use crate::message::{Code, Describe, Language};

macro_rules! lints {
    ($($(#[$doc:meta])* $lint:ident: $code:ident => $text:ident,)*) => {
        /// A form that the notation forbids and its reader accepts all the same.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum PedanticLint {
            $($(#[$doc])* $lint,)*
        }

        impl Describe for PedanticLint {
            fn code(&self) -> Code {
                match self {
                    $(PedanticLint::$lint => Code::$code,)*
                }
            }

            fn message(&self, language: &Language) -> String {
                match self {
                    $(PedanticLint::$lint => language.forbidden.$text.to_owned(),)*
                }
            }
        }
    };
}

lints! {
    // "Secuencia de jugadas"
    /// No comma between White's move and Black's.
    CommaMissing: CommaMissing => comma_missing,
    /// A second comma, or one that no move of Black's follows.
    CommaSurplus: CommaSurplus => comma_surplus,
    /// A comma that is not joined to what is before it, or not followed by one space.
    CommaSpacing: PlaySpacing => comma_spacing,
    /// A number that is not followed by a full stop and one space.
    NumberSpacing: PlaySpacing => number_spacing,
    /// No `:` behind the last move, which does not mate.
    ColonMissing: ColonMissing => colon_missing,
    /// A `:` that is not behind the last move of the game, or behind a mate, or a second one.
    ColonSurplus: ColonSurplus => colon_surplus,
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
    /// A number with a question mark that is not the 1 at the beginning.
    UnknownNumberMisplaced: UnknownNumberMisplaced => unknown_number_misplaced,
    /// Dots that are not before a number, a bracket or a comment at the beginning of a line.
    DotsMisplaced: DotsMisplaced => dots_misplaced,
    /// A game that begins with a move of Black's without `…`.
    EllipsisMissing: EllipsisMissing => ellipsis_missing,
    // "Indicador final del resultado", "Indicador referente a la partida"
    /// A result that is not on a line of its own.
    ResultNotAlone: ResultNotAlone => result_not_alone,
    /// Moves after an accepted draw.
    MovesAfterDraw: MovesAfterDraw => moves_after_draw,
    /// An accepted draw in a game with another result.
    AcceptedDrawNotDrawn: AcceptedDrawNotDrawn => accepted_draw_not_drawn,
    // "Valoración del movimiento"
    /// An assessment that is not one space behind its move.
    AssessmentMisplaced: AssessmentMisplaced => assessment_misplaced,
    /// A draw offer that is not one space behind its move, or joined to its assessment.
    OfferMisplaced: AssessmentMisplaced => offer_misplaced,
    /// A second assessment of a move.
    SecondAssessment: AssessmentSurplus => second_assessment,
    /// An assessment of a mate.
    MateAssessed: AssessmentSurplus => mate_assessed,
    /// An assessment as a number.
    NumericAssessment: NumericAssessment => numeric_assessment,
    // "Notación de un movimiento", "Indicación de jaque"
    /// The letter of a pawn.
    PawnLetter: PawnLetter => pawn_letter,
    /// A dash other than `‐` and `-`.
    UndefinedDash: UndefinedSign => undefined_dash,
    /// `@` or `@@` for a capture.
    UndefinedCapture: UndefinedSign => undefined_capture,
    /// `^+` or `+∞` for a check.
    UndefinedMark: UndefinedSign => undefined_mark,
    // "Los comentarios"
    /// A comment that is not on lines of its own.
    CommentNotAlone: CommentNotAlone => comment_not_alone,
    /// A comment without braces.
    OtherCommentForm: OtherCommentForm => other_comment_form,
    /// An automatic comment in a game without an annotator.
    AutomaticCommentUnsigned: AutomaticCommentUnsigned => automatic_comment_unsigned,
    /// A comment before or among the tags.
    CommentBeforeTags: CommentBeforeTags => comment_before_tags,
    // "Etiqueta de la variación", "Referencias dentro de los comentarios"
    /// A second variation of a play with the same label.
    LabelTwice: LabelTwice => label_twice,
    /// A reference to a label that no variation has.
    NoSuchLabel: NoSuchLabel => no_such_label,
    /// A reference to a play that has not been written.
    LaterPlayReferred: LaterPlayReferred => later_play_referred,
    /// A reference to a play of a variation from outside it.
    OtherLineReferred: OtherLineReferred => other_line_referred,
    // "Las etiquetas"
    /// A game without tags.
    NoTags: NoTags => no_tags,
    /// A tag that is not on a line of its own.
    TagNotAlone: TagNotAlone => tag_not_alone,
    /// An empty value.
    EmptyTagValue: EmptyTagValue => empty_tag_value,
    /// A site that does not end with the code of a country.
    NotACountry: BadSite => not_a_country,
    /// A code of two letters that stands for no language.
    NotALanguage: BadLang => not_a_language,
    /// An initial without its full stop.
    InitialWithoutStop: BadPerson => initial_without_stop,
    /// `?` or `-` for an address.
    NotAnAddress: BadAddress => not_an_address,
    /// A mode that the notation does not list.
    NotAMode: BadTagValue => not_a_mode,
    /// A game played on a server that is not named as an annotator.
    ServerNotNamed: ServerNotNamed => server_not_named,
    /// One of the seven tags in a game with an `Id`.
    RosterBesideId: RosterBesideId => roster_beside_id,
    /// `PDTL`, the later name of the tag of the position.
    PositionTagName: PositionTagName => position_tag_name,
    // "TLPD: Registrar posición del tablero"
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
}
