//! The codes of messages.
//!
//! A code identifies a problem permanently: it is never reused for another problem, even
//! if its own is removed. The first two digits are the family of the problem; the numbers
//! within a family have gaps for related problems.

use std::fmt;
use std::str::FromStr;

use super::parse_error::parse_error;
use super::{Language, Subject};

macro_rules! codes {
    ($($name:ident = $digits:literal,)*) => {
        /// The code of a problem: four digits. Messages put the letter of the severity
        /// before them, as in `E0203`.
        // the fences of the examples have arguments of the command line, such as `--set Event=Open`
        #[expect(rustdoc::invalid_codeblock_attributes)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = include_str!(concat!("../../docs/explain/", $digits, ".md"))] $name,)*
        }

        impl Code {
            /// All codes, in ascending order.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// Returns the four digits.
            #[must_use]
            pub const fn digits(self) -> &'static str {
                match self {
                    $(Code::$name => $digits,)*
                }
            }
        }
    };
}

codes! {
    // 01: files, output and the command line
    CannotRead = "0101",
    CannotWrite = "0102",
    NotUtf8 = "0103",
    NoGames = "0104",
    NoSuchGame = "0105",
    NoPlaceForPosition = "0106",
    NoPlaceForVariant = "0107",
    NoPlaceForNullMove = "0108",
    NoSuchPosition = "0109",
    OutsidePart = "0110",
    TooLarge = "0111",
    CutOff = "0112",
    CannotUnpack = "0113",
    DataIgnored = "0114",
    TagNotChanged = "0115",
    NotMerged = "0116",
    NameNotDrawn = "0117",
    WrongArguments = "0121",
    // 02: syntax
    StrayCharacter = "0201",
    UnclosedComment = "0202",
    StrayBrace = "0203",
    UnclosedValue = "0204",
    NamelessTag = "0205",
    UnknownSuffix = "0206",
    NotAResult = "0207",
    NoSuchHex = "0208",
    NagOutOfRange = "0209",
    RunOn = "0210",
    TagValueExpected = "0211",
    TagEndExpected = "0212",
    MoveExpected = "0213",
    EndsEarly = "0214",
    ControlCharacter = "0215",
    BadTagName = "0216",
    NotAMove = "0221",
    LooseWords = "0222",
    StrayVariationEnd = "0223",
    UnclosedVariation = "0224",
    ResultInVariation = "0225",
    StrayValue = "0226",
    UnopenedTag = "0227",
    UnclosedTag = "0228",
    TextBetweenGames = "0229",
    NeedlessBrackets = "0230",
    BraceInComment = "0231",
    BareSentence = "0232",
    VariationNumber = "0233",
    TagsInComment = "0234",
    WrongNumber = "0235",
    LeadingAnnotation = "0236",
    OmissionWithoutComma = "0237",
    MovesInBrackets = "0239",
    GameInComment = "0240",
    Html = "0241",
    TooDeep = "0242",
    HiddenMoves = "0243",
    NumbersDisagree = "0244",
    BeginningMissing = "0245",
    // 03: moves
    Ambiguous = "0301",
    WrongOrigin = "0302",
    NoSuchPiece = "0303",
    CannotReach = "0304",
    OwnPieceThere = "0305",
    NothingToCapture = "0306",
    CaptureWithoutFile = "0307",
    StaysInCheck = "0308",
    ExposesKing = "0309",
    CapturesKing = "0310",
    PromotionMissing = "0311",
    NotAPromotion = "0312",
    BadPromotion = "0313",
    NotAwaiting = "0314",
    NotRegainable = "0315",
    NeedNotWait = "0316",
    PromotionFirst = "0317",
    CastlingNoRight = "0321",
    CastlingInCheck = "0322",
    CastlingBlocked = "0323",
    CastlingWayTaken = "0324",
    CastlingThroughCheck = "0325",
    UnknownCastling = "0326",
    CastlingIntoCheck = "0327",
    CastlingNotInVariant = "0328",
    WhiteLeftOut = "0331",
    OtherPieceThere = "0332",
    NothingThere = "0333",
    NotYours = "0334",
    NotItsWay = "0335",
    OtherPieceCaptured = "0336",
    CaptureNotWritten = "0337",
    NotInPassing = "0338",
    UnknownLetter = "0339",
    OtherSidesFigure = "0340",
    MustCapture = "0341",
    ExplodesKing = "0342",
    GivesCheck = "0343",
    NoDrops = "0344",
    NotInPocket = "0345",
    DropOnPiece = "0346",
    PawnDroppedOnLastRank = "0347",
    AfterMate = "0351",
    AfterStalemate = "0352",
    AfterVariantEnd = "0353",
    KingIntoCheck = "0361",
    Blocked = "0362",
    LeapAfterMove = "0363",
    LeapInCheck = "0364",
    LateEnPassant = "0365",
    LateScornful = "0366",
    PawnCapturesOtherwise = "0367",
    RideCaptures = "0368",
    ThreeHexes = "0369",
    OtherSidesNumber = "0370",
    // 04: starting positions
    UnknownVariant = "0401",
    NoKing = "0402",
    TooManyKings = "0403",
    PawnOnLastRank = "0404",
    KingLeftInCheck = "0405",
    AgainstVariant = "0406",
    FenWhole = "0411",
    FenBoard = "0412",
    FenSide = "0413",
    FenCastling = "0414",
    FenEnPassant = "0415",
    FenHalfmoveClock = "0416",
    FenMoveNumber = "0417",
    FenChecks = "0418",
    CastlingRightsDropped = "0421",
    EnPassantDropped = "0422",
    FenFieldsMissing = "0423",
    CastlingOfChess960 = "0424",
    FenSpelling = "0425",
    BadOperation = "0426",
    TlpdMissingField = "0431",
    TlpdSurplusField = "0432",
    TlpdMissingSlash = "0433",
    TlpdLineNumber = "0434",
    TlpdLineOrder = "0435",
    TlpdTooManyHexes = "0436",
    TlpdUnknownPiece = "0437",
    TlpdSide = "0438",
    TlpdRights = "0439",
    TlpdKingNotAtHome = "0440",
    TlpdRookNotAtHome = "0441",
    TlpdSpecialForm = "0442",
    TlpdSpecialImpossible = "0443",
    TlpdCounter = "0444",
    TlpdNumber = "0445",
    BadRedefine = "0451",
    RedefinedTwice = "0452",
    // 05: tags
    RepeatedTag = "0501",
    UnescapedQuote = "0502",
    BadDate = "0503",
    BadResultTag = "0504",
    TagCase = "0505",
    TypographicQuotes = "0506",
    BadPieceLetters = "0507",
    RosterIncomplete = "0508",
    MisspeltTagName = "0509",
    DoubledQuotes = "0510",
    VariantNotFirst = "0511",
    CtlTagExpected = "0512",
    AnnotatorsApart = "0513",
    RedefineMisplaced = "0514",
    PositionNotLast = "0515",
    IdNotSecond = "0516",
    BadId = "0521",
    BadSite = "0522",
    BadLang = "0523",
    BadPerson = "0524",
    BadAddress = "0525",
    BadTagValue = "0526",
    // 06: check and capture marks, and results
    NoCheck = "0601",
    NoMate = "0602",
    WrongManner = "0603",
    NoDoubleCheck = "0604",
    CheckNotMarked = "0605",
    MateNotMarked = "0606",
    UnmarkedCapture = "0607",
    LetterX = "0608",
    OtherPassedHex = "0609",
    NotEnPassant = "0610",
    MoveSlip = "0611",
    ResultMissing = "0621",
    ResultsDiffer = "0622",
    WrongOutcome = "0623",
    ResultAlone = "0624",
    NoStalemate = "0625",
    OddResult = "0626",
    GoesOnAfterDraw = "0627",
    // 07: the reduced form
    ReducedTagExpected = "0701",
    ReducedTagSurplus = "0702",
    ReducedValueEmpty = "0703",
    ReducedDate = "0704",
    ReducedRound = "0705",
    ReducedResultTag = "0706",
    ReducedPlayers = "0707",
    ReducedSpace = "0711",
    ReducedComment = "0712",
    ReducedAnnotation = "0713",
    ReducedVariation = "0714",
    ReducedNullMove = "0715",
    ReducedNumberMissing = "0721",
    ReducedWrongNumber = "0722",
    ReducedNumberSurplus = "0723",
    ReducedNumberAlone = "0724",
    ReducedSpelling = "0725",
    ReducedResult = "0726",
    MinimalLine = "0731",
    // 08: what CTL-PGN forbids but its reader accepts
    CommaMissing = "0801",
    CommaSurplus = "0802",
    PlaySpacing = "0803",
    ColonMissing = "0804",
    ColonSurplus = "0805",
    TwoPlaysOnALine = "0806",
    PlayOverLines = "0807",
    HalfPlay = "0808",
    NumberMissing = "0809",
    NumberAlone = "0810",
    UnknownNumberMisplaced = "0811",
    DotsMisplaced = "0812",
    EllipsisMissing = "0813",
    ResultNotAlone = "0821",
    MovesAfterDraw = "0822",
    AcceptedDrawNotDrawn = "0823",
    AssessmentMisplaced = "0824",
    AssessmentSurplus = "0825",
    NumericAssessment = "0826",
    NotForced = "0827",
    PawnLetter = "0831",
    UndefinedSign = "0832",
    CommentNotAlone = "0841",
    OtherCommentForm = "0842",
    AutomaticCommentUnsigned = "0843",
    CommentBeforeTags = "0844",
    UnknownMarker = "0845",
    MarkerMisplaced = "0846",
    LabelTwice = "0851",
    NoSuchLabel = "0852",
    LaterPlayReferred = "0853",
    OtherLineReferred = "0854",
    UnknownSideReferred = "0855",
    LabelApart = "0856",
    NoTags = "0861",
    TagNotAlone = "0862",
    EmptyTagValue = "0863",
    ServerNotNamed = "0864",
    RosterBesideId = "0865",
    PositionTagName = "0866",
    OtherExtension = "0867",
    AnnotatorTwice = "0868",
    TlpdEmptyLine = "0871",
    TlpdShortLine = "0872",
    TlpdDigits = "0873",
    TlpdOtherForm = "0874",
    LaterEdition = "0881",
    // 09: questions
    QuerySyntax = "0901",
    QueryValue = "0902",
    QueryPosition = "0903",
    QueryNeverMatches = "0904",
    QueryNotAboutPositions = "0905",
    QueryDoubtfulName = "0906",
    NoneFound = "0907",
    QueryAskedPositions = "0908",
}

