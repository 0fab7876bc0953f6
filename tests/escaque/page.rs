//! Pages as text. What they do in a browser is in `browser.rs`.

use std::fmt::Write;
use std::fs;

use tempfile::TempDir;

use crate::{assert_golden, escaque, files, stem};

/// Texts that would act if they were not escaped.
const ATTACKS: [&str; 13] = [
    "<script>hacked=1</script>",
    "\"><img src=x onerror=hacked=1>",
    "</script><script>hacked=1</script>",
    "javascript:hacked=1",
    "'><svg onload=hacked=1>&lt;b&gt;",
    "</pre></article><iframe srcdoc='<script>parent.hacked=1</script>'>",
    "]]><script>hacked=1</script><![CDATA[",
    "--><script>hacked=1</script><!--",
    "<!--<script>",
    "</style><style>@import 'https://example.org/a.css'</style>",
    "\0<\0script>hacked=1</script>\u{202e}\u{2066}\u{200f}",
    "<a href=\"javascript:hacked=1\" autofocus onfocus=hacked=1>&quot; `$(hacked=1) \\",
    "<meta http-equiv=refresh content='0;url=https://example.org/'><base href=https://example.org/>",
];

/// Returns tags, with an attack in each.
fn hostile_tags(names: &[&str]) -> String {
    let escaped = ATTACKS.map(|attack| attack.replace('\\', "\\\\").replace('"', "\\\""));
    let mut tags = String::new();
    for (at, attack) in escaped.iter().enumerate() {
        let name = names.get(at).map_or(format!("Attack{at}"), |name| (*name).to_owned());
        writeln!(tags, "[{name} \"{attack}\"]").unwrap();
    }
    tags
}

/// Returns a game of chess with an attack in every tag and comment.
pub(crate) fn hostile_chess() -> String {
    let mut game = hostile_tags(&[
        "Event",
        "Site",
        "Round",
        "White",
        "Black",
        "Annotator",
        "Opening",
        "ECO",
        "WhiteElo",
    ]);
    game += "\n";
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3".split(' ');
    for (played, attack) in moves.filter(|text| !text.ends_with('.')).zip(ATTACKS) {
        write!(
            game,
            "{{{attack}}} {played} $220 {{[%clk {attack}] [%cal {attack}] [%eval {attack}] {attack}}} "
        )
        .unwrap();
    }
    writeln!(game, "(7. d4 {{{}}} 7... d6) ;{}\n* {{{}}}", ATTACKS[0], ATTACKS[1], ATTACKS[2]).unwrap();
    game
}

/// Returns a game of C'escacs with an attack in every tag and comment.
pub(crate) fn hostile_cescacs() -> String {
    let mut game = String::from("[Variant \"C'escacs\"]\n");
    game += &hostile_tags(&["Event", "Site", "Round", "White", "Black", "Annotator"]);
    let moves = ["1. H6-H10", ", D22-D18", "2. I5-I9", ", ED24-C21", "3. EH4-H8", ", GD26-B22"];
    for (played, attacks) in moves.iter().zip(ATTACKS.chunks(2)) {
        write!(game, "{played} ").unwrap();
        if played.starts_with(',') {
            attacks.iter().for_each(|attack| writeln!(game, "{{{attack}}}").unwrap());
        }
    }
    game + ":\n*\n"
}

/// Returns games that cannot be played, with an attack in every tag and in the movetext.
pub(crate) fn hostile_unplayed() -> String {
    let tags = hostile_tags(&["Event", "Variant"]);
    let comments: String = ATTACKS.iter().map(|attack| format!("{{{attack}}} ")).collect();
    format!(
        "{tags}\n{comments} 1. e4 {comments} e5 *\n\n{tags}[FEN \"<script>hacked=1</script>\"]\n\n1. e4 {comments} *\n"
    )
}

