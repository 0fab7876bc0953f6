use std::ffi::OsString;

use clap::Arg;
use clap::builder::{PossibleValue, Str};
#[cfg(feature = "viewer")]
use toml_edit::Item;

use super::table::{GUESSES, of, text};
use super::*;
use crate::app::cli::Args;
use crate::app::config::Config;
use crate::message::Describe;

/// Returns the languages into which the help is translated.
fn translations() -> impl Iterator<Item = LanguageCode> {
    LanguageCode::ALL.into_iter().filter(|code| *code != LanguageCode::En)
}

/// Command lines that are wrong, one of each kind.
fn wrong_command_lines() -> Vec<Vec<OsString>> {
    let lines = [
        "--format xen",
        "--format x",
        "--format",
        "--games 0",
        "--games 5-2",
        "--games x",
        "--max-game-size 0",
        "--piece-letters xx",
        "--explain E9999",
        "--check --format fen",
        "--check --format fen --style table",
        "--check --check",
        "--man --explain E0101",
        "--man=3",
        "--force",
        "--at 23",
        "--size 3",
        "--output {}.svg",
        "--output a.svg --count",
    ];
    let viewer = ["--view --check"].into_iter().filter(|_| cfg!(feature = "viewer"));
    let lines = lines.into_iter().chain(viewer).map(|line| line.split(' ').map(OsString::from).collect());
    let mut lines: Vec<Vec<OsString>> = lines.collect();
    #[cfg(unix)]
    lines.push(vec!["--games".into(), std::os::unix::ffi::OsStringExt::from_vec(vec![0xff])]);
    lines.iter().map(|line| [&["escaque".into()], line.as_slice()].concat()).collect()
}

fn error_of(command: &mut Command, line: &[OsString]) -> clap::Error {
    command.try_get_matches_from_mut(line).expect_err("the command line is wrong")
}

fn text_in(language: LanguageCode, line: &[OsString]) -> String {
    let mut command = command(language);
    let problem = WrongArguments::of(&error_of(&mut command, line), &command, language);
    let help = problem.help(language.language()).unwrap_or_default();
    format!("{}\n{help}", problem.message(language.language()))
}

/// Lists the English texts about the command line, without their placeholders, that are not words
/// of the other language too.
fn english_phrases(language: LanguageCode) -> Vec<&'static str> {
    let others: String = language.language().command_line.entries().iter().map(|(_, text)| *text).collect();
    let parts = ENGLISH.command_line.entries().into_iter().flat_map(|(_, text)| text.split(['{', '}', '\'']));
    let phrases: Vec<_> = parts.map(str::trim).filter(|part| part.contains([' ', ':', '['])).collect();
    phrases.into_iter().filter(|part| part.len() > 1 && !others.contains(part)).collect()
}

/// Lists what a translation lacks of an argument: its help, that of its values, their names.
fn missing_of(arg: &Arg, language: LanguageCode) -> Vec<String> {
    let id = arg.get_id().as_str();
    if text(language, &["arguments", id]).is_none_or(str::is_empty) {
        return vec![id.to_owned()];
    }
    // values without a help are names, as those of shells
    let values = arg.get_possible_values().into_iter().filter(|value| value.get_help().is_some());
    let is_translated = |value: &PossibleValue| text(language, &["values", id, value.get_name()]).is_some();
    let values = values.filter(|value| !is_translated(value)).map(|value| value.get_name().to_owned());
    // clap gives flags a name of a value too
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values()).unwrap_or_default();
    let is_known = |name: &Str| text(language, &["value_names", name]).is_some();
    let names = names.iter().filter(|name| !is_known(name)).map(ToString::to_string);
    values.chain(names).map(|name| format!("{id}: {name}")).collect()
}

/// Each guess names an option with a value that it takes, or a sentence that each language has.
#[test]
fn every_guess_is_an_option_or_a_sentence() {
    for (name, _) in GUESSES.iter() {
        match guess(LanguageCode::En, name) {
            Some(Guess::Option(option)) => {
                let option = &option.replace('N', "20");
                let arguments = ["escaque", "game.pgn"].map(str::to_owned).into_iter().chain(words(option));
                let parsed = Args::parsed(arguments, Config::default()).map_err(|error| error.kind());
                let lacks_value = Err(ErrorKind::InvalidValue);
                let is_about_program = Err(ErrorKind::ArgumentConflict);
                let kind = parsed.map(drop);
                assert!(
                    kind.is_ok()
                        || kind == lacks_value
                        || kind == is_about_program
                        || ["--help", "--force"].contains(&option.as_str()),
                    "{name}: {option}: {kind:?}"
                );
            }
            Some(Guess::Advice(_)) => {
                for language in LanguageCode::ALL {
                    assert!(matches!(guess(language, name), Some(Guess::Advice(_))), "{language:?}: {name}");
                }
            }
            None => panic!("{name}"),
        }
        assert!(definition().get_arguments().all(|arg| arg.get_long() != Some(name)), "{name} is an option");
    }
}

/// Divides a command line into its words, as a shell does.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_short_help_fits_a_window() {
    for language in LanguageCode::ALL {
        let help = short_help(language).to_string();
        assert!(help.lines().count() <= 50, "{language:?}: {}", help.lines().count());
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{language:?}: {line}");
        }
    }
}

