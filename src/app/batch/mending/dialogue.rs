//! Asks in a terminal which of several guesses is meant.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use crate::app::cli::Args;
use crate::check::{Answer, Doubt, Mender};
use crate::format::{Style, board_text};
use crate::message::{Certainty, Fix, Reporter, ReporterOptions, fill};
use crate::rules::{Illegal, Replay, Rules, Step, with_rules};
use crate::syntax::Game;
use crate::text::{Printable, Source, apply_edits, stdin_name};

/// What answers questions about guesses without the user.
type Decision = fn(&[Fix]) -> Answer;

/// Questions to the user about guesses.
#[derive(Debug)]
pub struct FixDialogue {
    options: ReporterOptions,
    style: Style,
    /// What answers all further questions, once the user has decided that.
    rest: Mutex<Option<Decision>>,
}

impl FixDialogue {
    /// Returns `None` if guesses are not asked for, or if nobody can be asked.
    pub fn of_args(args: &Args, options: ReporterOptions) -> Option<FixDialogue> {
        let reads_stdin = args.input_paths().iter().any(|path| stdin_name(path).is_some());
        // answers come from standard input, and questions go to standard error, so that the output stays clean
        let can_ask = !reads_stdin && io::stdin().is_terminal() && io::stderr().is_terminal();
        // a question about a warning that is not shown could not be understood
        let options = ReporterOptions { quiet: false, ..options };
        let style = args.drawing.style.unwrap_or_default();
        (args.checking.fix_guesses && can_ask).then(|| FixDialogue { options, style, rest: Mutex::new(None) })
    }

    /// Asks which of the guesses is meant for a problem in the game with a number.
    pub fn ask(&self, mender: &Mender, number: usize, doubt: &Doubt<'_>) -> Answer {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(decide) = *rest {
            return decide(doubt.fixes);
        }
        self.show(mender, number, doubt);
        let language = self.options.language;
        let numbers =
            if doubt.fixes.len() == 1 { "1".to_owned() } else { format!("1-{}", doubt.fixes.len()) };
        let question = fill(language.choose_fix, &[("numbers", &numbers)]);
        loop {
            let answer = answer(&question);
            match answer.as_deref() {
                Some("n") => return Answer::Leave,
                Some("a") => return rest.insert(first)(doubt.fixes),
                Some("u") if doubt.can_undo => return Answer::Undo,
                Some("u") => say(language.nothing_to_undo),
                Some("?") => say(language.choose_fix_help),
                // the end of the input is no consent
                None | Some("q") => return rest.insert(|_| Answer::Leave)(doubt.fixes),
                Some(number) => match number.parse::<usize>() {
                    Ok(number) if (1..=doubt.fixes.len()).contains(&number) => {
                        return Answer::Apply(number - 1);
                    }
                    _ => {}
                },
            }
        }
    }

    /// Shows the problem with its game, its move and the position before it, and the guesses with their numbers.
    fn show(&self, mender: &Mender, number: usize, doubt: &Doubt<'_>) {
        let Doubt { source, found, fixes, .. } = *doubt;
        let offset = found.span.map_or(0, |span| span.start);
        let (FixDialogue { options, style, .. }, illegal) = (self, mender.syntax().illegal());
        let place = mender.with_game_at(source, offset, |game| {
            let board = with_rules!(game, R, game => {
                let position = position_before::<R>(game, offset, illegal);
                position.map(|position| board_text(&position, *style, options.language))
            });
            (game.label(number).into_owned(), board)
        });
        let (label, board) = place.unzip();
        Reporter::new(io::stderr(), self.options).report(source, label.as_ref(), found);
        let board = board.flatten().filter(|_| found.ply.is_some());
        let guesses = (1..).zip(fixes).map(|(number, fix)| match move_alone(doubt, fix) {
            Some(text) => format!("{number}  {}\n", Printable(text)),
            None => format!("{number}\n{}", change(source, fix)),
        });
        say(&(board.map_or(String::new(), |board| board + "\n") + &guesses.collect::<String>()));
    }
}

/// Returns what is done with guesses without a question: the first is applied, unless the user has
/// to choose among several.
pub(super) fn first(fixes: &[Fix]) -> Answer {
    let is_clear = fixes.first().is_some_and(|fix| fix.certainty != Certainty::Choice);
    if is_clear { Answer::Apply(0) } else { Answer::Leave }
}

/// Returns the text that a fix puts in place of a faulty move, if the fix does nothing else.
fn move_alone<'f>(doubt: &Doubt<'_>, fix: &'f Fix) -> Option<&'f str> {
    let [edit] = &fix.edits[..] else { return None };
    let is_alone = doubt.found.ply.is_some() && Some(edit.span) == doubt.found.span && !edit.text.is_empty();
    is_alone.then_some(edit.text.as_str())
}

/// Returns the position before the move or element at an offset, or before an error in the main line if that
/// comes first.
fn position_before<R: Rules>(game: &Game<'_, R::Notation>, offset: usize, illegal: Illegal) -> Option<R> {
    let mut replay = Replay::every_line(game, R::set_up(game).ok()?.position).with_illegal(illegal);
    loop {
        let before = replay.position().clone();
        let (at, is_over) = match replay.step() {
            Ok(Some(Step::Ply(ply))) => (ply.span.start, false),
            Ok(Some(Step::Other(element))) => (element.span.start, false),
            Ok(None) => return Some(before),
            Err(error) => (error.span.start, error.depth == 0),
        };
        if at >= offset || is_over {
            return Some(before);
        }
    }
}

/// Returns the lines that a fix changes: the old ones with `-` and the new ones with `+`.
fn change(source: &Source, fix: &Fix) -> String {
    let start = fix.edits.first().map_or(0, |edit| source.line_span(edit.span.start).start);
    let end = fix.edits.last().map_or(0, |edit| source.line_span(edit.span.end).end);
    let before = &source.bytes()[start..end];
    let after = apply_edits(before, start, &fix.edits);
    let marked = |sign: char, text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.lines().map(|line| format!("{sign} {}\n", Printable(line))).collect::<String>()
    };
    marked('-', before) + &marked('+', &after)
}

/// Writes a text to the terminal. If that fails, there is nowhere to report it.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Asks a question. Returns the answer in lower case, or `None` at the end of the input or after an error.
fn answer(question: &str) -> Option<String> {
    let mut stderr = io::stderr();
    write!(stderr, "{question}").and_then(|()| stderr.flush()).ok()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).ok().filter(|length| *length > 0)?;
    Some(line.trim().to_lowercase())
}