impl Code {
    /// Returns the page that explains the problem, as Markdown.
    #[must_use]
    pub fn page(self, language: &Language) -> &'static str {
        Subject::from(self).page(language)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.digits())
    }
}

parse_error! {
    /// The error of a text that is not the code of a message.
    UnknownCode = code_expected
}

impl FromStr for Code {
    type Err = UnknownCode;

    /// Parses a code, with or without the letter of a severity.
    fn from_str(text: &str) -> Result<Code, UnknownCode> {
        // the letter does not count, since `--syntax` decides whether a problem is an error or a warning
        let digits = format!("{:0>4}", text.strip_prefix(['E', 'e', 'W', 'w']).unwrap_or(text));
        Code::ALL.iter().copied().find(|code| code.digits() == digits).ok_or(UnknownCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_four_digits_and_is_unique() {
        let digits: Vec<_> = Code::ALL.iter().map(|code| code.digits()).collect();
        assert!(digits.iter().all(|code| code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit())));
        assert!(digits.is_sorted_by(|a, b| a < b), "a code is duplicated or out of order");
    }

    #[test]
    fn codes_are_parsed_with_and_without_a_letter() {
        for text in ["E0203", "W0203", "e0203", "w0203", "0203", "203", "E203"] {
            assert_eq!(text.parse(), Ok(Code::StrayBrace), "{text}");
        }
        for text in ["", "E", "0", "X0203", "EE0203", "E02030", "E9999", "é0203"] {
            assert_eq!(text.parse::<Code>(), Err(UnknownCode), "{text}");
        }
    }
}
