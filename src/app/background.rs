//! The background of the terminal, on which texts have to be read.

use std::io::{self, IsTerminal, Write};
use std::mem;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyModifiers};
use xterm_color::Color;

use super::environment::moves_cursor;
use crate::picture::Ground;

/// The question for the background. Nothing waits for its answer, which comes among the keys, also long after it, as over
/// a slow line: `ESC ] 11;rgb:… ESC \`, or with BEL at its end. A terminal may leave it out.
#[derive(Debug, Default)]
pub(super) struct BackgroundQuestion {
    was_asked: bool,
    /// When it was asked, until it is answered.
    asked: Option<Instant>,
    /// What has come of the answer after `ESC ]`, which is a key with Alt.
    answer: Option<String>,
}

impl BackgroundQuestion {
    /// Asks the terminal, unless that has been done, or the input or the output is none.
    ///
    /// # Errors
    ///
    /// Returns any error of the terminal.
    pub(super) fn ask(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        let was_asked = mem::replace(&mut self.was_asked, true);
        if was_asked || !io::stdin().is_terminal() || !out.is_terminal() || !moves_cursor() {
            return Ok(());
        }
        self.asked = Some(Instant::now());
        out.write_all(b"\x1b]11;?\x1b\\")?;
        out.flush()
    }

    /// Returns whether an event is a part of the answer, and the background with the last one.
    pub(super) fn takes(&mut self, event: &Event) -> (bool, Option<Ground>) {
        const ALT: KeyModifiers = KeyModifiers::ALT;
        let Event::Key(KeyEvent { code: KeyCode::Char(c), modifiers, .. }) = *event else {
            return (false, None);
        };
        match (&mut self.answer, c, modifiers) {
            (_, ']', ALT) => self.answer = Some(String::new()),
            (Some(answer), '\\', ALT) | (Some(answer), 'g', KeyModifiers::CONTROL) => {
                let color = answer.strip_prefix("11;").and_then(|color| Color::parse(color.as_bytes()).ok());
                (self.answer, self.asked) = (None, None);
                return (true, color.map(|color| ground(&color)));
            }
            (Some(answer), ..) if modifiers.is_empty() && (c.is_ascii_hexdigit() || ";:/rg".contains(c)) => {
                answer.push(c);
            }
            _ => {
                self.answer = None;
                return (false, None);
            }
        }
        (true, None)
    }

    /// Waits for the rest of an answer at the end, so that it does not come to the shell; not for long, because there may
    /// be none.
    pub(super) fn settle(&mut self) {
        const LONGEST: Duration = Duration::from_millis(300);
        while let Some(asked) = self.asked
            && let Some(rest) = LONGEST.checked_sub(asked.elapsed())
            && event::poll(rest).unwrap_or(false)
        {
            let Ok(event) = event::read() else { return };
            self.takes(&event);
        }
    }
}

/// Returns whether a colour is light, by its brightness as video has it (Rec. 709).
fn ground(color: &Color) -> Ground {
    let weighted = [(color.red, 2126), (color.green, 7152), (color.blue, 722)];
    let brightness: u32 = weighted.iter().map(|(part, weight)| u32::from(*part) * weight).sum();
    if brightness > 10_000 * u32::from(u16::MAX / 2) { Ground::Light } else { Ground::Dark }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, modifiers: KeyModifiers) -> Vec<Event> {
        let key = |c| Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
        text.chars().map(key).collect()
    }

    #[test]
    fn an_answer_is_no_key() {
        let plain = |text| keys(text, KeyModifiers::NONE);
        let begin = keys("]", KeyModifiers::ALT);
        for end in [keys("\\", KeyModifiers::ALT), keys("g", KeyModifiers::CONTROL)] {
            for (color, expected) in [
                ("11;rgb:ffff/fbfb/eaF0", Some(Ground::Light)),
                ("11;rgb:1e1e/1e1e/2e2e", Some(Ground::Dark)),
                ("11;rgba:fd/f6/e3/ff", Some(Ground::Light)),
                ("10;rgb:ffff/ffff/ffff", None),
            ] {
                let answer = [begin.clone(), plain(color), end.clone()].concat();
                let (mut question, other) = (BackgroundQuestion::default(), plain("]1g/"));
                let (mut left, mut grounds) = (Vec::new(), Vec::new());
                for event in [other.clone(), answer, other.clone()].concat() {
                    let (is_taken, ground) = question.takes(&event);
                    grounds.extend(ground);
                    left.extend(Some(event).filter(|_| !is_taken));
                }
                assert_eq!((left, grounds.first().copied()), ([&other[..], &other].concat(), expected));
            }
        }
        // what no answer has ends it
        let mut question = BackgroundQuestion::default();
        let events = [begin, plain("11l11")].concat();
        assert_eq!(events.iter().filter(|event| !question.takes(event).0).count(), 3);
    }
}
