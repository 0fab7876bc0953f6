//! Completion of the command line in a shell.
//!
//! The script that `--completions` writes for a shell runs the program, with a variable in its environment, on the
//! words so far. So the shell offers what this version takes: options, values, names of files, topics, columns and
//! the words of questions.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::{Bash, Elvish, Fish, Powershell, Shells, Zsh};
use clap_complete::{CompleteEnv, Shell};

use super::environment;
use super::usage::command;
use crate::change::Dropped;
use crate::format::Columns;
use crate::message::Subject;
use crate::query::next_words;
use crate::syntax::{PieceLetters, SEVEN_TAGS};
use crate::text::{is_game_name, is_list_name, is_table_name, plain_name};

/// The variable that asks the program for completions. It names the shell.
const VARIABLE: &str = "ESCAQUE_COMPLETE";

/// The shells whose scripts are those of clap. clap's script for bash loses values after `=`, and files whose names
/// have spaces.
const SHELLS: Shells<'static> = Shells(&[&Bash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Answers a shell and ends the process, if a shell asks for completions.
pub(super) fn answer_shell() {
    CompleteEnv::with_factory(completable).var(VARIABLE).shells(SHELLS).complete();
}

/// Returns the script for a shell.
///
/// # Errors
///
/// Returns an error if there is no script for the shell.
pub(super) fn script(shell: Shell) -> io::Result<Vec<u8>> {
    if shell == Shell::Bash {
        return Ok(include_bytes!("completion.bash").to_vec());
    }
    let mut script = Vec::new();
    let completer = SHELLS.completer(&shell.to_string()).ok_or(io::ErrorKind::Unsupported)?;
    completer.write_registration(VARIABLE, "escaque", "escaque", "escaque", &mut script)?;
    if shell == Shell::Zsh {
        // as a file in `fpath`, the script is read when the first word is to be completed, and has to complete it
        script.extend(b"\n[[ $funcstack[1] == _escaque ]] && _clap_dynamic_completer_escaque \"$@\"\n");
    }
    Ok(script)
}

/// Returns the definition of the command line with what completes values that clap does not know.
fn completable() -> Command {
    let with = |completer: fn(&OsStr) -> Vec<CompletionCandidate>| {
        move |arg: Arg| arg.add(ArgValueCompleter::new(completer))
    };
    let command =
        command(environment::language()).mut_arg("files", with(files)).mut_arg("explain", with(subjects));
    [
        ("where", with(|word| completed(word, &[' ', '('], next_words))),
        ("columns", with(|word| completed(word, &[','], |_| Columns::known()))),
        ("drop", with(|word| completed(word, &[','], |_| Dropped::names().chain(SEVEN_TAGS)))),
        ("piece_letters", with(|word| completed(word, &[], |_| PieceLetters::languages()))),
        (
            "letters",
            with(|word| completed(word, &[], |_| PieceLetters::languages().chain(["standard", "FAN"]))),
        ),
        ("at", with(|word| completed(word, &[], |_| ["start", "end", "each", "match", "matches", "ply "]))),
    ]
    .into_iter()
    .fold(command, |command, (id, add)| command.mut_arg(id, add))
}

/// Completes the name of an input: a file that is named like one of games, or a folder, and only if there is none any
/// file.
fn files(typed: &OsStr) -> Vec<CompletionCandidate> {
    let has_games = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let plain = plain_name(&name);
        is_game_name(plain) || is_list_name(plain) || is_table_name(plain) || name.ends_with(".zip")
    };
    let found = PathCompleter::any().filter(has_games).complete(typed);
    if found.is_empty() { PathCompleter::any().complete(typed) } else { found }
}

/// Completes the word after the last separator, by the words that may follow what is before it.
fn completed<Words: IntoIterator<Item: AsRef<str>>>(
    typed: &OsStr,
    separators: &[char],
    words: fn(&str) -> Words,
) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    // zsh and fish give the quote before a question that is being typed, too
    let typed = typed.trim_start_matches(['"', '\'']);
    let (before, word) = typed.split_at(typed.rfind(separators).map_or(0, |at| at + 1));
    let words = words(before).into_iter().filter(|known| known.as_ref().starts_with(word));
    words.map(|known| CompletionCandidate::new(before.to_owned() + known.as_ref())).collect()
}

/// Completes a code or a topic, with the title of its page.
fn subjects(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    // a message puts the letter of the severity before the digits
    let letter = typed.get(..1).filter(|letter| ["E", "W"].contains(letter)).unwrap_or_default();
    let fits = |subject: &Subject| {
        subject.name().starts_with(&typed[letter.len()..]) && (letter.is_empty() || !subject.is_topic())
    };
    let language = environment::language().language();
    let candidate = |subject: Subject| {
        CompletionCandidate::new(format!("{letter}{}", subject.name()))
            .help(Some(subject.title(language).into()))
    };
    Subject::all().filter(fits).map(candidate).collect()
}
