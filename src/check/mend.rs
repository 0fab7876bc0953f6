//! Fixes texts: applies the fixes of the problems that are found in their games, until no certain one is
//! left.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use super::{CheckContext, CheckOptions, NotUtf8, Proof, Report, Syntax};
use crate::message::{Code, Diagnostic, Fix, Severity};
use crate::notation::AnyGame;
use crate::rules::{Rules, with_rules};
use crate::syntax::{Game, Portion, Reading};
use crate::text::{Edit, LOOK_AHEAD, OffsetsBefore, Source, Span, apply_edits};

/// The lower and the upper bound of the limit for how often a text is read again. There are three
/// reasons to read it again: fixes that touch each other are applied one after another, a fix may
/// reveal what another problem has hidden, and among several fixes that do harm together the one to
/// blame is found by halving. Sixteen serve for a game with a dozen mistakes; two hundred keep a small file with
/// hundreds from being tried for minutes.
const READINGS: [usize; 2] = [16, 200];

/// The approximate number of bytes that are read again, within these bounds, so that the time grows
/// no faster than the text. The text around a part counts too, since it is also read again.
const READ_AGAIN: usize = 1 << 20;

/// Fixes the games of a text.
///
/// # Examples
///
/// ```
/// use escaque::check::{CheckOptions, Mender};
/// use escaque::text::{Source, Span};
///
/// let source = Source::new("t.pgn", b"[event \"a\"]\n\n1. e4 e5+ 2. Nf3".to_vec());
/// let mended = Mender::new(CheckOptions::default()).mend(&source, Span::new(0, source.bytes().len()), b"");
/// assert_eq!(mended.text, b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 *");
/// assert!(mended.report.diagnostics.is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mender {
    options: CheckOptions,
}

/// A text that has been fixed.
#[derive(Debug)]
pub struct Mended {
    /// The text.
    pub text: Vec<u8>,
    /// How many fixes have been applied, by the codes of their problems with the letters of their severities.
    pub cured: Cured,
    /// The report on all games of the text, with the problems that are left. Spans are those of the
    /// text as it was.
    pub report: Report,
}

/// How many fixes have been applied, by the codes of their problems with the letters of their severities,
/// such as `W0501`.
pub type Cured = BTreeMap<String, usize>;

/// A problem whose fixes are guesses.
#[derive(Clone, Copy, Debug)]
pub struct Doubt<'a> {
    /// The text as it is now, after the fixes that have been applied.
    pub source: &'a Source,
    /// The problem.
    pub found: &'a Diagnostic,
    /// The guesses, the likeliest first.
    pub fixes: &'a [Fix],
    /// Whether a guess has been applied that can be undone.
    pub can_undo: bool,
}

/// The decision about a problem whose fixes are guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The guess with this index is applied.
    Apply(usize),
    /// The problem is left as it is.
    Leave,
    /// The guess that was applied last is undone.
    Undo,
}

/// A function that decides what is done about a problem.
type Choose<'c> = &'c mut dyn FnMut(&Doubt<'_>) -> Answer;

/// A text with the results of reading and checking it.
struct Judged {
    /// The text, and what comes after it as far as that may change where its games end.
    source: Source,
    /// The length of the text.
    length: usize,
    /// Whether one of its games ends with it.
    ends_with_game: bool,
    reports: Vec<Report>,
    games: Vec<GameRead>,
}

/// The content that has been read of a game, without the parts that its errors cost. It is compared
/// before and after a fix.
struct GameRead {
    /// Whether the game has no errors and is not empty.
    is_sound: bool,
    proof: Proof,
    /// The tags that count, by their canonical names: their values, and their spans in the text.
    tags: BTreeMap<Vec<u8>, (String, Span)>,
}

/// A fix that has been chosen, and its problem.
struct Chosen {
    severity: Severity,
    code: Code,
    /// The offset of the problem in the text as it was.
    origin: usize,
    fix: Fix,
}

/// The state before a guess was applied.
struct Before {
    text: Vec<u8>,
    rounds: usize,
    declined: HashSet<(Code, usize)>,
    cured: Cured,
}

/// A text while it is being fixed.
struct Mending<'a> {
    mender: &'a Mender,
    whole: &'a Source,
    part: Span,
    /// The text of the games before the part.
    before: &'a [u8],
    now: Judged,
    /// For each round of edits, the conversion of offsets to those before it.
    history: Vec<OffsetsBefore>,
    /// The problems whose fixes have done harm.
    harmful: HashSet<(Code, usize)>,
    /// The number of rounds when those were last tried again.
    retried_at: usize,
    /// The problems whose guesses are declined.
    declined: HashSet<(Code, usize)>,
    /// How often the text may still be read again.
    readings_left: usize,
    cured: Cured,
    /// The state before each guess that has been applied.
    guessed: Vec<Before>,
}

