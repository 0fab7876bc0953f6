//! The man page in Spanish.

use super::{Manual, Section};

/// The texts in Spanish.
pub(super) static SPANISH: Manual = Manual {
    name: "NOMBRE",
    synopsis: "SINOPSIS",
    description: "DESCRIPCIÓN",
    options: "OPCIONES",
    version: "VERSIÓN",
    sections: &[
        Section {
            title: "TECLAS",
            entries: &[
                ("Enter, espacio, →", "El tablero siguiente, o la página siguiente en palabras."),
                ("←, Retroceso", "El tablero anterior, tal como se mostró."),
                ("n", "La partida siguiente."),
                ("q, Ctrl-C", "Sale."),
                (
                    "Una ventana baja",
                    "Un tablero de hexágonos se dibuja con dos líneas en cada fila, y la cabecera tiene una \
                     página propia, si de otro modo no cabrían.",
                ),
            ],
        },
        Section {
            title: "CÓDIGO DE SALIDA",
            entries: &[
                ("0", "Se ha mostrado todo; puede haber habido avisos."),
                (
                    "1",
                    "Un archivo tiene errores y no se ha mostrado o, con --keep-going, no se ha mostrado \
                     entero; o --diff muestra un cambio.",
                ),
                (
                    "2",
                    "No se puede leer un archivo, no se puede escribir la salida o la línea de órdenes está \
                     mal.",
                ),
            ],
        },
        Section {
            title: "ENTORNO",
            entries: &[
                (
                    "LC_ALL, LC_MESSAGES, LANG, LANGUAGE",
                    "La primera que está definida elige el idioma, si no lo elige --lang: español, catalán o \
                     inglés; español con la configuración regional de la biblioteca de C o sin ninguna, e \
                     inglés para los idiomas de otras configuraciones. LANGUAGE puede enumerar varios, como \
                     fr:ca. En Windows y macOS, si no está definida ninguna de las tres primeras, vale el \
                     idioma del sistema.",
                ),
                ("NO_COLOR", "Si está definida y no está vacía, no se pinta nada, si no lo pide --color."),
                ("TERM", "En un terminal que se llama «dumb» no se pinta nada, si no lo pide --color."),
                ("ESCAQUE_CONFIG_DIR", "La carpeta del archivo de configuración, en lugar de la habitual."),
            ],
        },
        Section {
            title: "ARCHIVOS",
            entries: &[
                (
                    "config.toml",
                    "En ~/.config/escaque, $XDG_CONFIG_HOME/escaque o, en Windows, %APPDATA%\\escaque: el \
                     idioma (lang), los colores (color), y en [view] el tema, las piezas, el tamaño \
                     (smaller), el lado (flip) y el ratón de --view. La línea de órdenes prevalece \
                     sobre él, y él sobre el entorno. --view escribe ahí lo que se ha cambiado con teclas. --no-config no lo \
                     toca.",
                ),
                ("*.pgn", "Partidas en Portable Game Notation."),
                (
                    "*.ctl-pgn",
                    "Partidas de C'escacs, el ajedrez hexagonal, si no hay ninguna etiqueta Variant que diga \
                     otra cosa.",
                ),
                #[cfg(feature = "compression")]
                (
                    "*.gz, *.zst, *.bz2, *.xz, *.lz4, *.zip",
                    "Unos u otros comprimidos, o en un archivo zip; cuenta el contenido, no el nombre.",
                ),
            ],
        },
        Section {
            title: "EJEMPLOS",
            entries: &[
                ("escaque game.pgn", "Muestra una partida, tablero a tablero."),
                (
                    "escaque --format fen --games 2-5,9 games.pgn",
                    "Escribe las posiciones de algunas partidas, una en cada línea.",
                ),
                (
                    "escaque --fix games.pgn",
                    "Enmienda en el mismo archivo las faltas que tienen una sola enmienda.",
                ),
                (
                    "escaque -k --format epd *.pgn | sort | uniq -c",
                    "Cuenta cuántas veces aparece cada posición de unos archivos.",
                ),
                (
                    "escaque --format speech --lang en game.pgn",
                    "Cuenta una partida en palabras inglesas, para lectores de pantalla.",
                ),
                (
                    "escaque -k --format pgn database.pgn > readable.pgn",
                    "Conserva de una base de datos lo que se puede leer.",
                ),
                #[cfg(feature = "compression")]
                ("escaque --check lichess.pgn.zst", "Dice cuánto hay en un archivo y qué está mal en él."),
                #[cfg(feature = "lsp")]
                (
                    "escaque --lsp",
                    "Sirve a un editor: problemas mientras se escribe, tableros, autocompletado, enmiendas, formato.",
                ),
                (
                    "escaque --in-place games.pgn",
                    "Da formato a las partidas de un archivo, en el mismo archivo.",
                ),
                ("escaque --explain E0301", "Explica qué significa un mensaje."),
            ],
        },
    ],
};
