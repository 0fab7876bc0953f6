//! Pages as text. What they do in a browser is in `browser.rs`.

use std::fmt::Write;
use std::fs;

use crate::{assert_golden, escaque, files, stem};

/// Texts that would act if they were not escaped.
const ATTACKS: [&str; 6] = [
    "<script>hacked=1</script>",
    "\"><img src=x onerror=hacked=1>",
    "</script><script>hacked=1</script>",
    "javascript:hacked=1",
    "'><svg onload=hacked=1>&lt;b&gt;",
    "</pre></article><iframe srcdoc='<script>parent.hacked=1</script>'>",
];

/// Returns a game with an attack in every tag and comment.
pub(crate) fn hostile_game() -> String {
    let mut game = String::new();
    let escaped = ATTACKS.map(|attack| attack.replace('"', "\\\""));
    let tags = ["Event", "Site", "Round", "White", "Black", "Annotator", "Opening"];
    for (tag, attack) in tags.iter().zip(escaped.iter().cycle()) {
        writeln!(game, "[{tag} \"{attack}\"]").unwrap();
    }
    let moves = ["1. e4", "1... e5", "2. Nf3", "2... Nc6", "3. Bb5", "3... a6"];
    for (played, attack) in moves.iter().zip(ATTACKS) {
        write!(game, "{{{attack}}} {played} {{[%clk {attack}] [%cal {attack}] {attack}}} ").unwrap();
    }
    game + "(3... d6 {<script>hacked=1</script>} 4. d4) *\n"
}

/// Returns a thousand games of eighty plies with seven tags.
pub(crate) fn thousand_games() -> String {
    let mut moves =
        String::from("1. e4 e5 2. Bc4 Bc5 3. Qf3 Qf6 4. Nc3 Nc6 5. d3 d6 6. Bd2 Bd7 7. O-O-O O-O-O ");
    for number in 8..=40 {
        let pair = ["Rf1 Rf8", "Re1 Re8", "Qg3 Qg6", "Qf3 Qf6"][number % 4];
        write!(moves, "{number}. {pair} ").unwrap();
    }
    (1..=1000).fold(String::new(), |mut games, number| {
        writeln!(
            games,
            "[Event \"Tournament of the {number}\"]\n[Site \"Barcelona ESP\"]\n[Date \"2024.05.17\"]\n\
             [Round \"{number}\"]\n[White \"Kasparov, Garry\"]\n[Black \"Karpov, Anatoly\"]\n\
             [Result \"1/2-1/2\"]\n\n{moves}1/2-1/2\n"
        )
        .unwrap();
        games
    })
}

fn page(arguments: &[&str]) -> String {
    let run = escaque().args(["--format", "html", "--lang", "en"]).args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Returns the part of a page that its games make.
fn games(page: &str) -> &str {
    let (_, games) = page.split_once("<main>\n").unwrap();
    games.split_once("</main>\n").unwrap().0
}

#[test]
fn games_in_pages() {
    for file in files("tests/inputs/pages/*pgn") {
        let page = page(&[file.to_str().unwrap()]);
        assert_golden(games(&page), &format!("pages/{}.html", stem(&file)));
    }
}

#[test]
fn a_page_is_one_document_around_the_games_of_all_files() {
    let one = "tests/inputs/pages/annotated.pgn";
    let other = "tests/inputs/pages/castlings.ctl-pgn";
    let [both, first, second] = [&[one, other][..], &[one], &[other]].map(page);
    assert_eq!(games(&both), games(&first).to_owned() + games(&second));
    assert!(both.starts_with("<!DOCTYPE html>") && both.ends_with("</html>\n"));
    assert_eq!(both.matches("<html").count(), 1);
    for threads in ["1", "2", "5"] {
        let again = page(&[one, other, one, one, "--threads", threads]);
        assert_eq!(games(&again), games(&both).to_owned() + games(&first) + games(&first));
    }
}

#[test]
fn each_game_may_have_a_page_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("{game}.html");
    let run = escaque().arg("tests/inputs/pages/castlings.ctl-pgn").arg("-o").arg(name).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for number in 1..=2 {
        let page = fs::read_to_string(folder.path().join(format!("{number}.html"))).unwrap();
        assert_eq!(page.matches("<article").count(), 1);
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_file_with_an_error_makes_no_page() {
    let run = escaque().args(["--format", "html", "tests/inputs/broken/not-a-move.pgn"]).output().unwrap();
    assert!(!run.status.success() && run.stdout.is_empty());
}

/// No markup comes from a file, wherever it stands.
#[test]
fn everything_in_a_file_is_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("hostile.pgn");
    fs::write(&game, hostile_game()).unwrap();
    let page = page(&[game.to_str().unwrap()]);
    const OWN: [&str; 13] =
        ["article", "h2", "b", "p", "pre", "div", "q", "span", "svg", "use", "path", "i", "circle"];
    for tag in games(&page).split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(OWN.contains(&name), "<{tag}>");
        let outside_values: String = tag.split('"').step_by(2).collect();
        assert!(!outside_values.contains(" on"), "<{tag}>");
    }
    assert!(games(&page).contains("&lt;script&gt;hacked=1&lt;/script&gt;"));
    assert!(page.contains("default-src 'none'") && !page.contains("unsafe"));
}

#[test]
fn a_thousand_games_are_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, thousand_games()).unwrap();
    let size = page(&[file.to_str().unwrap()]).len();
    assert!(size < 2_000_000, "{size} bytes");
}