/// Returns games of eighty plies with seven tags.
fn many_games(count: usize) -> String {
    let mut moves =
        String::from("1. e4 e5 2. Bc4 Bc5 3. Qf3 Qf6 4. Nc3 Nc6 5. d3 d6 6. Bd2 Bd7 7. O-O-O O-O-O ");
    for number in 8..=40 {
        let pair = ["Rf1 Rf8", "Re1 Re8", "Qg3 Qg6", "Qf3 Qf6"][number % 4];
        write!(moves, "{number}. {pair} ").unwrap();
    }
    (1..=count).fold(String::new(), |mut games, number| {
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

/// Writes games of eighty plies to a file, and returns its path.
pub(crate) fn write_games(count: usize, folder: &TempDir) -> String {
    let file = folder.path().join("games.pgn");
    fs::write(&file, many_games(count)).unwrap();
    file.to_str().unwrap().to_owned()
}

fn page(arguments: &[&str]) -> String {
    page_in("en", arguments)
}

fn page_in(language: &str, arguments: &[&str]) -> String {
    let run = escaque().args(["--format", "html", "--lang", language]).args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// Returns the page of a file with some text, in a language.
fn page_of(language: &str, name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    page_in(language, &[file.to_str().unwrap()])
}

/// Returns the part of a page that its games make.
fn games(page: &str) -> &str {
    let (_, main) = page.split_once("<main").unwrap();
    let (_, games) = main.split_once(">\n").unwrap();
    games.split_once("</main>\n").unwrap().0
}

/// The moves of exercises come after their first positions, and no result before them.
#[test]
fn exercises_in_pages() {
    let castlings = files("tests/inputs/pages/castlings.ctl-pgn");
    for file in files("tests/inputs/exercises/*").into_iter().chain(castlings) {
        let page = page(&["--hide", "moves", file.to_str().unwrap()]);
        assert_golden(games(&page), &format!("exercises/{}.html", stem(&file)));
    }
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

/// Returns the games of a page without the diagrams, each of which is `#`.
fn with_signs_for_diagrams(game: &str) -> String {
    let page = page_of("en", "game.pgn", game);
    let mut text = String::new();
    for part in games(&page).split_inclusive("</svg>") {
        let Some((before, _)) = part.split_once("<svg ") else {
            text += part;
            continue;
        };
        text.extend([before, "#"]);
    }
    text
}

#[test]
fn a_diagram_stands_once_and_behind_it_a_move_has_its_number() {
    for (game, expected) in [
        ("1. e4 {[#]} e5 *", "1.e4<q data-p=\"{[#]}\"></q>#\n1...e5<b>*</b>#</div></article>"),
        ("1. e4 $220 e5 *", "1.e4<i data-p=\" $220\"></i>#\n1...e5<b>*</b>#</div></article>"),
        ("1. e4 e5 $220 2. d4 *", "1.e4 e5<i data-p=\" $220\"></i>#\n2.d4<b>*</b>#</div></article>"),
        ("1. e4 {[#]} *", "1.e4<q data-p=\"{[#]}\"></q><b>*</b>#</div></article>"),
        ("{[#] [%csl Ge4]} *", "</q><b>*</b>#</div></article>"),
        ("{[#]} 1. e4 *", "<q data-p=\"{[#]}\"></q>#\n1.e4<b>*</b>#</div></article>"),
        // a study needs its position
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "#\n1.e4<b>*</b>#</div></article>"),
        // no bracket begins a line after a diagram, but what is said after it does
        (
            "1. e4 (1. d4 (1. c4 $220)) e5 *",
            "<span>(1.c4<i data-p=\" $220\"></i>))</span></span>#\n1...e5<b>*</b>#</div></article>",
        ),
        (
            "1. e4 (1. d4 {[#]} {x}) e5 *",
            "1.d4<q data-p=\"{[#]}\"></q>#\n<q>x</q>)</span>\n1...e5<b>*</b>#</div></article>",
        ),
    ] {
        let text = with_signs_for_diagrams(game).replace("<b data-p=\"\n*\">\u{a0}*", "<b>*");
        assert!(text.contains(expected), "{game}: {text}");
        let diagrams = |text: &str| text.replace("[#]", "").matches('#').count();
        assert_eq!(diagrams(&text), diagrams(expected), "{game}: {text}");
    }
}

#[test]
fn a_game_without_players_is_known_by_its_id_and_its_variant() {
    for (name, tags, heading) in [
        ("a.pgn", "", "<h2>Game <b>*</b></h2><pre"),
        ("a.pgn", "[Variant \"Standard\"]", "<h2>Game <b>*</b></h2><pre"),
        ("a.pgn", "[Variant \"crazy house\"]", "<h2>Game <b>*</b></h2><p>crazy house</p>"),
        ("a.pgn", "[Event \"Ev\"][Variant \"Atomic\"]", "<h2>Game <b>*</b></h2><p>Atomic · Ev</p>"),
        ("a.pgn", "[Event \"Ev\"][Site \"Ev\"][Date \"1849\"]", "<h2>Game <b>*</b></h2><p>Ev · 1849</p>"),
        ("a.pgn", "[Variant \"C'escacs\"][Id \"E-1\"]", "<h2>E-1 <b>*</b></h2><p>C&#39;escacs</p>"),
        ("a.ctl-pgn", "[White \"A\"][Id \"E-1\"]", "<h2>A – ? <b>*</b></h2><p>C&#39;escacs</p>"),
    ] {
        let page = page_of("en", name, &format!("{tags}\n\n*\n"));
        assert!(page.contains(heading), "{tags}: {}", games(&page));
    }
}

#[test]
fn a_comment_on_one_side_says_so_in_words() {
    for (comment, language, said) in [
        ("@B: opens G", "en", "<q data-p=\"{@B: opens G}\">Black: opens G</q>"),
        (" @W takes", "es", "<q data-p=\"{@W takes}\">Blancas: takes</q>"),
        ("#N: [%eval 1] bad", "ca", "<q data-p=\"{#N: [%eval 1] bad}\">Negres: bad</q>"),
        ("@White", "en", "<q>@White</q>"),
        ("@B", "en", "<q data-p=\"{@B}\">Black</q>"),
        ("better for @W, $10; see #1@W", "es", ">better for blancas, =; see #1@W</q>"),
    ] {
        let page = page_of(language, "a.ctl-pgn", &format!("1. H6-H10 {{{comment}}} *\n"));
        assert!(page.contains(said), "{comment}: {}", games(&page));
    }
}

/// A page says what is wrong with a game, and where in its file, whether or not some of it can be replayed.
#[test]
fn errors_are_told() {
    for (game, told) in [
        ("1. e4 e5 2. Qa6 *", "line 1, column 13, move 2, White: E0304: illegal move: no queen can go to a6"),
        ("[FEN \"<b>\"]\n\n1. e4 *", "line 1, column 7: E0412: "),
        ("1. e4 e5 *", ""),
    ] {
        let run =
            escaque().args(["--format", "html", "--keep-going", "--lang", "en", "-"]).stdin(game).output();
        let page = String::from_utf8(run.unwrap().stdout).unwrap();
        let errors = games(&page).split_once("<div class=errors><p>").map_or("", |(_, errors)| errors);
        assert!(errors.starts_with(told) && errors.is_empty() == told.is_empty(), "{game}: {}", games(&page));
    }
}

/// Only an address of the web is a link, and nothing in it ends the attribute.
#[test]
fn a_site_is_a_link_if_it_is_one() {
    for (site, written) in [
        (
            "https://lichess.org/a?b&c",
            "<a href=\"https://lichess.org/a?b&amp;c\" rel=noreferrer>lichess.org/a?b&amp;c</a>",
        ),
        ("http://a.b/'c", "<a href=\"http://a.b/&#39;c\" rel=noreferrer>a.b/&#39;c</a>"),
        ("https://a b", "https://a b"),
        ("https://", "https://"),
        ("javascript:hacked=1//https://a", "javascript:hacked=1//https://a"),
        ("HTTPS://a", "HTTPS://a"),
        ("Paris", "Paris"),
    ] {
        let page = page_of("en", "a.pgn", &format!("[Site \"{site}\"]\n[Round \"3.1\"]\n\n*\n"));
        assert!(page.contains(&format!("<p>{written} · round 3.1</p>")), "{site}: {}", games(&page));
    }
}

/// Signs that a screen reader may pass over are there in words.
#[test]
fn signs_have_words() {
    for (language, words) in [("en", "White is slightly better"), ("es", "Las blancas están algo mejor")] {
        let page = page_of(language, "a.pgn", "1. e4 $14 *\n");
        let sign = format!("<i data-p=\" $14\" role=img aria-label=\"{words}\">⩲</i>");
        assert!(page.contains(&sign), "{sign}: {}", games(&page));
    }
}

/// Names are as the file writes them, and have their titles and ratings beside them.
#[test]
fn a_heading_has_the_ratings() {
    let tags =
        "[White \"penguingm1\"][WhiteTitle \"GM\"][WhiteElo \"3021\"][Black \"de la Cruz\"][BlackElo \"?\"]";
    let page = page_of("en", "a.pgn", &format!("{tags}\n\n*\n"));
    let heading = "<h2>GM penguingm1 <small>(3021)</small> – de la Cruz <b>*</b></h2>";
    assert!(page.contains(heading), "{}", games(&page));
}

/// No markup comes from a file, wherever it stands.
#[test]
fn everything_in_a_file_is_escaped() {
    const OWN: [&str; 17] = [
        "article", "h2", "small", "b", "bdi", "p", "pre", "div", "q", "span", "svg", "g", "use", "path", "i",
        "circle", "text",
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile");
    for game in [hostile_chess(), hostile_cescacs(), hostile_unplayed()] {
        fs::write(&file, game).unwrap();
        let run = escaque().args(["--format", "html", "--keep-going"]).arg(&file).output().unwrap();
        let page = String::from_utf8(run.stdout).unwrap();
        for tag in games(&page).split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            let name = tag.trim_start_matches('/').split(' ').next().unwrap();
            assert!(OWN.contains(&name), "<{tag}>");
            let outside_values: String = tag.split('"').step_by(2).collect();
            assert!(!outside_values.contains(" on"), "<{tag}>");
        }
        assert!(games(&page).contains("&lt;script&gt;hacked=1&lt;/script&gt;"));
        let is_hidden = |c: char| c == '\0' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!games(&page).contains(is_hidden));
        assert!(page.contains("default-src 'none'") && !page.contains("unsafe"));
    }
}

#[test]
fn a_thousand_games_are_small() {
    let folder = tempfile::tempdir().unwrap();
    let size = page(&[&write_games(1000, &folder)]).len();
    assert!(size < 2_000_000, "{size} bytes");
}