impl Mender {
    /// Creates a mender of texts that are checked with these options. If they are pedantic, it also fixes
    /// what only pedantic checks report.
    #[must_use]
    pub const fn new(options: CheckOptions) -> Mender {
        Mender { options }
    }

    /// Returns the syntax that the games may use.
    #[must_use]
    pub const fn syntax(&self) -> Syntax {
        self.options.syntax
    }

    /// Fixes the games in a part of a text that begins and ends between games. Applies the certain
    /// fixes, except those that would change the content read of a game, change where the games
    /// around it end and begin, leave their problem as it is, or add errors. `before` is the text
    /// of one or more games directly before the part, as fixed; it may be empty.
    #[must_use]
    pub fn mend(&self, whole: &Source, part: Span, before: &[u8]) -> Mended {
        self.mend_with(whole, part, before, None)
    }

    /// Fixes the games in a part of a text as [`Mender::mend`] does, and when no certain fix is left applies
    /// the guesses that `choose` chooses.
    pub fn mend_and_guess(
        &self,
        whole: &Source,
        part: Span,
        before: &[u8],
        mut choose: impl FnMut(&Doubt<'_>) -> Answer,
    ) -> Mended {
        self.mend_with(whole, part, before, Some(&mut choose))
    }

    fn mend_with(&self, whole: &Source, part: Span, before: &[u8], mut choose: Option<Choose<'_>>) -> Mended {
        let now = self.judge(whole, part, whole.bytes()[part.range()].to_vec());
        let read_again = part.range().len() + before.len() + LOOK_AHEAD;
        let mut mending = Mending {
            mender: self,
            whole,
            part,
            before,
            now,
            history: Vec::new(),
            harmful: HashSet::new(),
            retried_at: 0,
            declined: HashSet::new(),
            readings_left: (READ_AGAIN / read_again).clamp(READINGS[0], READINGS[1]),
            cured: Cured::new(),
            guessed: Vec::new(),
        };
        // guesses come last, because a certain fix may settle what they are about
        while mending.readings_left > 0
            && (mending.apply_certain()
                || mending.retry()
                || choose.as_deref_mut().is_some_and(|choose| mending.apply_one_guess(choose)))
        {}
        mending.finish()
    }

    /// Runs an operation on the first game of a text that ends after an offset. Returns `None` if there is
    /// none.
    pub fn with_game_at<T>(
        &self,
        source: &Source,
        offset: usize,
        operation: impl FnOnce(&AnyGame<'_>) -> T,
    ) -> Option<T> {
        let mut checker = self.options.checker(source);
        while checker.read(Portion::Whole).is_some() {
            if checker.games().end() > offset {
                return Some(operation(checker.game()));
            }
        }
        None
    }

    /// Reads and checks the games of a part of a text that has been changed to `text`.
    fn judge(&self, whole: &Source, part: Span, mut text: Vec<u8>) -> Judged {
        let (length, after) = (text.len(), &whole.bytes()[part.end..]);
        // the next game may hold what ends the last one of the part
        text.extend_from_slice(&after[..after.len().min(LOOK_AHEAD)]);
        let source = whole.changed_part(part.start, text);
        let mut checker = self.options.checker(&source);
        let (mut reports, mut games) = (Vec::new(), Vec::new());
        while checker.games().end() < length
            && let Some(reading) = checker.read(Portion::Whole)
        {
            let (report, game) =
                with_rules!(checker.game(), R, game => judge_game::<R>(checker.context(), reading, game));
            reports.push(report);
            games.push(game);
        }
        let ends_with_game = checker.games().end() == length;
        Judged { source, length, ends_with_game, reports, games }
    }
}

/// Checks a game and records what has been read of it.
fn judge_game<R: Rules>(
    context: &CheckContext<'_>,
    reading: Reading,
    game: &Game<'_, R::Notation>,
) -> (Report, GameRead) {
    let report = context.of_game::<R>(game, reading, None);
    let says_something = !game.tags.is_empty() || !game.movetext.is_empty() || game.result.is_some();
    let is_sound = report.error().is_none() && says_something;
    let (syntax, illegal) = (context.options.syntax, context.options.syntax.illegal());
    // with the reduced form the whole game is compared, because what follows a departure is
    // read all the same
    let part = report.sound_part(game, &mut Vec::<R::Move>::new()).filter(|_| syntax != Syntax::Reduced);
    let part = part.as_ref().unwrap_or(game);
    let proof = Proof::of::<R>(part, illegal);
    let mut tags = BTreeMap::new();
    for tag in &game.tags {
        let value = || (tag.value.unescape().into_owned(), tag.span);
        tags.entry(tag.canonical_name().0.to_ascii_lowercase()).or_insert_with(value);
    }
    (report, GameRead { is_sound, proof, tags })
}

impl GameRead {
    /// Returns whether it has the same content as the game before some edits, except for tags that
    /// these change, rename or add.
    fn is_same(&self, before: &GameRead, edits: &[Edit]) -> bool {
        let is_touched = |span: Span| {
            let near = &edits[edits.partition_point(|edit| edit.span.end < span.start)..];
            near.first().is_some_and(|edit| edit.span.start <= span.end)
        };
        let keeps = |(name, (value, span)): (&Vec<u8>, &(String, Span))| {
            self.tags.get(name).is_some_and(|(now, _)| now == value) || is_touched(*span)
        };
        let is_added = |name| !before.tags.contains_key(name);
        let adds_tags = || {
            edits.iter().any(|edit| edit.text.contains('['))
                || before.tags.values().any(|(_, span)| is_touched(*span))
        };
        self.proof.content() == before.proof.content()
            && before.tags.iter().all(keeps)
            && (!self.tags.keys().any(is_added) || adds_tags())
    }
}

impl Judged {
    fn text(&self) -> &[u8] {
        &self.source.bytes()[..self.length]
    }

    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.reports.iter().flat_map(|report| &report.diagnostics)
    }

    /// Counts the errors. For the reduced form counts the games with errors, because only the first departure
    /// of each is reported.
    fn errors(&self, syntax: Syntax) -> usize {
        if syntax == Syntax::Reduced {
            return self.reports.iter().filter(|report| report.error().is_some()).count();
        }
        self.diagnostics().filter(|found| found.severity == Severity::Error).count()
    }

    /// Returns whether a guess has been right as far as that can be known: no fewer moves are read than in the text
    /// before, and an error is gone, or has become another one further on.
    fn is_better(&self, before: &Judged, severity: Severity, syntax: Syntax) -> bool {
        let plies = |judged: &Judged| judged.games.iter().map(|game| game.proof.plies).sum::<usize>();
        let [now, then] = [self, before].map(|judged| (plies(judged), judged.errors(syntax)));
        now.0 >= then.0 && (severity != Severity::Error || now.0 > then.0 || now.1 < then.1)
    }

    /// Returns whether there are as many games as in the text before, and the games that had no errors are
    /// still there, with the same positions.
    fn keeps_sound(&self, before: &Judged) -> bool {
        let positions = |game: &GameRead| game.is_sound.then_some(game.proof.positions);
        let mut then = self.games.iter().filter_map(positions);
        self.games.len() == before.games.len()
            && before.games.iter().filter_map(positions).all(|hash| then.any(|other| other == hash))
    }

    /// Returns whether its games have the same content as those of the text before some edits.
    fn is_same(&self, before: &Judged, edits: &[Edit]) -> bool {
        let mut pairs = self.games.iter().zip(&before.games);
        self.games.len() == before.games.len() && pairs.all(|(now, before)| now.is_same(before, edits))
    }
}

impl Mending<'_> {
    /// Returns the offset in the text as it was, before any fix, of an offset in the text as it is.
    fn origin(&self, offset: usize) -> usize {
        self.part.start + self.history.iter().rev().fold(offset, |offset, before| before.of(offset))
    }

