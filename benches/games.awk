# Writes the games that it reads again and again under other names of events, until there are `bytes` of them:
#
#     awk -v bytes=1000000 -v annotated=1 -f benches/games.awk GAMES.pgn
#
# Their comments and variations are left out. With annotated=1, every third game gets clocks and evaluations, and the
# others get comments, NAGs and variations. The output is the same with every awk, whose own random numbers are not.

/^\[Event / { games++ }
/^\[[A-Z]/ { tags[games] = tags[games] $0 "\n"; next }
{ text[games] = text[games] " " $0 }

END {
    seed = 1
    # letters and signs outside of ASCII are written as their bytes, which every awk takes
    sentences = split("The knight has nothing better.|This is an old line, which White should avoid.|A novelty" \
        "|[%cal Ge2e4,Rd1d8] [%csl Gd5] Black could have played 23... Rc8 at once!" \
        "|See the third game of the match, after which nobody has tried it again: P\303\251rez, 1924." \
        "|with the idea of h4, h5 and an attack on the king" \
        "|\342\211\245 21 Qd2, and the ending is a draw.", sentence, "|")
    for (game = 1; game <= games; game++)
        read(game)
    for (copy = 1; written < bytes; copy++)
        for (game = 1; game <= games && written < bytes; game++)
            write(game, copy)
}

# Splits the text of a game into its moves, and notes two games with different moves after the same ones.
function read(game, words, ply, before, word) {
    gsub(/[{][^}]*[}]|[(][^)]*[)]|[0-9]+[.]+/, " ", text[game])
    words = split(text[game], word, " ")
    result[game] = word[words]
    for (ply = 1; ply < words; ply++) {
        san[game, ply] = word[ply]
        moves_before[game, ply] = before
        if (!(before in first))
            first[before] = game
        else if (!(before in second) && san[first[before], ply] != word[ply])
            second[before] = game
        before = before " " word[ply]
    }
}

function write(game, copy, header) {
    is_glued = game % 2
    has_clocks = annotated && game % 3 == 0
    has_comments = annotated && !has_clocks
    header = tags[game]
    sub(/Event "/, "&" copy " ", header)
    print header
    add_moves(game, 1, 1000, 0)
    add(result[game])
    print line "\n"
    written += length(header) + length(line) + 3
    line = ""
}

# Adds the moves of a game from one ply to another.
function add_moves(game, from, to, depth, ply, number, is_interrupted, other) {
    is_interrupted = 1
    for (ply = from; ply <= to && (game, ply) in san; ply++) {
        number = ply % 2 ? int((ply + 1) / 2) "." : is_interrupted ? ply / 2 "..." : ""
        if (number != "" && !is_glued)
            add(number)
        add((is_glued ? number : "") san[game, ply])
        is_interrupted = has_clocks
        if (has_clocks)
            add_clock(ply)
        if (has_comments && random(10) == 0)
            add("$" 1 + random(19))
        if (has_comments && random(6) == 0) {
            add("{" sentence[1 + random(sentences)] "}")
            is_interrupted = 1
        }
        other = other_game(game, ply)
        if (has_comments && other != "" && depth < 3 && (depth == 0 || ply > from)) {
            add("(")
            add_moves(other, ply, ply + 7, depth + 1)
            add(")")
            is_interrupted = 1
        }
    }
}

# Returns a game that has another move after the same ones. As a variation it is legal.
function other_game(game, ply, before) {
    before = moves_before[game, ply]
    if (san[first[before], ply] != san[game, ply])
        return first[before]
    return before in second ? second[before] : ""
}

function add_clock(ply, left) {
    left = 3600 - 20 * ply + random(30)
    if (left < 0)
        left = random(30)
    add(sprintf("{ [%%eval %.2f]", (random(400) - 200) / 100))
    add(sprintf("[%%clk %d:%02d:%02d] }", int(left / 3600), int(left / 60) % 60, left % 60))
}

# Adds words to a line, and writes it if they do not fit.
function add(words) {
    if (length(line) + length(words) > 78 && line != "") {
        print line
        written += length(line) + 1
        line = ""
    }
    line = line (line == "" ? "" : " ") words
}

function random(bound) {
    seed = seed * 16807 % 2147483647
    return seed % bound
}
