//! The help of the arguments in Spanish.

use super::translation::{Help, Translation};

/// The translation into Spanish.
pub(super) static SPANISH: Translation = Translation {
    about: "Traduce partidas de ajedrez en PGN a tableros, uno después de cada jugada",
    details: "En un terminal, Enter pasa de un tablero al siguiente, ← vuelve atrás, n pasa a la partida \
              siguiente y q sale; hacia una tubería o un archivo se escribe todo de una vez.",
    value_names: &[
        ("FILE", "ARCHIVO"),
        ("FORMAT", "FORMATO"),
        ("STYLE", "ESTILO"),
        ("WIDTH", "ANCHO"),
        ("ORDER", "ORDEN"),
        ("CAPTIONS", "TÍTULOS"),
        ("THEME", "TEMA"),
        ("SIZE", "TAMAÑO"),
        ("NUMBERS", "NÚMEROS"),
        ("SYNTAX", "SINTAXIS"),
        ("VARIANT", "VARIANTE"),
        ("POSITIONS", "POSICIONES"),
        ("COLUMNS", "COLUMNAS"),
        ("SECONDS|clock", "SEGUNDOS|clock"),
        ("POSITION", "POSICIÓN"),
        ("EXPRESSION", "EXPRESIÓN"),
        ("LANGUAGE|LETTERS", "IDIOMA|LETRAS"),
        ("LANGUAGE", "IDIOMA"),
        ("MODE", "MODO"),
        ("WHEN", "CUÁNDO"),
        ("N", "N"),
        ("CODE", "CÓDIGO"),
        ("SHELL", "INTÉRPRETE"),
    ],
    arguments: &[
        Help::new("files", "Archivos que se traducen; `-` es la entrada estándar"),
        Help::with_values(
            "format",
            "Qué se escribe [por defecto: según la extensión de --output, o boards]",
            &[
                ("boards", "Una cabecera para cada partida y un tablero para cada jugada"),
                (
                    "speech",
                    "Una cabecera para cada partida, y cada jugada y posición en palabras, para lectores de \
                     pantalla",
                ),
                ("fen", "Una línea de FEN, o de TLPD, para cada jugada y nada más"),
                (
                    "epd",
                    "Lo mismo sin los contadores de jugadas, de modo que posiciones iguales son líneas iguales",
                ),
                ("minimal", "La línea principal para un lector mínimo: lo que acepta `--syntax reduced`"),
                ("pgn", "Las partidas otra vez, con variaciones y comentarios, en formato de exportación"),
                ("json", "Un objeto JSON para cada partida, en una línea: véase docs/json.md"),
                #[cfg(feature = "tables")]
                ("games", "Una tabla con una fila para cada partida, en CSV: véase docs/databases.md"),
                #[cfg(feature = "tables")]
                ("moves", "Una tabla con una fila para cada jugada, con la posición después de ella, en CSV"),
                ("svg", "Una imagen de una posición, que --at elige, en vectores"),
                #[cfg(feature = "pictures")]
                ("png", "Lo mismo en píxeles"),
                #[cfg(feature = "pictures")]
                ("gif", "Una partida como imagen animada"),
                #[cfg(feature = "pages")]
                (
                    "html",
                    "Una página para el navegador, en la que se reproducen las partidas; sin scripts, e impresa, \
                     tiene sus jugadas y diagramas",
                ),
            ],
        ),
        Help::new(
            "output",
            "Escribe en un archivo, cuya extensión dice el formato: svg, png, gif, html, pgn, json o txt; con \
             {game}, {ply}, {move}, {white} o {black} en el nombre, cada imagen o partida tiene su propio archivo; \
             `-` es la salida estándar",
        ),
        Help::new(
            "force",
            "Reemplaza los archivos que ya existen, con --output, y los que tienen varios nombres (enlaces duros), con \
             --in-place y --fix",
        ),
        Help::new(
            "in_place",
            "Reemplaza cada archivo por lo que hace de él `--format pgn`; uno con un error, o con texto que se \
             perdería, se queda como está",
        ),
        Help::new(
            "diff",
            "Muestra lo que cambiaría --in-place, como diff unificado; el código de salida es 1 si hay cambios",
        ),
        Help::new(
            "at",
            "Qué posiciones se muestran: `start`, `end`, `each`, después de una jugada como `23w` o `23b`, después de \
             varias medias jugadas, como `ply 45`, o la primera (`match`) o todas (`matches`) las que encuentra --where \
             [por defecto: en imágenes, end; en tableros y FEN, la de después de cada jugada]",
        ),
        #[cfg(feature = "pictures")]
        Help::new(
            "pace",
            "Cuántos segundos muestra cada posición una imagen animada, o `clock`: lo que pensó el bando \
             que juega según los relojes anotados [por defecto: 1]",
        ),
        Help::new("flip", "Muestra el tablero desde el lado de las negras"),
        Help::new("no_coordinates", "Sin letras ni números alrededor del tablero, en las imágenes y páginas"),
        Help::new(
            "view",
            "Muestra las partidas a pantalla completa, adelante y atrás; `?` enseña las teclas",
        ),
        #[cfg(feature = "viewer")]
        Help::with_values(
            "mouse",
            "Qué hace el ratón con --view",
            &[
                ("on", "Los clics van a jugadas, casillas y partidas, y la rueda va adelante y atrás"),
                ("off", "Selecciona texto, como suele hacer el terminal"),
            ],
        ),
        Help::with_values(
            "style",
            if cfg!(feature = "viewer") {
                "Cómo se dibuja un tablero [por defecto: plain; con --view figurines, donde las hay]"
            } else {
                "Cómo se dibuja un tablero [por defecto: plain]"
            },
            &[
                ("plain", "Letras y puntos"),
                ("table", "Letras en una cuadrícula de líneas"),
                ("figurines", "Figuras de ajedrez y puntos"),
            ],
        ),
        Help::with_values(
            "captions",
            "Qué hay encima de un tablero",
            &[
                ("side", "El número de jugada y el bando: `1. Blancas`"),
                ("san", "También la jugada: `1. Blancas e4`"),
            ],
        ),
        Help::with_values(
            "theme",
            "Colores del tablero, en las imágenes, en las páginas y con --view",
            &[
                ("blue", "Casillas azules, como las pinta el modo paso a paso"),
                ("green", "Casillas verdes"),
                ("brown", "Casillas de madera"),
                ("contrast", "Alto contraste: cada pieza sobre un fondo propio"),
                ("print", "Sin colores, para papel: casillas oscuras rayadas, o grises en el visor"),
            ],
        ),
        Help::new(
            "size",
            "Cuántos píxeles tienen de ancho las imágenes; o qué tamaño pueden tener las piezas con --view: \
             `large`, dibujadas con varios caracteres donde quepan, o `normal`, un carácter",
        ),
        Help::new("games", "Solo estas partidas, por su número: `3`, `2-5,9`, `7-`"),
        Help::new(
            "where",
            "Solo las partidas que responden a una pregunta sobre etiquetas, jugadas o posiciones, como 'WhiteElo >= 2700 \
             and material \"KRP v KR\"': véase docs/query.md",
        ),
        Help::new("count", "Solo dice cuántas partidas hay, en cada archivo"),
        Help::new(
            "unique",
            "De las partidas con el mismo comienzo y las mismas jugadas en la línea principal, deja solo la primera \
             de todos los archivos, y dice cuántas se omiten",
        ),
        Help::with_values(
            "syntax",
            "Qué parte de PGN y de CTL-PGN pueden usar los archivos",
            &[
                ("standard", "Todo lo que tiene una sola lectura razonable"),
                (
                    "reduced",
                    "Solo el formato de exportación reducido del enunciado, al pie de la letra; en C'escacs, \
                     lo que los filtros de su documento dejan para un lector mínimo",
                ),
                (
                    "lenient",
                    "Más: lo que no se puede leer se deja fuera, cada vez con un aviso, y las jugadas \
                     ilegales que dicen de dónde a dónde van se juegan",
                ),
            ],
        ),
        Help::new("keep_going", "Muestra las partidas sin errores, y las demás hasta el error"),
        Help::new(
            "check",
            "No muestra nada; solo dice qué está mal, y cuántas partidas, jugadas y variaciones hay",
        ),
        Help::new(
            "fix",
            "Enmienda en cada archivo las faltas que tienen una sola enmienda, que no cambia ninguna jugada; el \
             resto del texto queda como está; dice cuántas ha enmendado de cada clase, y qué queda",
        ),
        Help::new(
            "fix_guesses",
            "Enmienda también donde la enmienda es una suposición: en un terminal pregunta cada vez, si no, toma \
             lo que está claro",
        ),
        Help::new(
            "pedantic",
            "Avisa de todos los números de jugada equivocados, también de los que llevan punto, de las \
             etiquetas que faltan de las siete y de todo lo que CTL-PGN prohíbe",
        ),
        Help::with_values(
            "variant",
            "Lee todas las partidas como de esta modalidad de ajedrez, digan lo que digan sus etiquetas [por \
             defecto: según la etiqueta Variant o la extensión .ctl-pgn]",
            &[
                ("chess", "PGN, con las reglas que dicen las etiquetas de cada partida"),
                ("chess960", "PGN de Chess960"),
                ("crazyhouse", "PGN de Crazyhouse"),
                ("atomic", "PGN de Atomic"),
                ("antichess", "PGN de Antichess"),
                ("king-of-the-hill", "PGN de King of the Hill"),
                ("three-check", "PGN de Three-check"),
                ("racing-kings", "PGN de Racing Kings"),
                ("horde", "PGN de Horde"),
                ("cescacs", "CTL-PGN, en que se escribe C'escacs"),
            ],
        ),
        Help::new(
            "piece_letters",
            "Letras de las piezas en PGN: un idioma, como `de`, o las de rey, dama, torre, alfil, caballo y, \
             si la lleva, peón, como `KDTLS` [por defecto: según la etiqueta PieceLetters, o en inglés]",
        ),
        Help::new(
            "openings",
            "Añade a lo que se escribe las etiquetas ECO y Opening, según las posiciones de la partida; las que \
             ya tiene una partida se quedan como están",
        ),
        Help::with_values(
            "nags",
            "Cómo escribe las anotaciones `--format pgn`",
            &[
                ("numbers", "Con números, que leen todos los programas: `$1`"),
                ("glyphs", "Con signos donde los hay: `!`, `±`, `N`"),
            ],
        ),
        Help::new(
            "width",
            "Cuántos caracteres puede tener una línea de jugadas con `--format pgn`; `none` no corta ninguna línea",
        ),
        Help::new(
            "one_move_a_line",
            "Empieza una línea con cada jugada numerada y cada variación con `--format pgn`, como hace siempre CTL-PGN",
        ),
        Help::with_values(
            "tags",
            "Qué etiquetas escribe `--format pgn`, y en qué orden",
            &[
                ("standard", "Primero las que exige la notación, y cada etiqueta una sola vez"),
                ("keep", "Las del archivo, en su orden"),
            ],
        ),
        Help::with_values(
            "positions",
            "Qué posiciones escribe `--format json`",
            &[
                (
                    "none",
                    "Ninguna, ni lo que hace una jugada en el tablero: unas tres veces el tamaño del PGN",
                ),
                ("fen", "Las de antes y después de cada jugada, en FEN o TLPD"),
            ],
        ),
        #[cfg(feature = "tables")]
        Help::new(
            "columns",
            "Columnas de `--format games` o `moves`, como `number,White,plies`: etiquetas por su nombre, o lo que \
             enumera docs/databases.md [por defecto: las más usuales]",
        ),
        #[cfg(feature = "lsp")]
        Help::new(
            "lsp",
            "Sirve a un editor por la entrada y la salida estándar, con el Language Server Protocol: véase docs/editors.md",
        ),
        Help::with_values(
            "lang",
            "Idioma de la salida [por defecto: la de la configuración regional]",
            &[("es", "Español"), ("en", "English"), ("ca", "Català")],
        ),
        Help::with_values(
            "color",
            "Cuándo se pintan las casillas",
            &[
                ("auto", "En un terminal, si NO_COLOR no está definida"),
                ("always", "Siempre"),
                ("never", "Nunca"),
            ],
        ),
        Help::new("threads", "Cuántos hilos trabajan en un archivo [por defecto: tantos como núcleos hay]"),
        Help::new(
            "max_game_size",
            "Cuántos bytes puede ocupar una partida, con K, M o G; una mayor es un error",
        ),
        Help::new("no_config", "No lee ningún archivo de configuración, ni lo escribe"),
        Help::new("no_pause", "No espera a que se pulse Enter entre tableros"),
        Help::with_values(
            "message_format",
            "Para quién son los mensajes",
            &[
                ("human", "Para personas: un fragmento del archivo, con una marca"),
                ("json", "Para programas: un objeto JSON en cada línea"),
                ("sarif", "Para servidores de código: un registro en SARIF, que muestran junto a las líneas"),
            ],
        ),
        Help::new("quiet", "No dice nada de los avisos"),
        Help::new("max_errors", "Cuántos errores de un archivo se muestran, y cuántos avisos; 0 son todos"),
        Help::new("explain", "Explica qué significa un mensaje, por su código, y no lee ningún archivo"),
        Help::new(
            "completions",
            "Escribe un script con que un intérprete de órdenes completa esta línea de órdenes",
        ),
        Help::new("man", "Escribe la página de manual, en roff"),
        Help::new("help", "Muestra la ayuda: entera con --help, resumida con -h"),
        Help::new("version", "Muestra la versión"),
    ],
};