    /// Returns the code of a problem in the text as it is, with its place in the text as it was.
    fn place_of(&self, found: &Diagnostic) -> Option<(Code, usize)> {
        Some((found.problem.code(), self.origin(found.span?.start)))
    }

    /// Returns whether a problem is left as it is.
    fn is_left(&self, place: (Code, usize)) -> bool {
        self.harmful.contains(&place) || self.declined.contains(&place)
    }

    /// Returns the fixes of a problem that is not to be left as it is, and its offset in the text as it was.
    fn open_fixes(&self, found: &Diagnostic) -> Option<(usize, Vec<Fix>)> {
        let place = self.place_of(found).filter(|place| !self.is_left(*place))?;
        let now = &self.now;
        let mut fixes = found.fixes(&now.source);
        let is_inside = |fix: &Fix| fix.edits.iter().all(|edit| edit.span.end <= now.length);
        fixes.retain(|fix| is_inside(fix) && fix.changes(&now.source));
        (!fixes.is_empty()).then_some((place.1, fixes))
    }

    /// Applies certain fixes that do not touch each other, or finds one that does harm. Returns whether it
    /// did either.
    fn apply_certain(&mut self) -> bool {
        let mut chosen: Vec<Chosen> = Vec::new();
        let mut places = Places::default();
        for found in self.now.diagnostics() {
            if let Some((origin, mut fixes)) = self.open_fixes(found)
                && fixes[0].is_certain()
                && places.take(&fixes[0])
            {
                let (severity, code) = (found.severity, found.problem.code());
                chosen.push(Chosen { severity, code, origin, fix: fixes.swap_remove(0) });
            }
        }
        // if the fixes do harm together, one of them is to blame; the others are applied in later
        // rounds
        while !chosen.is_empty() && self.readings_left > 0 {
            if self.apply(&chosen) {
                return true;
            }
            if let [alone] = &chosen[..] {
                self.harmful.insert((alone.code, alone.origin));
                return true;
            }
            chosen.truncate(chosen.len() / 2);
        }
        false
    }

