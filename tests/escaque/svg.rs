//! Pictures of positions: what they look like, and that they are fit for any page.

use std::collections::HashSet;
use std::fs;

use escaque::picture::{PieceOutline, awaiting_mark, outline};
use escaque::rules::PieceKind;
use roxmltree::{Document, Node};
use snapbox::Data;

use crate::{assert_golden, escaque, files, languages, project};

/// Lists the pictures of `tests/inputs/pictures/cases.tsv`: a golden file, an input and arguments, in
/// which `\ ` is a space.
fn cases() -> Vec<(String, Vec<String>)> {
    let table = fs::read_to_string(project().join("tests/inputs/pictures/cases.tsv")).unwrap();
    let case = |line: &str| {
        let [golden, file, arguments] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let arguments = arguments.replace("\\ ", "\u{a0}");
        let arguments = arguments.split(' ').map(|argument| argument.replace('\u{a0}', " "));
        (golden.to_owned(), [file.to_owned()].into_iter().chain(arguments).collect())
    };
    table.lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

/// Returns the picture that arguments ask for, in English unless they say otherwise.
fn svg(arguments: &[String]) -> String {
    let lang =
        if arguments.iter().any(|argument| argument == "--lang") { &[][..] } else { &["--lang", "en"] };
    let run = escaque().args(["--format", "svg"]).args(lang).args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn pictures() {
    for (golden, arguments) in cases() {
        assert_golden(svg(&arguments), &format!("pictures/{golden}.svg"));
    }
}

/// The spaces around the value of a tag are not shown.
#[test]
fn names_are_trimmed() {
    let arguments = ["examples/opera.pgn", "--at", "2w", "--set", "White= Morphy  ", "--set", "Black=  B "];
    let picture = svg(&arguments.map(str::to_owned));
    assert!(picture.contains(">Morphy – B · 2. Nf3</text>"), "{picture}");
}

/// In a narrow picture letters have nine pixels, and the move has the room that the names would need.
#[test]
fn captions_can_be_read() {
    for (size, captions, shown) in [
        ("360", "san", ">Morphy, Paul – Duke of Brunswick and Count Isouard · 2. Nf3</text>"),
        ("120", "san", ">2. Nf3</text>"),
        ("120", "players", ">Morphy, Paul</text>"),
    ] {
        let arguments = ["examples/opera.pgn", "--at", "2w", "--captions", captions, "--size", size];
        let picture = svg(&arguments.map(str::to_owned));
        assert!(picture.contains(shown), "{size} {captions}: {picture}");
        assert!(size != "120" || picture.contains("font-size=\"60\""), "{captions}: {picture}");
    }
}

/// Both names have the same size, and long ones have initials before anything is cut.
#[test]
fn long_names_have_initials() {
    let names = |captions: &str, black: &str| {
        let black = format!("Black={black}");
        let file = "tests/inputs/pictures/clocks.pgn";
        let white = "White=Nepomniachtchi, Ian Alexandrovich";
        // with a clock on the right
        let arguments = ["--at", "3w", "--captions", captions, "--set", white, "--set", &black];
        svg(&[&[file, "--set", "WhiteElo=2758"], &arguments[..]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>())
    };
    let picture = names("players", "Li");
    assert!(picture.contains(">Nepomniachtchi, I. A. (2758)</text>"), "{picture}");
    assert_eq!(picture.matches("font-size=\"32\" text-anchor=\"start\"").count(), 2, "{picture}");
    for (black, shown) in [
        ("Praggnanandhaa, Rameshbabu Junior", ">Nepomniachtchi, I. A. – Praggnanandhaa, R. J. · "),
        (
            "Praggnanandhaa of Chennai in Tamil Nadu, A. B. C. D.",
            ">Nepomniachtchi – Praggnanandhaa of Chennai in Tamil Nadu · ",
        ),
    ] {
        let picture = names("san", black);
        assert!(picture.contains(shown), "{shown}: {picture}");
    }
}

/// A title stands before its name, if there is a name.
#[test]
fn titles_stand_before_names() {
    let tags = [
        ("WhiteTitle=GM", ">GM Morphy – ? · 2. Nf3</text>"),
        ("WhiteTitle=Grandmaster", ">Morphy – ? · 2. Nf3</text>"),
    ];
    for (title, shown) in tags {
        let arguments = [
            "examples/opera.pgn",
            "--at",
            "2w",
            "--set",
            "White=Morphy",
            "--set",
            "Black=?",
            "--set",
            "BlackTitle=IM",
        ];
        let picture = svg(&[&arguments[..], &["--set", title]]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>());
        assert!(picture.contains(&shown.replace(" – ?", "")), "{picture}");
    }
}

/// A rating stands beside its name; a long text, which has no room there, is none.
#[test]
fn a_long_text_is_no_rating() {
    for (rating, name) in [("2690", "Morphy, Paul (2690)"), (&*"9".repeat(60), "Morphy, Paul")] {
        let set = format!("WhiteElo={rating}");
        let arguments = ["examples/opera.pgn", "--captions", "players", "--set", &set].map(str::to_owned);
        let picture = svg(&arguments);
        assert!(picture.contains(&format!(">{name}</text>")), "{rating}: {picture}");
    }
}

#[test]
fn pictures_of_the_documents() {
    for (name, arguments) in [
        ("opera", "examples/opera.pgn --theme brown"),
        ("castlings", "examples/both-castlings.ctl-pgn --games 1 --theme green --size 480"),
    ] {
        let arguments: Vec<_> = arguments.split(' ').map(str::to_owned).collect();
        assert_document_picture(&svg(&arguments), name);
    }
    assert_document_picture(&sheet_of_pieces(), "pieces");
}

#[track_caller]
fn assert_document_picture(picture: &str, name: &str) {
    let path = project().join(format!("docs/pictures/{name}.svg"));
    let expected = Data::read_from(&path, None).raw();
    snapbox::assert_data_eq!(Data::from(picture.to_owned()).raw(), expected);
}

/// Draws all pieces, and a pawn that awaits promotion, in three sizes on cells of three shades, the
/// white ones above the black ones.
fn sheet_of_pieces() -> String {
    const SHADES: [&str; 3] = ["#c8a67c", "#946844", "#6e7a4a"];
    const BOX: usize = 100;
    let columns = PieceKind::ALL.len() + 1;
    let sizes = [BOX, BOX / 2, BOX / 5];
    let (width, height) = (columns * BOX, 2 * sizes.iter().sum::<usize>());
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" role=\"img\">\
         <title>The pieces of escaque</title>\n"
    );
    let mut top = 0;
    for size in sizes {
        for (fill, border, line) in [("#fff", "#1a1a1a", "#1a1a1a"), ("#2a2a2a", "#000", "#e8e8e8")] {
            for column in 0..width / size {
                let kind = PieceKind::ALL.get(column % columns);
                let shade = SHADES[(column + top / size) % SHADES.len()];
                let PieceOutline { body, line: lines, .. } = outline(*kind.unwrap_or(&PieceKind::Pawn));
                let (left, scale) = (column * size, size as f32 / BOX as f32);
                sheet += &format!(
                    "<g transform=\"translate({left} {top}) scale({scale})\" stroke-width=\"4\" \
                     stroke-linejoin=\"round\" stroke-linecap=\"round\">\
                     <path fill=\"{shade}\" d=\"M0 0h100v100h-100z\"/>\
                     <path fill=\"{fill}\" stroke=\"{border}\" d=\"{body}\"/>\
                     <path fill=\"none\" stroke=\"{line}\" d=\"{lines}\"/>"
                );
                if kind.is_none() {
                    let mark = awaiting_mark().body;
                    sheet += &format!(
                        "<path fill=\"#ffc928\" stroke=\"#1a1a1a\" stroke-width=\"3\" d=\"{mark}\"/>"
                    );
                }
                sheet += "</g>\n";
            }
            top += size;
        }
    }
    sheet + "</svg>\n"
}

/// A picture may stand in a page any number of times, and does nothing there.
#[test]
fn a_picture_has_neither_ids_nor_anything_that_acts() {
    for (golden, arguments) in cases() {
        let text = svg(&arguments);
        let picture = Document::parse(&text).unwrap_or_else(|error| panic!("{golden}: {error}"));
        for node in picture.descendants().filter(Node::is_element) {
            let name = node.tag_name().name();
            let is_known = ["svg", "title", "desc", "path", "g", "text", "circle"].contains(&name);
            assert!(is_known, "{golden}: {name}");
            for attribute in node.attributes() {
                let name = attribute.name();
                let is_harmless =
                    !name.starts_with("on") && !["id", "style", "class", "href"].contains(&name);
                assert!(is_harmless && !attribute.value().contains("url("), "{golden}: {name}");
            }
        }
        let texts = ["title", "desc"].map(|name| {
            let found =
                picture.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
            found.and_then(|node| node.text()).unwrap_or_default().to_owned()
        });
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "{golden}: {texts:?}");
    }
}

/// The signs of a move follow it in the caption, unless marks are not wanted.
#[test]
fn captions_have_the_signs_of_moves() {
    let caption = ["examples/immortal.pgn", "--at", "18w"].map(str::to_owned);
    assert!(svg(&caption).contains("18. Bd6!!</text>"));
    assert!(svg(&[&caption[..], &["--no-marks".to_owned()]].concat()).contains("18. Bd6</text>"));
}

/// The labels around hexes need more room than those around squares.
#[test]
fn narrow_pictures_have_no_labels() {
    for (file, width) in [("examples/opera.pgn", 200), ("examples/both-castlings.ctl-pgn", 280)] {
        let has_labels = |width: u32| {
            let width = width.to_string();
            let arguments = [file, "--at", "start", "--games", "1", "--captions", "none", "--size", &width];
            svg(&arguments.map(str::to_owned)).contains("</text>")
        };
        assert!(has_labels(width) && !has_labels(width - 1), "{file}");
    }
}

#[test]
fn a_full_position_of_chess_takes_less_than_10_kilobytes() {
    for theme in ["blue", "green", "brown", "contrast", "print"] {
        let arguments = ["examples/opera.pgn", "--at", "start", "--theme", theme].map(str::to_owned);
        assert!(svg(&arguments).len() < 10_000, "{theme}: {}", svg(&arguments).len());
    }
}

/// The words are those of `--format speech`, in the language asked for.
#[test]
fn a_picture_is_described_in_words() {
    for language in languages() {
        let arguments = ["examples/opera.pgn", "--lang", language].map(str::to_owned);
        let text = svg(&arguments);
        let picture = Document::parse(&text).unwrap();
        let words: Vec<_> =
            picture.root_element().children().filter_map(|node| node.text()).take(2).map(str::trim).collect();
        let speech = escaque().args(["--format", "speech"]).args(&arguments).output().unwrap().stdout;
        let speech = String::from_utf8(speech).unwrap();
        let speech = speech.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(speech.ends_with(&words.join(" ")), "{words:?}");
    }
}

/// Every game that can be shown has a picture of each of its positions, which is valid XML.
#[test]
fn every_position_has_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    for path in files("examples/*pgn") {
        let name = folder.path().join(format!("{}-{{game}}-{{ply}}.svg", crate::stem(&path)));
        let run = escaque().arg(&path).args(["--at", "each", "-o"]).arg(name).output().unwrap();
        assert!(run.status.success() && run.stdout.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    let mut titles = HashSet::new();
    let mut pictures = 0;
    for file in fs::read_dir(folder.path()).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let picture = Document::parse(&text).unwrap();
        titles.insert(picture.root_element().first_child().and_then(|title| title.text()).map(str::to_owned));
        pictures += 1;
    }
    assert!(pictures > 200 && titles.len() > 150, "{pictures}, {}", titles.len());
}
