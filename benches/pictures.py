"""Times pictures of the positions of games, by escaque and by python-chess; see pictures.sh."""

import os
import resource
import subprocess
import sys
import time

import cairosvg
import chess.pgn
import chess.svg

GAMES, FILE, FOLDER, ESCAQUE = int(sys.argv[1]), *sys.argv[2:]
# PNG takes Python long
PNG_GAMES = max(1, GAMES // 50)


def positions(games):
    """Lists the positions of the first games, each with the move that led to it."""
    found = []
    with open(FILE, encoding="latin-1") as text:
        for _ in range(games):
            game = chess.pgn.read_game(text)
            board = game.board()
            for move in game.mainline_moves():
                board.push(move)
                found.append((board.copy(stack=False), move))
    return found


def svg(board, move):
    check = board.king(board.turn) if board.is_check() else None
    return chess.svg.board(board, lastmove=move, check=check, size=360)


def seconds_of(run):
    """Returns the processor time of a function."""
    start = time.process_time()
    run()
    return time.process_time() - start


def seconds_of_escaque(extension, games, at, size):
    """Returns the processor time of escaque, and how many files it writes."""
    folder = os.path.join(FOLDER, extension)
    os.mkdir(folder)
    name = os.path.join(folder, "{game}-{ply}." + extension if at else "{game}." + extension)
    options = ["--threads", "1", "--games", f"1-{games}", "--size", str(size), "-o", name]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([ESCAQUE, FILE, *options, *(["--at", at] if at else [])], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, len(os.listdir(folder))


def report(work, ours, theirs):
    (seconds, count), (other_seconds, other_count) = ours, theirs
    ratio = (other_seconds / other_count) / (seconds / count)
    each = [f"{1e3 * total / number:.3f} ms" for total, number in (ours, theirs)]
    print(f"| {work} | {each[0]} | {each[1]} | {ratio:.0f} |")


print("| picture | escaque | python-chess | times faster |\n|---|---|---|---|")
boards = positions(GAMES)
pictures = []
seconds = seconds_of(lambda: pictures.extend(svg(board, move) for board, move in boards))
report("SVG", seconds_of_escaque("svg", GAMES, "each", 360), (seconds, len(boards)))
few = pictures[: len(positions(PNG_GAMES))]
png = seconds_of(lambda: [cairosvg.svg2png(bytestring=text.encode()) for text in few])
svgs = seconds * len(few) / len(boards)
report("PNG, 360 pixels, with cairosvg", seconds_of_escaque("png", PNG_GAMES, "each", 360), (png + svgs, len(few)))
seconds, count = seconds_of_escaque("gif", GAMES // 10, None, 720)
plies = len(positions(GAMES // 10))
print(f"\nGIF, 720 pixels: {1e3 * 80 * seconds / plies:.0f} ms for 80 plies")
