//! The diagrams of the rules in `docs/cescacs.md`: where each piece goes, as the program plays.
//!
//! `SNAPSHOTS=overwrite cargo test diagrams` makes them.

use std::fs;

use escaque::{Position, Variant};
use snapbox::Data;

use crate::{escaque, project};

#[test]
fn diagrams_of_the_moves() {
    let table = fs::read_to_string(project().join("tests/inputs/diagrams/rules.tsv")).unwrap();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, "cescacs", position, cell] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let game = format!(
            "[Variant \"C'escacs\"]\n[Id \"x\"]\n[TLPD \"{position}\"]\n{{[%csl {}]}}\n*\n",
            marks(position, cell)
        );
        let options =
            ["--lang", "en", "--format", "svg", "--at", "start", "--size", "320", "--theme", "brown"];
        let run = escaque().args(options).arg("--no-coordinates").stdin(game.into_bytes()).output().unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        let path = project().join(format!("docs/pictures/{name}.svg"));
        let picture = Data::from(String::from_utf8(run.stdout).unwrap());
        snapbox::assert_data_eq!(picture.raw(), Data::read_from(&path, None).raw());
        let text = fs::read_to_string(project().join("docs/cescacs.md")).unwrap();
        assert!(text.contains(&format!("pictures/{name}.svg")), "{name} is not shown");
    }
}

/// Lists where the piece on a cell goes, as marks: captures in red, other moves in yellow.
fn marks(position: &str, cell: &str) -> String {
    let position = Position::from_fen(Variant::Cescacs, position).unwrap();
    let mark = |written: String| {
        let hexes: Vec<_> = hexes(&written).collect();
        let [origin, destination] = hexes[..] else { return None };
        let color = if written.contains('×') { 'R' } else { 'Y' };
        (origin == cell).then(|| format!("{color}{destination}"))
    };
    let marks: Vec<_> = position.moves().filter_map(mark).collect();
    assert!(!marks.is_empty(), "{cell}");
    marks.join(",")
}

/// Lists the hexes that a move names.
fn hexes(written: &str) -> impl Iterator<Item = &str> {
    let parts = written.split(|c: char| !c.is_ascii_alphanumeric());
    parts.filter_map(|part| {
        let digits = part.find(|c: char| c.is_ascii_digit())?;
        part.get(digits.checked_sub(1)?..)
    })
}
