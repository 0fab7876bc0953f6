//! Comments by programs that have engines play each other, such as `+0.31/16 7.1s`.

use std::borrow::Cow;
use std::time::Duration;

use super::command::{Score, centipawns, signed, time, unsigned};

/// What such a program has written about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EngineComment<'t> {
    pub(super) score: Option<Score>,
    /// Whether the score is from the point of view of the side that has moved, and not from White's.
    pub(super) is_of_mover: bool,
    pub(super) depth: Option<u32>,
    /// The time left.
    pub(super) clock: Option<Duration>,
    /// The time that the move took.
    pub(super) elapsed: Option<Duration>,
    /// The pair that has it, with the white space around it.
    clock_pair: &'t str,
    /// The text after the values, such as `White mates`.
    pub(super) rest: &'t str,
}

/// Returns whether a comment is the evaluation of an engine in a form of these programs.
pub(crate) fn is_evaluation(comment: &str) -> bool {
    EngineComment::read(comment).is_some_and(|read| read.score.is_some())
}

impl<'t> EngineComment<'t> {
    /// Reads a comment. Returns `None` unless it begins, perhaps after commands, in one of the forms of these programs,
    /// and only what they append follows.
    pub(super) fn read(comment: &'t str) -> Option<EngineComment<'t>> {
        let mut comment = comment.trim();
        while let Some(command) = comment.strip_prefix("[%") {
            comment = command.split_once(']')?.1.trim_start();
        }
        match comment.bytes().next()? {
            b'+' | b'-' | b'0'..=b'9' => EngineComment::of_mover(comment),
            // Arena begins with the line that the engine expects
            b'(' => {
                let read = EngineComment::of_mover(comment.split_once(')')?.1.trim_start())?;
                read.score.map(|_| read)
            }
            letter if letter.is_ascii_lowercase() => EngineComment::of_white(comment),
            _ => None,
        }
    }

    /// Reads what cutechess and fastchess write: the score, the depth and the time, and perhaps more after a comma.
    /// WinBoard and Arena leave out the unit of the time, or the time if there is none to tell, and some have commas for
    /// points. Before the move of a human player, cutechess knows the time only, and servers write the clock.
    fn of_mover(comment: &'t str) -> Option<EngineComment<'t>> {
        let Some((score, search)) = comment.split_once('/') else {
            let end = comment.find("[%").unwrap_or(comment.len());
            let (value, rest) = (comment[..end].trim_end(), &comment[end..]);
            let (clock, elapsed) = (time(value, 3..=3), seconds(value).filter(|_| rest.is_empty()));
            clock.or(elapsed)?;
            return Some(EngineComment {
                elapsed,
                clock,
                clock_pair: value,
                rest,
                ..EngineComment::default()
            });
        };
        let is_end = |at: &usize| {
            let after_comma = search[*at..].strip_prefix(',');
            after_comma.is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
                || search[*at..].starts_with("[%")
        };
        let end = search.char_indices().map(|(at, _)| at).find(is_end).unwrap_or(search.len());
        let (values, rest) = (search[..end].trim_end(), &search[end..]);
        // a line may end there, as lines of a file do
        let (depth, time) = values.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((values, ""));
        // without a sign, `2.5/5 3` may be points and rounds
        let is_of_winboard = score.starts_with(['+', '-']);
        let elapsed = match time.trim_start() {
            "" if is_of_winboard => None,
            time => Some(seconds(time).or_else(|| self::time(time, 1..=2).filter(|_| is_of_winboard))?),
        };
        let mut read = EngineComment {
            score: Some(self::score(score)?),
            is_of_mover: true,
            depth: Some(unsigned(depth)?),
            elapsed,
            ..EngineComment::default()
        };
        read.rest = pairs(rest, |pair, key, value| {
            if key == "tl" {
                (read.clock, read.clock_pair) = (seconds(value), pair);
            }
        });
        Some(read)
    }

    /// Reads what the server of TCEC writes: pairs of keys and values, among them the depth and the score.
    fn of_white(comment: &'t str) -> Option<EngineComment<'t>> {
        let mut read = EngineComment::default();
        read.rest = pairs(comment, |pair, key, value| match key {
            "d" => read.depth = unsigned(value),
            "wv" => read.score = score(value),
            "mt" => read.elapsed = milliseconds(value),
            "tl" => (read.clock, read.clock_pair) = (milliseconds(value), pair),
            _ => {}
        });
        (read.depth.is_some() && read.score.is_some()).then_some(read)
    }
}

/// Returns a comment without the time left that such a program has written.
pub(crate) fn without_time_left(comment: &str) -> Cow<'_, str> {
    let read = EngineComment::read(comment).filter(|read| read.clock.is_some());
    let Some(pair) = read.map(|read| read.clock_pair.trim_end()) else { return comment.into() };
    let mut written = [format!(",{pair}"), format!("{pair},"), pair.to_owned()].into_iter();
    let written = written.find(|written| comment.contains(written));
    written.map_or(comment.into(), |written| comment.replacen(&written, "", 1).into())
}

/// Reads pairs such as `tl=7.1s` between commas, up to a command. `read` takes each as it is written, with its key and
/// its value. Returns the text from the first part that is none.
fn pairs<'t>(text: &'t str, mut read: impl FnMut(&'t str, &'t str, &'t str)) -> &'t str {
    let mut rest = text;
    while !rest.is_empty() {
        let end = [",", "[%"].iter().filter_map(|after| rest.find(after)).min().unwrap_or(rest.len());
        let part = &rest[..end];
        match part.trim().split_once('=') {
            Some((key, value)) if key.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                read(part, key, value);
            }
            None if part.trim().is_empty() => {}
            _ => break,
        }
        let Some(next) = rest[end..].strip_prefix(',') else { return rest[end..].trim() };
        rest = next;
    }
    rest.trim()
}

/// Reads a score: pawns, or after `M` the plies to mate, which become moves as engines count them.
fn score(text: &str) -> Option<Score> {
    let moves = |digits: &str| unsigned(digits.strip_prefix('M')?).map(|plies| plies.div_ceil(2));
    // without a point, `1/2 5s` would be a score
    let hundredths = |digits: &str| centipawns(digits).filter(|_| digits.contains(['.', ',']));
    let mate = signed(text, moves).map(Score::Mate);
    mate.or_else(|| signed(text, hundredths).map(Score::Centipawns))
}

/// Reads `7.1s`.
fn seconds(text: &str) -> Option<Duration> {
    let number = text.strip_suffix('s').filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))?;
    time(number, 1..=1)
}

