"""Replays games with python-chess and compares each ply with its row in a table of moves."""

import csv
import sys

import chess.pgn
import chess.polyglot


def key(board):
    """The key of Polyglot, in which a capture en passant counts if it is legal."""
    if board.ep_square and not board.has_legal_en_passant():
        board = board.copy(stack=False)
        board.ep_square = None
    return f"{chess.polyglot.zobrist_hash(board):016x}"


def number(value):
    return "" if value is None else f"{value:.9f}".rstrip("0").rstrip(".")


def expected(game, node, ply):
    before, after, score = node.parent.board(), node.board(), node.eval()
    white = score and score.white()
    return {
        "game": str(game),
        "ply": str(ply),
        "number": str(before.fullmove_number),
        "side": chess.COLOR_NAMES[before.turn],
        "san": before.san(node.move),
        "uci": node.move.uci(),
        "epd": after.epd(),
        "key": key(after),
        "clock": number(node.clock()),
        "eval": "" if score is None or white.is_mate() else str(white.score()),
        "mate": "" if score is None or not white.is_mate() else str(white.mate()),
        "comment": " ".join(node.comment.split()),
    }


games, table = sys.argv[1:]
with open(table, encoding="utf-8", newline="") as table, open(games, encoding="utf-8") as games:
    compared, game, node, ply = 0, 0, None, 0
    for row in csv.DictReader(table):
        row.pop("file")
        while str(game) != row["game"]:
            assert node is None or node.is_end(), f"game {game} ends before its last move"
            game, node, ply = game + 1, chess.pgn.read_game(games), 0
        node, ply = node.next(), ply + 1
        assert row == expected(game, node, ply), f"{row}\n{expected(game, node, ply)}"
        compared += 1
    assert node.is_end()
print(compared)