    /// Allows fixes that have done harm to be tried again if the text has changed since. Returns
    /// whether there are any.
    fn retry(&mut self) -> bool {
        let is_other = self.history.len() > self.retried_at && !self.harmful.is_empty();
        if is_other {
            self.retried_at = self.history.len();
            self.harmful.clear();
        }
        is_other
    }

    /// Asks about one problem after another, until an answer changes the text. Returns whether one did.
    fn apply_one_guess(&mut self, choose: Choose<'_>) -> bool {
        for next in 0.. {
            let Some(found) = self.now.diagnostics().nth(next).filter(|_| self.readings_left > 0) else {
                break;
            };
            let Some((origin, mut fixes)) = self.open_fixes(found) else { continue };
            let (severity, code) = (found.severity, found.problem.code());
            let can_undo = !self.guessed.is_empty();
            match choose(&Doubt { source: &self.now.source, found, fixes: &fixes, can_undo }) {
                Answer::Apply(at) if at < fixes.len() => {
                    let before = self.before();
                    if self.apply(&[Chosen { severity, code, origin, fix: fixes.swap_remove(at) }]) {
                        self.guessed.push(before);
                        return true;
                    }
                    // after another guess it may be right
                    self.harmful.insert((code, origin));
                    continue;
                }
                Answer::Undo if can_undo => {
                    self.undo();
                    return true;
                }
                Answer::Apply(_) | Answer::Leave | Answer::Undo => {}
            }
            self.declined.insert((code, origin));
        }
        false
    }

    fn before(&self) -> Before {
        let (text, rounds) = (self.now.text().to_vec(), self.history.len());
        Before { text, rounds, declined: self.declined.clone(), cured: self.cured.clone() }
    }

    /// Returns to the state before the last guess. This reads the text again, which does not count against
    /// the limit.
    fn undo(&mut self) {
        let Some(Before { text, rounds, declined, cured }) = self.guessed.pop() else { return };
        self.now = self.mender.judge(self.whole, self.part, text);
        self.history.truncate(rounds);
        (self.declined, self.cured) = (declined, cured);
        // what did harm in the text with the guess may do none without it
        (self.retried_at, self.harmful) = (rounds.min(self.retried_at), HashSet::new());
    }

