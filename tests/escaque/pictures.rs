//! The pictures of boards in the documents show the output of the program.
//!
//! Each character is placed by itself, on a grid. A general converter writes runs of text,
//! whose width depends on the fonts of the reader, and figurines come from several fonts.

use std::fmt::Write;
use std::fs;

use snapbox::Data;

use crate::{assert_golden, escaque, languages, project};

/// The width of a character in pixels, half its height.
const WIDTH: usize = 10;
const HEIGHT: usize = 2 * WIDTH;

const BACKGROUND: &str = "#1c1c1c";
const FOREGROUND: &str = "#d0d0d0";

/// Those that `docs/pictures/make` writes, for README.md and the guide, are there and small.
#[test]
fn pictures_of_the_readme() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    let [pictures, viewer] = ["pictures", "viewer"]
        .map(|page| fs::read_to_string(project().join(format!("docs/guide/{page}.md"))).unwrap());
    let parts = pictures.split("](../pictures/").skip(1).chain(viewer.split("\"../pictures/").skip(1));
    let in_guide = parts.map(|rest| rest.split([')', '"']).next().unwrap());
    let in_readme = readme.split("\"docs/pictures/").skip(1).map(|rest| rest.split('"').next().unwrap());
    let names: Vec<_> = in_readme.chain(in_guide).filter(|name| !name.ends_with(".svg")).collect();
    assert_eq!(names.len(), 12);
    for name in names {
        let path = project().join("docs/pictures").join(name);
        let size = fs::metadata(&path).unwrap_or_else(|error| panic!("{name}: {error}")).len();
        assert!(size <= 300_000, "{name}: {size} bytes");
    }
}

#[test]
fn pictures_of_boards() {
    for (name, arguments) in [
        ("chess", &["--style", "figurines", "examples/opera.pgn"][..]),
        ("cescacs", &["examples/pawns.ctl-pgn"]),
    ] {
        let run = escaque().args(["--lang", "en", "--color", "always"]).args(arguments).output().unwrap();
        let boards = String::from_utf8(run.stdout).unwrap();
        let last_board = boards.trim_end().rsplit("\n\n").next().unwrap();
        let path = project().join(format!("docs/pictures/{name}.svg"));
        let expected = Data::read_from(&path, None).raw();
        snapbox::assert_data_eq!(Data::from(picture(last_board)).raw(), expected);
    }
}

/// Pictures in pixels have letters of their own. Of names that they cannot write one warning tells, if the names were to be
/// written.
#[test]
fn names_that_pictures_lack_are_told() {
    let games =
        "[White \"棋手\"]\n\n1. e4 *\n\n[White \"Serra\"]\n\n1. d4 *\n\n[Black \"棋手\"]\n\n1. c4 *\n";
    let folder = tempfile::tempdir().expect("there is a folder for it");
    let name = folder.path().join("{game}");
    let told = |options: &[&str]| {
        let run = escaque().args(options).arg("--output").arg(&name).arg("--force").stdin(games);
        let run = run.output().expect("the program runs");
        assert!(run.status.success());
        String::from_utf8(run.stderr).expect("it is UTF-8")
    };
    let of_language = |language| told(&["--lang", language, "--format", "png"]);
    assert_golden(languages().map(of_language).concat(), "pictures/missing-names.txt");
    assert_eq!(told(&["--format", "png", "--captions", "none"]), "");
    assert_eq!(told(&["--format", "svg"]), "");
}

/// Draws a text with its escape sequences as a terminal shows it, as SVG.
fn picture(text: &str) -> String {
    let columns = text.lines().map(|line| runs(line).map(|run| run.columns()).sum()).max().unwrap_or(0);
    let (width, height) = ((columns + 2) * WIDTH, (text.lines().count() + 1) * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"16\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"5\" fill=\"{BACKGROUND}\"/>\n"
    );
    for (row, line) in text.lines().enumerate() {
        let mut column = 1;
        for run in runs(line) {
            run.draw(column * WIDTH, row * HEIGHT + HEIGHT / 2, &mut svg);
            column += run.columns();
        }
    }
    svg + "</svg>\n"
}

/// Characters with the same colours, set by an escape sequence before them.
struct Run<'a> {
    text: &'a str,
    foreground: Option<String>,
    background: Option<String>,
    bold: bool,
}

fn runs(line: &str) -> impl Iterator<Item = Run<'_>> {
    let (mut bold, mut foreground, mut background) = (false, None, None);
    line.split("\u{1b}[").enumerate().map(move |(at, part)| {
        let (sequence, text) = if at == 0 { ("", part) } else { part.split_once('m').unwrap() };
        match sequence.split(';').collect::<Vec<_>>()[..] {
            ["" | "0"] => (bold, foreground, background) = (false, None, None),
            ["1"] => bold = true,
            ["38", "5", color] => foreground = Some(rgb(color)),
            ["48", "5", color] => background = Some(rgb(color)),
            _ => panic!("no picture of {sequence:?}"),
        }
        Run { text, foreground: foreground.clone(), background: background.clone(), bold }
    })
}

/// Returns a colour of the palette of 256, from its cube, as SVG writes it.
fn rgb(color: &str) -> String {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let at = color.parse::<usize>().unwrap() - 16;
    let [red, green, blue] = [at / 36, at / 6 % 6, at % 6].map(|level| LEVELS[level]);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Run<'_> {
    fn columns(&self) -> usize {
        self.text.chars().filter(|c| !is_selector(*c)).count()
    }

    /// Draws the run with its upper left corner at (`x`, `y`).
    fn draw(&self, mut x: usize, y: usize, svg: &mut String) {
        if let Some(background) = self.background.as_ref().filter(|_| !self.text.is_empty()) {
            let width = self.columns() * WIDTH;
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{background}\"/>"
            )
            .unwrap();
        }
        let foreground = self.foreground.as_deref().unwrap_or(FOREGROUND);
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        let baseline = y + 15;
        let mut chars = self.text.chars().peekable();
        while let Some(c) = chars.next() {
            let selector = chars.next_if(|c| is_selector(*c)).map(String::from).unwrap_or_default();
            if c != ' ' {
                writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{baseline}\" fill=\"{foreground}\"{weight}>{c}{selector}</text>"
                )
                .unwrap();
            }
            x += WIDTH;
        }
    }
}

/// Returns whether a character is a variation selector, which takes no column.
fn is_selector(c: char) -> bool {
    c == '\u{fe0e}'
}
