//! The help of the arguments in Catalan.

use super::translation::{Help, Translation};

/// The translation into Catalan.
pub(super) static CATALAN: Translation = Translation {
    about: "Tradueix partides d'escacs en PGN a taulers, un després de cada jugada",
    details: "En un terminal, Retorn passa d'un tauler al següent, ← torna enrere, n passa a la partida \
              següent i q surt; cap a un conducte o un fitxer s'escriu tot de cop.",
    value_names: &[
        ("FILE", "FITXER"),
        ("FORMAT", "FORMAT"),
        ("STYLE", "ESTIL"),
        ("WIDTH", "AMPLADA"),
        ("ORDER", "ORDRE"),
        ("CAPTIONS", "TÍTOLS"),
        ("THEME", "TEMA"),
        ("SIZE", "MIDA"),
        ("NUMBERS", "NÚMEROS"),
        ("SYNTAX", "SINTAXI"),
        ("VARIANT", "VARIANT"),
        ("POSITIONS", "POSICIONS"),
        ("COLUMNS", "COLUMNES"),
        ("SECONDS|clock", "SEGONS|clock"),
        ("POSITION", "POSICIÓ"),
        ("EXPRESSION", "EXPRESSIÓ"),
        ("LANGUAGE|LETTERS", "LLENGUA|LLETRES"),
        ("LANGUAGE", "LLENGUA"),
        ("MODE", "MODE"),
        ("WHEN", "QUAN"),
        ("N", "N"),
        ("CODE", "CODI"),
        ("SHELL", "INTÈRPRET"),
    ],
    arguments: &[
        Help::new("files", "Fitxers que es tradueixen; `-` és l'entrada estàndard"),
        Help::with_values(
            "format",
            "Què s'escriu [per defecte: segons l'extensió de --output, o boards]",
            &[
                ("boards", "Una capçalera per a cada partida i un tauler per a cada jugada"),
                (
                    "speech",
                    "Una capçalera per a cada partida, i cada jugada i posició en paraules, per a lectors de \
                     pantalla",
                ),
                ("fen", "Una línia de FEN, o de TLPD, per a cada jugada i res més"),
                (
                    "epd",
                    "El mateix sense els comptadors de jugades, de manera que posicions iguals són línies iguals",
                ),
                ("minimal", "La línia principal per a un lector mínim: el que accepta `--syntax reduced`"),
                ("pgn", "Les partides un altre cop, amb variacions i comentaris, en format d'exportació"),
                ("json", "Un objecte JSON per a cada partida, en una línia: vegeu docs/json.md"),
                #[cfg(feature = "tables")]
                ("games", "Una taula amb una fila per a cada partida, en CSV: vegeu docs/databases.md"),
                #[cfg(feature = "tables")]
                ("moves", "Una taula amb una fila per a cada jugada, amb la posició després d'ella, en CSV"),
                ("svg", "Una imatge d'una posició, que --at tria, en vectors"),
                #[cfg(feature = "pictures")]
                ("png", "El mateix en píxels"),
                #[cfg(feature = "pictures")]
                ("gif", "Una partida com a imatge animada"),
                #[cfg(feature = "pages")]
                (
                    "html",
                    "Una pàgina per al navegador, on es reprodueixen les partides; sense scripts, i impresa, té les \
                     seves jugades i diagrames",
                ),
            ],
        ),
        Help::new(
            "output",
            "Escriu en un fitxer, l'extensió del qual diu el format: svg, png, gif, html, pgn, json o txt; amb \
             {game}, {ply}, {move}, {white} o {black} en el nom, cada imatge o partida té un fitxer propi; `-` és la \
             sortida estàndard",
        ),
        Help::new(
            "force",
            "Reemplaça els fitxers que ja existeixen, amb --output, i els que tenen diversos noms (enllaços durs), amb \
             --in-place i --fix",
        ),
        Help::new(
            "in_place",
            "Reemplaça cada fitxer pel que en fa `--format pgn`; un amb un error, o amb text que es perdria, es \
             queda com està",
        ),
        Help::new(
            "diff",
            "Mostra què canviaria --in-place, com a diff unificat; el codi de sortida és 1 si hi ha canvis",
        ),
        Help::new(
            "at",
            "Quines posicions es mostren: `start`, `end`, `each`, després d'una jugada com `23w` o `23b`, després de \
             diverses mitges jugades, com `ply 45`, o la primera (`match`) o totes (`matches`) les que troba --where \
             [per defecte: en imatges, end; en taulers i FEN, la de després de cada jugada]",
        ),
        #[cfg(feature = "pictures")]
        Help::new(
            "pace",
            "Quants segons mostra cada posició una imatge animada, o `clock`: el que va pensar el bàndol \
             que juga segons els rellotges anotats [per defecte: 1]",
        ),
        Help::new("flip", "Mostra el tauler des del costat de les negres"),
        Help::new(
            "no_coordinates",
            "Sense lletres ni nombres al voltant del tauler, a les imatges i pàgines",
        ),
        Help::new(
            "view",
            "Mostra les partides a pantalla completa, endavant i enrere; `?` ensenya les tecles",
        ),
        #[cfg(feature = "viewer")]
        Help::with_values(
            "mouse",
            "Què fa el ratolí amb --view",
            &[
                ("on", "Els clics van a jugades, caselles i partides, i la roda va endavant i enrere"),
                ("off", "Selecciona text, com sol fer el terminal"),
            ],
        ),
        Help::with_values(
            "style",
            if cfg!(feature = "viewer") {
                "Com es dibuixa un tauler [per defecte: plain; amb --view figurines, on n'hi ha]"
            } else {
                "Com es dibuixa un tauler [per defecte: plain]"
            },
            &[
                ("plain", "Lletres i punts"),
                ("table", "Lletres en una quadrícula de línies"),
                ("figurines", "Figures d'escacs i punts"),
            ],
        ),
        Help::with_values(
            "captions",
            "Què hi ha damunt d'un tauler",
            &[
                ("side", "El número de jugada i el bàndol: `1. Blanques`"),
                ("san", "També la jugada: `1. Blanques e4`"),
            ],
        ),
        Help::with_values(
            "theme",
            "Colors del tauler, a les imatges, a les pàgines i amb --view",
            &[
                ("blue", "Caselles blaves, com les pinta el mode pas a pas"),
                ("green", "Caselles verdes"),
                ("brown", "Caselles de fusta"),
                ("contrast", "Contrast alt: cada peça sobre un fons propi"),
                ("print", "Sense colors, per a paper: caselles fosques ratllades, o grises al visor"),
            ],
        ),
        Help::new(
            "size",
            "Quants píxels d'amplada tenen les imatges; o quina mida poden tenir les peces amb --view: \
             `large`, dibuixades amb uns quants caràcters on hi càpiguen, o `normal`, un caràcter",
        ),
        Help::new("games", "Només aquestes partides, pel seu número: `3`, `2-5,9`, `7-`"),
        Help::new(
            "where",
            "Només les partides que responen a una pregunta sobre etiquetes, jugades o posicions, com 'WhiteElo >= 2700 \
             and material \"KRP v KR\"': vegeu docs/query.md",
        ),
        Help::new("count", "Només diu quantes partides hi ha, a cada fitxer"),
        Help::new(
            "unique",
            "De les partides amb el mateix començament i les mateixes jugades a la línia principal, deixa només la \
             primera de tots els fitxers, i diu quantes se n'ometen",
        ),
        Help::with_values(
            "syntax",
            "Quina part de PGN i de CTL-PGN poden fer servir els fitxers",
            &[
                ("standard", "Tot allò que té una sola lectura raonable"),
                (
                    "reduced",
                    "Només el format d'exportació reduït de l'enunciat, al peu de la lletra; en C'escacs, \
                     el que els filtres del seu document deixen per a un lector mínim",
                ),
                (
                    "lenient",
                    "Més: allò que no es pot llegir es deixa fora, cada cop amb un avís, i les jugades \
                     il·legals que diuen d'on a on van es juguen",
                ),
            ],
        ),
        Help::new("keep_going", "Mostra les partides sense errors, i les altres fins a l'error"),
        Help::new(
            "check",
            "No mostra res; només diu què està malament, i quantes partides, jugades i variacions hi ha",
        ),
        Help::new(
            "fix",
            "Esmena en cada fitxer les faltes que tenen una sola esmena, que no canvia cap jugada; la resta del \
             text queda com és; diu quantes n'ha esmenat de cada mena, i què queda",
        ),
        Help::new(
            "fix_guesses",
            "Esmena també on l'esmena és una suposició: en un terminal ho pregunta cada cop, si no, pren el \
             que és clar",
        ),
        Help::new(
            "pedantic",
            "Avisa de tots els números de jugada equivocats, també dels que porten punt, de les etiquetes que falten \
             de les set i de tot allò que CTL-PGN prohibeix",
        ),
        Help::with_values(
            "variant",
            "Llegeix totes les partides com d'aquesta mena d'escacs, diguin el que diguin les etiquetes [per \
             defecte: segons l'etiqueta Variant o l'extensió .ctl-pgn]",
            &[
                ("chess", "PGN, amb les regles que diuen les etiquetes de cada partida"),
                ("chess960", "PGN de Chess960"),
                ("crazyhouse", "PGN de Crazyhouse"),
                ("atomic", "PGN d'Atomic"),
                ("antichess", "PGN d'Antichess"),
                ("king-of-the-hill", "PGN de King of the Hill"),
                ("three-check", "PGN de Three-check"),
                ("racing-kings", "PGN de Racing Kings"),
                ("horde", "PGN de Horde"),
                ("cescacs", "CTL-PGN, en què s'escriu C'escacs"),
            ],
        ),
        Help::new(
            "piece_letters",
            "Lletres de les peces en PGN: una llengua, com `de`, o les de rei, dama, torre, alfil, cavall i, \
             si en té, peó, com `KDTLS` [per defecte: segons l'etiqueta PieceLetters, o en anglès]",
        ),
        Help::new(
            "openings",
            "Afegeix al que s'escriu les etiquetes ECO i Opening, segons les posicions de la partida; les que una \
             partida ja té es queden com són",
        ),
        Help::with_values(
            "nags",
            "Com escriu les anotacions `--format pgn`",
            &[
                ("numbers", "Amb números, que tots els programes llegeixen: `$1`"),
                ("glyphs", "Amb signes on n'hi ha: `!`, `±`, `N`"),
            ],
        ),
        Help::new(
            "width",
            "Quants caràcters pot tenir una línia de jugades amb `--format pgn`; `none` no talla cap línia",
        ),
        Help::new(
            "one_move_a_line",
            "Comença una línia amb cada jugada numerada i cada variació amb `--format pgn`, com fa sempre CTL-PGN",
        ),
        Help::with_values(
            "tags",
            "Quines etiquetes escriu `--format pgn`, i en quin ordre",
            &[
                ("standard", "Primer les que la notació exigeix, i cada etiqueta una sola vegada"),
                ("keep", "Les del fitxer, en el seu ordre"),
            ],
        ),
        Help::with_values(
            "positions",
            "Quines posicions escriu `--format json`",
            &[
                ("none", "Cap, ni el que fa una jugada al tauler: unes tres vegades la mida del PGN"),
                ("fen", "Les d'abans i després de cada jugada, en FEN o TLPD"),
            ],
        ),
        #[cfg(feature = "tables")]
        Help::new(
            "columns",
            "Columnes de `--format games` o `moves`, com `number,White,plies`: etiquetes pel seu nom, o el que \
             enumera docs/databases.md [per defecte: les més usuals]",
        ),
        #[cfg(feature = "lsp")]
        Help::new(
            "lsp",
            "Serveix un editor per l'entrada i la sortida estàndard, amb el Language Server Protocol: vegeu docs/editors.md",
        ),
        Help::with_values(
            "lang",
            "Llengua de la sortida [per defecte: la de la configuració regional]",
            &[("es", "Español"), ("en", "English"), ("ca", "Català")],
        ),
        Help::with_values(
            "color",
            "Quan es pinten les caselles",
            &[
                ("auto", "En un terminal, si NO_COLOR no està definida"),
                ("always", "Sempre"),
                ("never", "Mai"),
            ],
        ),
        Help::new("threads", "Quants fils treballen en un fitxer [per defecte: tants com nuclis hi ha]"),
        Help::new(
            "max_game_size",
            "Quants bytes pot ocupar una partida, amb K, M o G; una de més gran és un error",
        ),
        Help::new("no_config", "No llegeix cap fitxer de configuració, ni n'escriu"),
        Help::new("no_pause", "No espera que es premi Retorn entre taulers"),
        Help::with_values(
            "message_format",
            "Per a qui són els missatges",
            &[
                ("human", "Per a persones: un fragment del fitxer, amb una marca"),
                ("json", "Per a programes: un objecte JSON a cada línia"),
                (
                    "sarif",
                    "Per a servidors de codi: un registre en SARIF, que mostren al costat de les línies",
                ),
            ],
        ),
        Help::new("quiet", "No diu res dels avisos"),
        Help::new("max_errors", "Quants errors d'un fitxer es mostren, i quants avisos; 0 són tots"),
        Help::new("explain", "Explica què significa un missatge, pel seu codi, i no llegeix cap fitxer"),
        Help::new(
            "completions",
            "Escriu un script amb què un intèrpret d'ordres completa aquesta línia d'ordres",
        ),
        Help::new("man", "Escriu la pàgina de manual, en roff"),
        Help::new("help", "Mostra l'ajuda: sencera amb --help, resumida amb -h"),
        Help::new("version", "Mostra la versió"),
    ],
};