/// Reads milliseconds or, as older games of TCEC have it, `00:01:02`.
fn milliseconds(text: &str) -> Option<Duration> {
    unsigned(text).map(|number| Duration::from_millis(number.into())).or_else(|| time(text, 3..=3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_cutechess_and_fastchess_are_of_the_side_that_has_moved() {
        let of = |comment| {
            let read = EngineComment::read(comment).filter(|read| read.is_of_mover)?;
            let [elapsed, clock] =
                [read.elapsed, read.clock].map(|time| time.map_or(0, |time| time.as_millis()));
            Some((read.score?, read.depth?, elapsed, clock, read.rest))
        };
        for (comment, read) in [
            ("+0.31/16 7.1s", Some((Score::Centipawns(31), 16, 7100, 0, ""))),
            ("+0.31/16\n7.1s,\ntl=1s", Some((Score::Centipawns(31), 16, 7100, 1000, ""))),
            (" 0.00/1 0s ", Some((Score::Centipawns(0), 1, 0, 0, ""))),
            ("-0.28/9 12s [%clk 0:01:00]", Some((Score::Centipawns(-28), 9, 12_000, 0, "[%clk 0:01:00]"))),
            ("+0.20/3 1s [%eval 0.2,20]", Some((Score::Centipawns(20), 3, 1000, 0, "[%eval 0.2,20]"))),
            ("-M5/20 0.5s, White mates", Some((Score::Mate(-3), 20, 500, 0, "White mates"))),
            ("+M1/2 0.001s", Some((Score::Mate(1), 2, 1, 0, ""))),
            (
                "-1.05/18 0.520s, tl=9.480s, n=182736, pv=\"e2e4 e7e5\", White makes an illegal move: e2e5",
                Some((Score::Centipawns(-105), 18, 520, 9480, "White makes an illegal move: e2e5")),
            ),
            (
                "+0.20/3 1s, tl=2s [%cal Ga1b2,Rc3d4]",
                Some((Score::Centipawns(20), 3, 1000, 2000, "[%cal Ga1b2,Rc3d4]")),
            ),
            ("+0.31/16 7.1", Some((Score::Centipawns(31), 16, 7100, 0, ""))),
            ("-0,10/8 4", Some((Score::Centipawns(-10), 8, 4000, 0, ""))),
            ("-0,10/8 4,5, tl=7s", Some((Score::Centipawns(-10), 8, 4500, 7000, ""))),
            ("+0.24/8 1:23", Some((Score::Centipawns(24), 8, 83_000, 0, ""))),
            ("+0.24/8", Some((Score::Centipawns(24), 8, 0, 0, ""))),
            ("(e4 e5) +0.35/12 5", Some((Score::Centipawns(35), 12, 5000, 0, ""))),
            ("(e4 e5) +0.35/12 5s, White mates", Some((Score::Centipawns(35), 12, 5000, 0, "White mates"))),
            ("(e4 e5) 5s", None),
            ("(e4 e5 +0.35/12 5", None),
            ("(+0.35/12 5)", None),
            ("2.5/5 3", None),
            ("0.24/8", None),
            ("+0.24/8 1:02:03", None),
            ("+0.31/16 7.1s better", None),
            ("+0.31/16 7.1s.", None),
            ("+0.31 7.1s", None),
            ("1/2 5s", None),
            ("+31/16 5s", None),
            ("+0.31/-2 5s", None),
            ("+0.31/16 -5s", None),
            ("+0.31/16 .5s", None),
            ("[%eval 0.5] [%x] +M5/3 1s, ", Some((Score::Mate(3), 3, 1000, 0, ""))),
            ("[%eval 0.5 +M5/3 1s", None),
            ("+é/16 7.1s", None),
            ("book", None),
            ("", None),
        ] {
            assert_eq!(of(comment), read, "{comment}");
        }
    }

    #[test]
    fn the_time_left_may_be_left_out() {
        for (comment, left) in [
            ("+0.20/3 1s, tl=2s [%cal Ga1b2,Rc3d4]", "+0.20/3 1s [%cal Ga1b2,Rc3d4]"),
            ("+0.20/3 1s,tl=2s,\nn=5", "+0.20/3 1s,\nn=5"),
            ("tl=60000, d=1, wv=0.31, mt=5", " d=1, wv=0.31, mt=5"),
            ("[%x tl=1s,] d=1, tl=60000,wv=0.31", "[%x tl=1s,] d=1,wv=0.31"),
            ("+0.20/3 1s", "+0.20/3 1s"),
            (" 0:04:57 ", "  "),
            ("[%x] 0:04:57 [%y]", "[%x]  [%y]"),
            ("see, tl=2s", "see, tl=2s"),
        ] {
            assert_eq!(without_time_left(comment), left);
        }
    }

    #[test]
    fn a_time_may_stand_alone() {
        let elapsed = |comment| EngineComment::read(comment)?.elapsed.map(|time| time.as_millis());
        assert_eq!(["7.1s", "0.05s", "15s"].map(elapsed), [7100, 50, 15_000].map(Some));
        assert_eq!(["7.1s, he said", "5 s", "10s!", "s"].map(elapsed), [None; 4]);
        let clock = |comment| EngineComment::read(comment)?.clock.map(|time| time.as_millis());
        assert_eq!(["0:04:57", "1:00:00.5 [%emt 1]"].map(clock), [297_000, 3_600_500].map(Some));
        assert_eq!(["04:57", "0:04:57 left", "0:04:57, he said", "-0:04:57"].map(clock), [None; 4]);
    }

    #[test]
    fn comments_of_tcec_are_of_white() {
        let of = |comment| {
            let read = EngineComment::read(comment)?;
            let [elapsed, clock] = [read.elapsed, read.clock].map(|time| time.map(|time| time.as_millis()));
            Some((read.score?, read.depth?, elapsed, clock, read.rest))
        };
        let whole = "d=35, sd=58, mt=180342, tl=7019658, s=98765432, n=17812345678, pv=Nf3 Nc6, tb=0, h=67.5, ph=0.0, \
             wv=0.31, R50=50, Rd=-11, Rr=-11, mb=+0+0+0+0+0,";
        let times = (Some(180_342), Some(7_019_658));
        assert_eq!(of(whole), Some((Score::Centipawns(31), 35, times.0, times.1, "")));
        let old = "ev=-0.10, d=1, mt=00:01:02, tl=01:58:58, s=0 kN/s, wv=-M6, White mates";
        assert_eq!(of(old), Some((Score::Mate(-3), 1, Some(62_000), Some(7_138_000), "White mates")));
        for other in
            ["wv=0.31", "d=16", "d=16; wv=0.31", "with d=16, wv=0.31", "d=x, wv=0.31", "d=16, wv=good"]
        {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
