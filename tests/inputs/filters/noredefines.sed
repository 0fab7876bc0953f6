# The first filter of the document of C'escacs, for `sed -E`, written from its description
# there ("Simplificación fichero CTL-PGN"); the document prints only the second filter.

# comments, which stand on lines of their own
/\{/ {
  :comment
  /\}/! {
    N
    b comment
  }
  d
}

# white space and dots before a line, white space behind it, and empty lines
s/^([[:space:]]|\.)+//
s/[[:space:]]+$//
/^$/d

# the letters of pieces in a position: those between the number of a line and its slash, and
# those of the third field
/^\[TLPD / {
  y/♙☖♗♘🩐♖🩏♕♔♟☗♝♞🩓♜🩒♛♚/PEJNGRVDKpejngrvdk/
  :bishop
  s|(/[0-9]+:[^/ABFL]*)[ABFL]|\1J|
  t bishop
  :knight
  s|(/[0-9]+:[^/CS]*)[CS]|\1N|
  t knight
  :rook
  s|(/[0-9]+:[^/T]*)T|\1R|
  t rook
  :wyvern
  s|(/[0-9]+:[^/W]*)W|\1V|
  t wyvern
  :queen
  s|(/[0-9]+:[^/Q]*)Q|\1D|
  t queen
  :black_bishop
  s|(/[0-9]+:[^/abfl]*)[abfl]|\1j|
  t black_bishop
  :black_knight
  s|(/[0-9]+:[^/cs]*)[cs]|\1n|
  t black_knight
  :black_rook
  s|(/[0-9]+:[^/t]*)t|\1r|
  t black_rook
  :black_wyvern
  s|(/[0-9]+:[^/w]*)w|\1v|
  t black_wyvern
  :black_queen
  s|(/[0-9]+:[^/q]*)q|\1d|
  t black_queen
  :rights
  s|(/ [wb] [^ T]*)T|\1R|
  t rights
  :black_rights
  s|(/ [wb] [^ t]*)t|\1r|
  t black_rights
}

# the tag, and the other tags as they are
/^\[Redefine /d
/^\[/b

# the letters of pieces in moves: before a hex, behind a promotion sign, in a castling
y/♙☖♗♘🩐♖🩏♕♔♟☗♝♞🩓♜🩒♛♚/PEJNGRVDKPEJNGRVDK/
s/\b[ABFL]([A-Z][0-9])/J\1/g
s/\b[CS]([A-Z][0-9])/N\1/g
s/\bT([A-Z][0-9])/R\1/g
s/\bW([A-Z][0-9])/V\1/g
s/\bQ([A-Z][0-9])/D\1/g
s/=[ABFL]\b/=J/g
s/=[CS]\b/=N/g
s/=T\b/=R/g
s/=W\b/=V/g
s/=Q\b/=D/g
s/\bK[RT]([KDQRT][-‐])/KR\1/g
s/\bKRQ([-‐])/KRD\1/g
s/\bKRT([-‐])/KRR\1/g