#[test]
fn every_argument_and_every_value_is_translated() {
    let mut english = definition();
    english.build();
    for language in translations() {
        let missing: Vec<_> = english.get_arguments().flat_map(|arg| missing_of(arg, language)).collect();
        assert!(missing.is_empty(), "{language:?}: {missing:?}");
    }
}

/// Without the viewer, its options have their translations still.
#[cfg(feature = "viewer")]
#[test]
fn only_arguments_and_values_are_translated() {
    let mut english = definition();
    english.build();
    for language in translations() {
        for (id, _) in names_in(language, "arguments") {
            assert!(english.get_arguments().any(|arg| arg.get_id() == id), "{language:?}: {id}");
        }
        for (id, values) in names_in(language, "values") {
            let arg = english.get_arguments().find(|arg| arg.get_id() == id);
            let known = arg.unwrap_or_else(|| panic!("{language:?}: {id}")).get_possible_values();
            for (value, _) in values.as_table().unwrap() {
                assert!(known.iter().any(|known| known.get_name() == value), "{language:?}: {value}");
            }
        }
        let names: Vec<_> = english.get_arguments().flat_map(|arg| arg.get_value_names()).flatten().collect();
        for (name, _) in names_in(language, "value_names") {
            assert!(names.iter().any(|known| known.as_str() == name), "{language:?}: {name}");
        }
    }
}

/// Returns the entries of a table in a translation.
#[cfg(feature = "viewer")]
fn names_in(language: LanguageCode, table: &str) -> impl Iterator<Item = (&'static str, &'static Item)> {
    of(language)[table].as_table().unwrap().iter()
}

#[test]
fn english_errors_are_in_the_words_of_clap() {
    for line in wrong_command_lines() {
        let theirs = error_of(&mut command(LanguageCode::En), &line).render().to_string();
        // clap has lists on lines of their own, and the rest is help
        let theirs = theirs.strip_prefix("error: ").expect("it is an error");
        let theirs = theirs.split("\n\n").next().unwrap_or_default();
        let theirs = theirs.split("\n  [").next().unwrap_or_default();
        let ours = text_in(LanguageCode::En, &line);
        let squeezed =
            |text: &str| text.replace([',', '\'', ':'], "").split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeezed(ours.lines().next().unwrap_or_default()), squeezed(theirs), "{line:?}");
    }
}

#[test]
fn errors_in_other_languages_have_no_english_words() {
    for language in translations() {
        let phrases = english_phrases(language);
        assert!(phrases.contains(&"Usage:"), "{phrases:?}");
        for line in wrong_command_lines() {
            let text = text_in(language, &line);
            let found: Vec<_> = phrases.iter().filter(|phrase| text.contains(**phrase)).collect();
            assert!(found.is_empty(), "{language:?} {found:?}: {text}");
        }
        let numbers =
            [("--threads", "0"), ("--max-errors", "x"), ("--max-errors", "99999999999999999999999")];
        for (name, value) in numbers {
            let line = ["escaque", name, value].map(OsString::from);
            let (english, text) = (text_in(LanguageCode::En, &line), text_in(language, &line));
            let reason = |text: &str| text.lines().next().unwrap().rsplit(": ").next().unwrap().to_owned();
            assert_ne!(reason(&english), reason(&text), "{language:?}");
        }
    }
}

#[test]
fn help_in_other_languages_has_no_english_words() {
    let mut english = definition();
    english.build();
    let helps = english.get_arguments().filter_map(|arg| Some(arg.get_help()?.to_string()));
    let values = english.get_arguments().filter(|arg| arg.get_id() != "lang");
    let values = values.flat_map(Arg::get_possible_values);
    let values = values.filter_map(|value| Some(value.get_help()?.to_string()));
    // of a single word it cannot be told from which language it is
    let texts: Vec<_> =
        helps.chain(values).filter(|text| text.contains(' ') && !text.starts_with("PGN")).collect();
    for language in translations() {
        for option in ["-h", "--help"] {
            let name = language.to_possible_value().unwrap();
            let line = ["escaque", "--lang", name.get_name(), option].map(OsString::from);
            let reply = Reply::to_arguments(Args::parsed(&line, Config::default()).unwrap_err(), &line, None);
            let help = reply.content.expect("the help is asked for");
            let help = help.to_string();
            let phrases = english_phrases(language).into_iter().chain(texts.iter().map(String::as_str));
            let found: Vec<_> = phrases.filter(|phrase| help.contains(phrase)).collect();
            assert!(found.is_empty(), "{language:?} {found:?}: {help}");
        }
    }
}

#[test]
fn the_language_is_found_in_a_wrong_command_line() {
    for (line, language) in [
        ("--lang ca --no-such", Some(LanguageCode::Ca)),
        ("--no-such --lang=en", Some(LanguageCode::En)),
        ("--lang ca --lang en", Some(LanguageCode::Ca)),
        ("--lang xx --lang en", Some(LanguageCode::En)),
        ("--lang", None),
        ("--lang=", None),
        ("--language ca", None),
        ("-- --lang ca", None),
    ] {
        let arguments: Vec<_> = ["escaque"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
        assert_eq!(value_of("--lang", &arguments), language, "{line}");
    }
}
