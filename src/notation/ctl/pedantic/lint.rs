//! The table of the forms that the notation forbids but its reader accepts, and their fixes.

use super::PedanticLint as Lint;
use super::tags::{optional_tags, shorter, spaced};
use crate::message::{Certainty, Code, Describe, Fix, Language};
use crate::notation::ctl::writer::assessment;
use crate::notation::ctl::{LAST_LINE, line_length, reduced};
use crate::syntax::{Nag, says_nothing};
use crate::text::{Edit, Source, Span, is_hyphen};

macro_rules! lints {
    ($($section:ident { $($(#[$doc:meta])* $lint:ident: $code:ident => $text:ident $(, $rewritten:ident)?;)* })*) => {
        /// A form that the notation forbids but its reader accepts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum PedanticLint {
            $($($(#[$doc])* $lint,)*)*
        }

        impl PedanticLint {
            /// Returns the title of the section of the notation with the rule.
            pub const fn section(self) -> &'static str {
                match self {
                    $($(PedanticLint::$lint)|* => reduced::$section,)*
                }
            }

            /// Returns whether the minimal form writes differently what the lint finds.
            pub(in crate::notation::ctl) const fn is_rewritten(self) -> bool {
                match self {
                    $($(PedanticLint::$lint => !stringify!($($rewritten)?).is_empty(),)*)*
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
        CommaMissing: CommaMissing => comma_missing, rewritten;
        /// A second comma, or one that no move of Black's follows.
        CommaSurplus: CommaSurplus => comma_surplus, rewritten;
        /// A comma that is not joined to what comes before it, or that is not followed by one
        /// space.
        CommaSpacing: PlaySpacing => comma_spacing, rewritten;
        /// A number that is not followed by a full stop and one space.
        NumberSpacing: PlaySpacing => number_spacing, rewritten;
        /// A play that does not begin its line.
        TwoPlaysOnALine: TwoPlaysOnALine => two_plays_on_a_line, rewritten;
        /// A play that goes on in the next line.
        PlayOverLines: PlayOverLines => play_over_lines, rewritten;
        /// A play of one move that is not the last one.
        HalfPlay: HalfPlay => half_play, rewritten;
        /// A play without a number.
        NumberMissing: NumberMissing => number_missing, rewritten;
        /// A number without a play.
        NumberAlone: NumberAlone => number_alone, rewritten;
        /// A play with the number 0.
        NumberZero: UnknownNumberMisplaced => number_zero;
    }
    DOTS {
        /// Dots that are not before a number, a bracket or a comment at the beginning of a line.
        DotsMisplaced: DotsMisplaced => dots_misplaced, rewritten;
    }
    CONTINUATION {
        /// A number with a question mark that is not the first of the game, or is not 1.
        UnknownNumberMisplaced: UnknownNumberMisplaced => unknown_number_misplaced, rewritten;
        /// A first number without a question mark, although the position's number is unknown.
        NumberUnmarked: UnknownNumberMisplaced => number_unmarked;
        /// Dots in place of Black's move.
        BlackLeftOut: DotsMisplaced => black_left_out, rewritten;
        /// A game that begins with a move of Black's without `…`.
        EllipsisMissing: EllipsisMissing => ellipsis_missing, rewritten;
    }
    STATE {
        /// No `:` after the last move, which does not mate.
        ColonMissing: ColonMissing => colon_missing, rewritten;
        /// A `:` that does not follow the last move of the game, or follows a mate, or is a second one.
        ColonSurplus: ColonSurplus => colon_surplus, rewritten;
        /// Moves after an accepted draw.
        MovesAfterDraw: MovesAfterDraw => moves_after_draw;
        /// An accepted draw in a game with another result.
        AcceptedDrawNotDrawn: AcceptedDrawNotDrawn => accepted_draw_not_drawn;
        /// `(=):` in a game that is not over.
        OfferLeftOpen: LaterEdition => later_edition;
        /// A `:` that is separate from the assessment or the offer before it, or more than one
        /// space after its move.
        ColonApart: AssessmentMisplaced => colon_apart;
        /// A draw offered by a mate.
        MateOffered: AssessmentSurplus => mate_offered;
        /// A draw offer that is neither one space after its move nor joined to the assessment.
        OfferMisplaced: AssessmentMisplaced => offer_misplaced;
    }
    RESULT {
        /// A result that is not on a line of its own.
        ResultNotAlone: ResultNotAlone => result_not_alone, rewritten;
        /// A dash other than `-` in a result.
        ResultDash: UndefinedSign => result_dash, rewritten;
    }
    ASSESSMENT {
        /// An assessment that is not one space after its move.
        AssessmentMisplaced: AssessmentMisplaced => assessment_misplaced, rewritten;
        /// A second assessment of a move.
        SecondAssessment: AssessmentSurplus => second_assessment;
        /// An assessment of a mate.
        MateAssessed: AssessmentSurplus => mate_assessed;
        /// An assessment as a number.
        NumericAssessment: NumericAssessment => numeric_assessment, rewritten;
    }
    MOVE {
        /// The letter of a pawn.
        PawnLetter: PawnLetter => pawn_letter, rewritten;
        /// A dash other than `‐` and `-`.
        UndefinedDash: UndefinedSign => undefined_dash, rewritten;
        /// `R` in a castling under `T@R`, or a letter under `FAN`.
        CastlingLetter: UndefinedSign => castling_letter;
        /// `@` or `@@` for a capture.
        LaterCapture: LaterEdition => later_edition, rewritten;
    }
    CHECK {
        /// `+∞` for a check.
        LaterMark: LaterEdition => later_edition, rewritten;
    }
    COMMENTS {
        /// A comment that is not on lines of its own.
        CommentNotAlone: CommentNotAlone => comment_not_alone;
        /// A comment without braces.
        OtherCommentForm: OtherCommentForm => other_comment_form;
        /// An automatic comment in a game without an annotator.
        AutomaticCommentUnsigned: AutomaticCommentUnsigned => automatic_comment_unsigned;
        /// A marker that the notation does not have, such as `@Q:`.
        UnknownMarker: UnknownMarker => unknown_marker;
        /// A comment before or among the tags.
        CommentBeforeTags: CommentBeforeTags => comment_before_tags;
        /// An automatic comment in a game whose first annotator is a person.
        ProgramNotFirst: AutomaticCommentUnsigned => program_not_first;
        /// A marker for the move of a side that has made none in the play.
        MarkerMisplaced: MarkerMisplaced => marker_misplaced;
    }
    LABEL {
        /// A second variation of a play with the same label.
        LabelTwice: LabelTwice => label_twice;
        /// A label that does not directly follow its bracket.
        LabelApart: LabelApart => label_apart;
    }
    REFERENCES {
        /// A reference to a label that no variation has.
        NoSuchLabel: NoSuchLabel => no_such_label;
        /// A reference to a play that has not been written.
        LaterPlayReferred: LaterPlayReferred => later_play_referred;
        /// A reference to a play of a variation from outside it.
        OtherLineReferred: OtherLineReferred => other_line_referred;
        /// Text that begins like a reference but is not one, such as `#1@Q`.
        BrokenReference: UnknownSideReferred => broken_reference;
        /// A mark `~`, or a reference through several variations.
        LaterReference: LaterEdition => later_edition;
    }
    TAGS {
        /// A game without tags.
        NoTags: NoTags => no_tags;
        /// A game of C'escacs in a file whose extension is that of PGN.
        OtherExtension: OtherExtension => other_extension;
        /// A tag that is not on a line of its own.
        TagNotAlone: TagNotAlone => tag_not_alone, rewritten;
        /// An empty value, or a dash or another sign in place of `?`.
        EmptyTagValue: EmptyTagValue => empty_tag_value;
        /// A dash other than `‐` and `-` in a value.
        TagDash: UndefinedSign => tag_dash, rewritten;
        /// `Casual Game`, which is `CG`.
        CasualGame: BadTagValue => casual_game;
        /// A tag, or a form of an `Id`, of the later pages.
        LaterTag: LaterEdition => later_edition;
        /// A dash or another sign for an unknown player, who is `?`.
        UnknownPlayer: BadPerson => unknown_player;
        /// The name of a tag with other capital letters.
        TagNameCase: TagCase => tag_name_case;
        /// A site that does not end with the code of a country.
        NotACountry: BadSite => not_a_country;
        /// A comma before the code of a country.
        CommaBeforeCountry: BadSite => comma_before_country;
        /// A site without exactly one space between words and after a comma.
        SiteSpacing: BadSite => site_spacing;
        /// An `Id` that ends with a hyphen, or has two in a row.
        IdHyphen: BadId => id_hyphen;
        /// A month or a day that no digits in place of the question marks make possible.
        ImpossibleDate: BadDate => impossible_date;
        /// A human player whose surname and name are not separated by a comma.
        HumanWithoutComma: BadPerson => human_without_comma;
        /// An initial without its full stop.
        InitialWithoutStop: BadPerson => initial_without_stop;
        /// One of the seven tags after an `Id`, which replaces them.
        RosterBesideId: RosterBesideId => roster_beside_id;
    }
    OTHER_TAGS {
        /// A code of two or three letters that does not stand for a language.
        NotALanguage: BadLang => not_a_language;
        /// A code of three letters for a language that has a code of two.
        LongerLang: BadLang => longer_lang;
        /// An annotator who is named twice.
        AnnotatorTwice: AnnotatorTwice => annotator_twice;
        /// A person as the first annotator of a game played on a server.
        ServerNotFirst: ServerNotNamed => server_not_first;
        /// `?` or `-` for an address.
        NotAnAddress: BadAddress => not_an_address;
        /// A game played on a server that is not named as an annotator.
        ServerNotNamed: ServerNotNamed => server_not_named;
    }
    TLPD {
        /// `PDTL`, the later name of the position's tag.
        PositionTagName: PositionTagName => position_tag_name;
        /// A line without pieces.
        TlpdEmptyLine: TlpdEmptyLine => tlpd_empty_line, rewritten;
        /// A line without its last hexes.
        TlpdShortLine: TlpdShortLine => tlpd_short_line, rewritten;
        /// Two digits in a row.
        TlpdDigits: TlpdDigits => tlpd_digits, rewritten;
        /// Rights that do not name both sides.
        TlpdRights: TlpdOtherForm => tlpd_both_sides, rewritten;
        /// A special capture in the form of the author's program.
        TlpdSpecial: TlpdOtherForm => tlpd_special_form, rewritten;
        /// `-` for an unknown number.
        TlpdNumber: TlpdOtherForm => tlpd_unknown_number, rewritten;
        /// White space other than spaces between the fields.
        TlpdSpacing: TlpdOtherForm => tlpd_spacing, rewritten;
    }
}

/// Returns the fixes for a lint at a span.
pub(super) fn fixes(lint: Lint, source: &Source, span: Span) -> Vec<Fix> {
    let at = Place { source, span };
    let edits = match lint {
        Lint::CommaMissing => at.comma(),
        Lint::CommaSpacing => at.spaced_comma(),
        Lint::NumberSpacing => at.spaced_number(),
        Lint::UnknownNumberMisplaced => {
            at.digits().map(|digits| vec![Edit::replace(span, format!("{digits}."))])
        }
        Lint::TwoPlaysOnALine => at.new_line(),
        Lint::PlayOverLines => at.joined_line(),
        Lint::CommaSurplus
        | Lint::NumberAlone
        | Lint::ColonSurplus
        | Lint::DotsMisplaced
        | Lint::BlackLeftOut => Some(vec![source.deletion(span)]),
        Lint::EllipsisMissing => Some(vec![Edit::insert(span.start, "…, ")]),
        Lint::ColonMissing => Some(vec![Edit::insert(at.end_of_signs(), ":")]),
        Lint::ColonApart => Some(vec![Edit::delete(at.blanks_before())]),
        Lint::OfferMisplaced => at.after_move(if at.follows_assessment() { "" } else { " " }),
        Lint::AssessmentMisplaced => at.after_move(" "),
        Lint::NumericAssessment => at.sign().map(|sign| vec![Edit::replace(span, sign)]),
        Lint::ResultNotAlone | Lint::CommentNotAlone | Lint::TagNotAlone => at.alone(),
        Lint::ResultDash => Some(at.each(|c| is_hyphen(c).then_some("-"))),
        Lint::UndefinedDash | Lint::TagDash => {
            Some(at.each(|c| (is_hyphen(c) && c != '\u{2010}').then_some("-")))
        }
        Lint::PawnLetter => Some(at.each(|c| matches!(c, 'P' | '♙' | '♟').then_some(""))),
        Lint::LaterCapture => at.replaced("@@", "×").or_else(|| at.replaced("@", "×")),
        Lint::LaterMark => at.replaced("+∞", "+"),
        Lint::OtherCommentForm => at.braces(),
        Lint::NoTags => {
            let tag = format!("[Variant \"C'escacs\"]{}", source.line_end_at(span.start));
            Some(vec![Edit::insert(span.start, tag)])
        }
        Lint::EmptyTagValue | Lint::UnknownPlayer => {
            let fix = Fix::certain(source.value_replacement(span, "?"));
            return vec![fix.certain_if(says_nothing(at.written()))];
        }
        Lint::CasualGame => Some(vec![source.value_replacement(span, "CG")]),
        Lint::LongerLang => {
            let code = at.written().trim_ascii().get(1..4).and_then(shorter);
            code.map(|code| vec![source.value_replacement(span, code)])
        }
        Lint::CommaBeforeCountry => at.last_comma(),
        Lint::SiteSpacing => at.spaced_value(),
        Lint::LabelApart => at.joined_label(),
        Lint::AnnotatorTwice => Some(vec![source.line_deletion(source.line_span(span.start))]),
        Lint::TagNameCase => at.tag_name().map(|name| vec![Edit::replace(span, name)]),
        Lint::InitialWithoutStop => at.initials(),
        Lint::PositionTagName => Some(vec![Edit::replace(span, "TLPD")]),
        Lint::TlpdEmptyLine => Some(vec![Edit::delete(Span::new(span.start, at.end_with(b'/')))]),
        Lint::TlpdShortLine => at.filled_line().map(|line| vec![Edit::replace(span, line)]),
        Lint::TlpdDigits => at.joined_digits().map(|line| vec![Edit::replace(span, line)]),
        Lint::TlpdRights => at.replaced("-", "--").filter(|_| at.written() == b"-"),
        Lint::TlpdNumber => Some(vec![Edit::replace(span, "?")]),
        Lint::TlpdSpacing => Some(vec![Edit::replace(span, " ")]),
        Lint::SecondAssessment | Lint::MateAssessed | Lint::MateOffered => {
            return vec![Fix::guess(source.deletion(span))];
        }
        Lint::NotAnAddress => return vec![Fix::guess(source.line_deletion(source.line_span(span.start)))],
        _ => None,
    };
    let edits = edits.filter(|edits| !edits.is_empty());
    edits.map(|edits| Fix::of(Certainty::Certain, edits)).into_iter().collect()
}

/// The place of a lint.
#[derive(Clone, Copy)]
struct Place<'s> {
    source: &'s Source,
    span: Span,
}

impl<'s> Place<'s> {
    fn written(self) -> &'s [u8] {
        &self.source.bytes()[self.span.range()]
    }

    fn before(self) -> &'s [u8] {
        &self.source.bytes()[..self.span.start]
    }

    fn after(self) -> &'s [u8] {
        &self.source.bytes()[self.span.end..]
    }

    /// Returns the span of the spaces before the text.
    fn blanks_before(self) -> Span {
        let blanks = self.before().iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Span::new(self.span.start - blanks, self.span.start)
    }

    /// Returns the number of spaces after the text.
    fn blanks_after(self) -> usize {
        self.after().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// Inserts the missing comma after what comes before it.
    fn comma(self) -> Option<Vec<Edit>> {
        let end = self.before().trim_ascii_end().len();
        Some(vec![Edit::insert(end, if end < self.span.start { "," } else { ", " })])
    }

    /// Joins a comma to what comes before it on its line, with a space after it.
    fn spaced_comma(self) -> Option<Vec<Edit>> {
        let (blanks, after) = (self.blanks_before(), self.blanks_after());
        let end = self.span.end + after;
        let ends_line = self.source.ends_line(self.span.end);
        let begins_line = self.source.begins_line(self.span.start);
        let text = if ends_line { "," } else { ", " };
        (!begins_line).then(|| vec![Edit::replace(Span::new(blanks.start, end), text)])
    }

    fn digits(self) -> Option<&'s str> {
        let digits = self.written().iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&self.written()[..digits]).ok().filter(|digits| !digits.is_empty())
    }

    /// Writes a number with a full stop, or its question mark, and a space after it.
    fn spaced_number(self) -> Option<Vec<Edit>> {
        let digits = self.digits()?;
        let end = self.span.end + self.blanks_after();
        let sign = if self.written().ends_with(b"?") { '?' } else { '.' };
        let space = if self.source.ends_line(self.span.end) { "" } else { " " };
        Some(vec![Edit::replace(Span::new(self.span.start, end), format!("{digits}{sign}{space}"))])
    }

    /// Begins a line with the text, or with the bracket and the label before it.
    fn new_line(self) -> Option<Vec<Edit>> {
        let mut before = self.before().trim_ascii_end();
        if let Some(opening) = before.strip_suffix(b"]").and_then(|label| memchr::memmem::rfind(label, b"$["))
            && before[opening + 2..before.len() - 1].iter().all(u8::is_ascii_digit)
        {
            before = before[..opening].trim_ascii_end();
        }
        let start = before.strip_suffix(b"(").map_or(self.span.start, <[u8]>::len);
        let place = Place { span: Span::new(start, start), ..self };
        let is_first = self.source.begins_line(start);
        (!is_first).then(|| vec![Edit::replace(place.blanks_before(), self.source.line_end_at(start))])
    }

    /// Joins the line of the text to the one before, unless that ends with a comment or a bracket.
    fn joined_line(self) -> Option<Vec<Edit>> {
        let before = self.before().trim_ascii_end();
        let line = &before[memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)..];
        let may_join = !before.ends_with(b"}") && !before.ends_with(b")") && !line.contains(&b';');
        let gap = Span::new(before.len(), self.span.start);
        may_join.then(|| vec![Edit::replace(gap, " ")])
    }

    /// Returns the end of the assessment and the draw offer after a move.
    fn end_of_signs(self) -> usize {
        let line = &self.after()[..self.source.line_span(self.span.end).end - self.span.end];
        let mut rest = line;
        loop {
            let bare = rest.trim_ascii_start();
            let signs = bare.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
            let length = match bare {
                _ if signs > 0 => signs,
                [b'(', b'=', b')', ..] => 3,
                [0xe2, 0x97, 0x87, ..] => "◇".len(),
                _ => return self.span.end + line.len() - rest.len(),
            };
            rest = &bare[length..];
        }
    }

    fn follows_assessment(self) -> bool {
        let before = self.before().trim_ascii_end();
        matches!(before.last(), Some(b'!' | b'?')) || before.ends_with("◇".as_bytes())
    }

    /// Writes a gap between the text and the move or the assessment before it.
    fn after_move(self, gap: &str) -> Option<Vec<Edit>> {
        let blanks = self.blanks_before();
        let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"+^#&!?".contains(byte);
        let follows_move = self.source.bytes()[..blanks.start].last().is_some_and(is_sign);
        (follows_move || self.follows_assessment()).then(|| vec![Edit::replace(blanks, gap)])
    }

    /// Returns the sign of an annotation that is written as a number.
    fn sign(self) -> Option<&'static str> {
        let number = std::str::from_utf8(self.written()).ok()?.strip_prefix('$')?.parse().ok()?;
        assessment(Nag(number))
    }

    /// Puts the text on a line of its own.
    fn alone(self) -> Option<Vec<Edit>> {
        if memchr::memchr2(b'\n', b'\r', self.written()).is_some() && !self.written().starts_with(b"{") {
            return None;
        }
        let line_end = self.source.line_end_at(self.span.start);
        let mut edits = Vec::new();
        if !self.source.begins_line(self.span.start) {
            edits.push(Edit::replace(self.blanks_before(), line_end));
        }
        if !self.source.ends_line(self.span.end) {
            let blanks = Span::new(self.span.end, self.span.end + self.blanks_after());
            edits.push(Edit::replace(blanks, line_end));
        }
        // a comma after it belongs to the move before it, and a `[` at the beginning of a line may
        // begin a game
        let after = self.after().trim_ascii_start();
        let begins_game = after.starts_with(b"[") && !self.written().starts_with(b"[");
        (!after.starts_with(b",") && (!begins_game || self.source.ends_line(self.span.end))).then_some(edits)
    }

    /// Replaces each character for which a function returns a replacement.
    fn each(self, replacement: impl Fn(char) -> Option<&'static str>) -> Vec<Edit> {
        let Ok(text) = std::str::from_utf8(self.written()) else { return Vec::new() };
        let edits = text.char_indices().filter_map(|(at, c)| {
            let start = self.span.start + at;
            Some(Edit::replace(Span::new(start, start + c.len_utf8()), replacement(c)?))
        });
        edits.collect()
    }

    /// Replaces the first occurrence of a sign.
    fn replaced(self, sign: &str, other: &str) -> Option<Vec<Edit>> {
        let start = self.span.start + memchr::memmem::find(self.written(), sign.as_bytes())?;
        Some(vec![Edit::replace(Span::new(start, start + sign.len()), other)])
    }

    /// Puts a comment that begins with `;` in braces, unless it contains braces.
    fn braces(self) -> Option<Vec<Edit>> {
        let written = self.written();
        let text = written.strip_prefix(b";").filter(|text| memchr::memchr2(b'{', b'}', text).is_none())?;
        let sign = Span::new(self.span.start, self.span.start + 1);
        let end = sign.end + text.trim_ascii_end().len();
        let closing = if text.starts_with(b" ") { " }" } else { "}" };
        Some(vec![Edit::replace(sign, "{"), Edit::insert(end, closing)])
    }

    /// Removes the last comma.
    fn last_comma(self) -> Option<Vec<Edit>> {
        let at = self.span.start + memchr::memrchr(b',', self.written())?;
        let space = if self.source.bytes()[at + 1..].starts_with(b" ") { "" } else { " " };
        Some(vec![Edit::replace(Span::new(at, at + 1), space)])
    }

    /// Writes a value with single spaces.
    fn spaced_value(self) -> Option<Vec<Edit>> {
        let value = std::str::from_utf8(self.written()).ok()?.strip_prefix('"')?.strip_suffix('"')?;
        Some(vec![Edit::replace(self.span, format!("\"{}\"", spaced(value)))])
    }

    /// Joins a label to the bracket before it.
    fn joined_label(self) -> Option<Vec<Edit>> {
        let label = self.span.start + memchr::memchr(b'$', self.written())?;
        let gap = Span::new(self.span.start + 1, label);
        self.source.bytes()[gap.range()].trim_ascii().is_empty().then(|| vec![Edit::delete(gap)])
    }

    fn tag_name(self) -> Option<&'static str> {
        optional_tags().find(|name| name.as_bytes().eq_ignore_ascii_case(self.written()))
    }

    /// Puts full stops after the initials of a name.
    fn initials(self) -> Option<Vec<Edit>> {
        let text = std::str::from_utf8(self.written()).ok()?;
        let mut at = text.find(", ")? + 2;
        let mut edits = Vec::new();
        for name in text[at..].split_inclusive([' ', '"']) {
            let bare = name.trim_end_matches([' ', '"']);
            if bare.len() == 1 && bare.bytes().all(|byte| byte.is_ascii_uppercase()) {
                edits.push(Edit::insert(self.span.start + at + bare.len(), "."));
            }
            at += name.len();
        }
        Some(edits)
    }

    /// Returns the end of the text, including a byte if that follows.
    fn end_with(self, byte: u8) -> usize {
        self.span.end + usize::from(self.after().first() == Some(&byte))
    }

    /// Returns a line of a position, such as `14:2R`, with the number of the hexes that it lacks at the end.
    fn filled_line(self) -> Option<String> {
        let line = std::str::from_utf8(self.written()).ok()?;
        let (number, hexes) = line.split_once(':')?;
        let length = number.parse().ok().filter(|number| *number <= LAST_LINE).map(line_length)?;
        let written: u32 = hexes.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        let lacking = u32::try_from(length).ok()?.checked_sub(written)?;
        let pieces = hexes.trim_end_matches(|c: char| c.is_ascii_digit());
        let last: u32 = hexes[pieces.len()..].parse().unwrap_or(0);
        // a run of empty hexes has one digit
        (last + lacking <= 9).then(|| format!("{number}:{pieces}{}", last + lacking))
    }

    /// Returns a line of a position, such as `14:11R4`, with one number in place of several in a row.
    fn joined_digits(self) -> Option<String> {
        let line = std::str::from_utf8(self.written()).ok()?;
        let (number, hexes) = line.split_once(':')?;
        let mut joined = format!("{number}:");
        for run in hexes.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
            if run[0].is_ascii_digit() {
                let sum: u32 = run.iter().map(|digit| u32::from(digit - b'0')).sum();
                joined += &Some(sum).filter(|sum| *sum <= 9)?.to_string();
            } else {
                joined += std::str::from_utf8(run).ok()?;
            }
        }
        Some(joined)
    }
}
