//! The man page in Catalan.

use super::{Manual, Section};

/// The texts in Catalan.
pub(super) static CATALAN: Manual = Manual {
    name: "NOM",
    synopsis: "SINOPSI",
    description: "DESCRIPCIÓ",
    options: "OPCIONS",
    version: "VERSIÓ",
    sections: &[
        Section {
            title: "TECLES",
            entries: &[
                ("Retorn, espai, →", "El tauler següent, o la pàgina següent en paraules."),
                ("←, Retrocés", "El tauler anterior, tal com s'ha mostrat."),
                ("n", "La partida següent."),
                ("q, Ctrl-C", "Surt."),
                (
                    "Una finestra baixa",
                    "Un tauler d'hexàgons es dibuixa amb dues línies a cada fila, i la capçalera té una \
                     pàgina \
                     pròpia, si altrament no hi cabrien.",
                ),
            ],
        },
        Section {
            title: "CODI DE SORTIDA",
            entries: &[
                ("0", "S'ha mostrat tot; pot haver-hi hagut avisos."),
                (
                    "1",
                    "Un fitxer té errors i no s'ha mostrat o, amb --keep-going, no s'ha mostrat tot; o --diff mostra un canvi.",
                ),
                (
                    "2",
                    "No es pot llegir un fitxer, no es pot escriure la sortida o la línia d'ordres està \
                     malament.",
                ),
            ],
        },
        Section {
            title: "ENTORN",
            entries: &[
                (
                    "LC_ALL, LC_MESSAGES, LANG, LANGUAGE",
                    "La primera que està definida tria la llengua, si no la tria --lang: castellà, català o \
                     anglès; castellà amb la configuració regional de la biblioteca de C o sense cap, i anglès \
                     per a les llengües d'altres configuracions. LANGUAGE en pot enumerar diverses, com fr:ca. \
                     A Windows i macOS, si no està definida cap de les tres primeres, val la llengua del \
                     sistema.",
                ),
                ("NO_COLOR", "Si està definida i no és buida, no es pinta res, si no ho demana --color."),
                ("TERM", "En un terminal que es diu «dumb» no es pinta res, si no ho demana --color."),
                ("ESCAQUE_CONFIG_DIR", "La carpeta del fitxer de configuració, en lloc de l'habitual."),
            ],
        },
        Section {
            title: "FITXERS",
            entries: &[
                (
                    "config.toml",
                    "A ~/.config/escaque, $XDG_CONFIG_HOME/escaque o, al Windows, %APPDATA%\\escaque: la \
                     llengua (lang), els colors (color), i a [view] el tema, les peces, la mida (smaller), \
                     el costat (flip) i el ratolí de --view. La línia d'ordres passa al davant, i l'entorn \
                     al darrere. --view hi escriu el que s'ha canviat amb tecles. --no-config no el toca.",
                ),
                ("*.pgn", "Partides en Portable Game Notation."),
                (
                    "*.ctl-pgn",
                    "Partides de C'escacs, els escacs hexagonals, si no hi ha cap etiqueta Variant que digui \
                     una altra cosa.",
                ),
                #[cfg(feature = "compression")]
                (
                    "*.gz, *.zst, *.bz2, *.xz, *.lz4, *.zip",
                    "Els uns o els altres comprimits, o en un arxiu zip; compta el contingut, no el nom.",
                ),
            ],
        },
        Section {
            title: "EXEMPLES",
            entries: &[
                ("escaque game.pgn", "Mostra una partida, tauler a tauler."),
                (
                    "escaque --format fen --games 2-5,9 games.pgn",
                    "Escriu les posicions d'algunes partides, una a cada línia.",
                ),
                (
                    "escaque --fix games.pgn",
                    "Esmena en el mateix fitxer les faltes que tenen una sola esmena.",
                ),
                (
                    "escaque -k --format epd *.pgn | sort | uniq -c",
                    "Compta quantes vegades surt cada posició d'uns fitxers.",
                ),
                (
                    "escaque --format speech --lang en game.pgn",
                    "Explica una partida en paraules angleses, per a lectors de pantalla.",
                ),
                (
                    "escaque -k --format pgn database.pgn > readable.pgn",
                    "Conserva d'una base de dades el que es pot llegir.",
                ),
                #[cfg(feature = "compression")]
                ("escaque --check lichess.pgn.zst", "Diu quant hi ha en un fitxer i què hi està malament."),
                #[cfg(feature = "lsp")]
                (
                    "escaque --lsp",
                    "Serveix un editor: problemes mentre s'escriu, taulers, compleció, arranjaments, format.",
                ),
                (
                    "escaque --in-place games.pgn",
                    "Dona format a les partides d'un fitxer, en el mateix fitxer.",
                ),
                ("escaque --explain E0301", "Explica què significa un missatge."),
            ],
        },
    ],
};