    /// Applies fixes that do not touch each other, unless that does harm. Returns whether they are applied.
    fn apply(&mut self, chosen: &[Chosen]) -> bool {
        let mut edits: Vec<Edit> = chosen.iter().flat_map(|chosen| chosen.fix.edits.clone()).collect();
        edits.sort_by_key(|edit| edit.span.start);
        let text = apply_edits(self.now.text(), 0, &edits);
        self.readings_left -= 1;
        let then = self.mender.judge(self.whole, self.part, text);
        let are_certain = chosen.iter().all(|chosen| chosen.fix.is_certain());
        let syntax = self.mender.syntax();
        let is_kept = if are_certain {
            then.is_same(&self.now, &edits)
        } else {
            let is_better = |chosen: &Chosen| then.is_better(&self.now, chosen.severity, syntax);
            then.keeps_sound(&self.now) && chosen.iter().all(is_better)
        };
        if !is_kept || then.errors(syntax) > self.now.errors(syntax) || !self.stands_apart(&then) {
            return false;
        }
        // the places of problems in the new text are found through these edits, too
        self.history.push(OffsetsBefore::new(&edits));
        // a fix after which the same fix would be due again at the same place has fixed nothing
        let places: HashMap<_, _> =
            chosen.iter().map(|chosen| ((chosen.code, chosen.origin), chosen)).collect();
        let is_repeated = |found: &Diagnostic| {
            let same = self.place_of(found).and_then(|place| places.get(&place));
            same.is_some_and(|chosen| {
                found.fixes(&then.source).iter().any(|fix| fix.texts().eq(chosen.fix.texts()))
            })
        };
        if then.diagnostics().any(is_repeated) {
            self.history.pop();
            return false;
        }
        self.now = then;
        for Chosen { severity, code, .. } in chosen {
            *self.cured.entry(severity.letter_and(*code)).or_default() += 1;
        }
        true
    }

    /// Returns whether one game ends where the part begins and another where the part ends, if a text takes its place.
    fn stands_apart(&self, then: &Judged) -> bool {
        let source = self.whole.changed_part(self.part.start, [self.before, then.source.bytes()].concat());
        let (mut checker, start) = (self.mender.options.checker(&source), self.before.len());
        while checker.games().end() < start && checker.read(Portion::Nothing).is_some() {}
        checker.games().end() == start && then.ends_with_game
    }

    /// Returns the fixed text and the remaining problems, with spans of the text as it was.
    fn finish(mut self) -> Mended {
        let reports = mem::take(&mut self.now.reports);
        let at_origin = |span: Span| Span::new(self.origin(span.start), self.origin(span.end));
        let mut left = Report::default();
        for mut report in reports {
            left.moves += report.moves;
            left.variations += report.variations;
            if let Some(mut found) = report.not_utf8 {
                found.first = at_origin(found.first);
                left.not_utf8.get_or_insert(NotUtf8 { count: 0, half_pairs: 0, ..found }).add(found);
            }
            for found in report.diagnostics.drain(..) {
                let mut fixes = found.fixes(&self.now.source);
                if self.readings_left == 0 || self.place_of(&found).is_some_and(|place| self.is_left(place)) {
                    // such a fix would do more than fix its problem, or might
                    fixes = fixes.into_iter().map(Fix::guessed).collect();
                }
                let edits = fixes.iter_mut().flat_map(|fix| &mut fix.edits);
                edits.for_each(|edit| edit.span = at_origin(edit.span));
                let span = found.span.map(at_origin);
                let found = found.amended(|problem| problem.with_fixes(fixes));
                left.diagnostics.push(Diagnostic { span, ..found });
            }
        }
        Mended { text: self.now.text().to_vec(), cured: self.cured, report: left }
    }
}

/// The places of fixes: the end of each edit, by its start.
#[derive(Default)]
struct Places(BTreeMap<usize, usize>);

impl Places {
    /// Takes the places of a fix, unless one of them overlaps or touches one that is taken.
    fn take(&mut self, fix: &Fix) -> bool {
        let is_free = |edit: &Edit| {
            let before = self.0.range(..=edit.span.end).next_back();
            before.is_none_or(|(_, end)| *end < edit.span.start)
        };
        let is_taken = fix.edits.iter().all(is_free);
        if is_taken {
            self.0.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
        }
        is_taken
    }
}
