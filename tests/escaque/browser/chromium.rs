//! Chromium without a window and all that belongs to it, driven over the pipe of its DevTools protocol.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use std::{mem, thread};

use crate::{PATIENCE, say_skipped};
use serde_json::{Value, json};

/// A page of a browser, in a profile of its own.
pub(crate) struct Chromium {
    /// `None` only while the value is dropped.
    process: RefCell<Option<Browser>>,
    /// What the browser has told by itself since the page was opened.
    events: RefCell<Vec<Value>>,
    profile: Value,
    session: Option<String>,
}

/// A browser, with what it reads and writes.
struct Browser {
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    process: Child,
}

/// The browsers that no test uses at present. Starting one takes longer than most tests. They end with this
/// process, when their pipes are closed.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// The events that tell of a mistake in a page: in its script, or against its policy.
const COMPLAINTS: [&str; 4] =
    ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Audits.issueAdded"];

impl Chromium {
    /// Starts the browser, or says loudly that the test is skipped.
    pub(crate) fn start(test: &str) -> Option<Chromium> {
        static IS_THERE: LazyLock<bool> = LazyLock::new(|| {
            Command::new("chromium-headless-shell")
                .arg("--version")
                .output()
                .is_ok_and(|run| run.status.success())
        });
        if !*IS_THERE {
            say_skipped(test, "there is no browser here (apt-get install chromium-headless-shell)");
            return None;
        }
        let idle = IDLE.lock().unwrap().pop();
        let process = RefCell::new(Some(idle.unwrap_or_else(Browser::start)));
        let (events, profile) = (RefCell::default(), Value::Null);
        let mut browser = Chromium { process, events, profile, session: None };
        browser.profile = browser.call("Target.createBrowserContext", json!({}))["browserContextId"].clone();
        let target = json!({ "url": "about:blank", "browserContextId": browser.profile });
        let target = browser.call("Target.createTarget", target);
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", target);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Audits", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Calls a method of the protocol.
    pub(crate) fn call(&self, method: &str, parameters: Value) -> Value {
        let mut message = json!({ "id": 1, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let message = format!("{message}\0");
        self.process.borrow_mut().as_mut().unwrap().commands.write_all(message.as_bytes()).unwrap();
        loop {
            let answer = self.receive();
            if answer["id"] == 1 {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.add_event(answer);
        }
    }

    fn receive(&self) -> Value {
        let mut message = Vec::new();
        self.process.borrow_mut().as_mut().unwrap().answers.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&message).unwrap()
    }

    /// Adds an event, unless it is of a page that an earlier test had.
    fn add_event(&self, event: Value) {
        if self.session.as_deref() == event["sessionId"].as_str() {
            self.events.borrow_mut().push(event);
        }
    }

    /// Opens a page and waits until it is loaded. `fragment` is empty or begins with `#`.
    pub(crate) fn open(&self, page: &Path, fragment: &str) {
        // from one fragment to another the page would stay as it is
        self.navigate("about:blank");
        self.events.borrow_mut().clear();
        self.navigate(&format!("file://{}{fragment}", page.display()));
    }

    fn navigate(&self, url: &str) {
        let is_load = |event: &Value| event["method"] == "Page.loadEventFired";
        self.events.borrow_mut().retain(|event| !is_load(event));
        self.call("Page.navigate", json!({ "url": url }));
        while !self.events.borrow().iter().any(is_load) {
            let event = self.receive();
            self.add_event(event);
        }
    }

    /// Returns the value of an expression in the page.
    #[track_caller]
    pub(crate) fn evaluate(&self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression has a value: a busy browser hands on what is written after a while.
    #[track_caller]
    pub(crate) fn wait_for(&self, expression: &str, value: &Value) {
        let deadline = Instant::now() + PATIENCE;
        while self.evaluate(expression) != *value && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.evaluate(expression), *value, "{expression}");
    }

    /// Presses a key until an expression is true: a busy browser may lose one while a dialog closes.
    pub(crate) fn press_until(&self, key: &str, expression: &str) {
        for _ in 0..20 {
            self.press(key);
            thread::sleep(Duration::from_millis(100));
            if self.evaluate(expression) == true {
                return;
            }
        }
        let place = "document.activeElement.outerHTML.slice(0, 200)";
        panic!("{expression}: {key} has led to {}", self.evaluate(place));
    }

    /// Presses a key; none if it is empty.
    pub(crate) fn press(&self, key: &str) {
        if key.is_empty() {
            return;
        }
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        let mut down = json!({ "type": "keyDown", "key": key });
        if let Some(text) = text {
            down["text"] = json!(text);
        }
        // the browser itself closes a dialog, by the code of the key
        if key == "Escape" {
            down["windowsVirtualKeyCode"] = json!(27);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key }));
    }

    /// Clicks at a point.
    pub(crate) fn click(&self, x: f64, y: f64) {
        // a click goes to what has been painted at the point, which a busy browser does a while after it is changed
        self.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))",
        );
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Touches a point, moves the finger by some pixels, and lifts it.
    pub(crate) fn swipe(&self, [x, y]: [f64; 2], [by_x, by_y]: [f64; 2]) {
        let steps = if [by_x, by_y] == [0.0, 0.0] { 0 } else { 5 };
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        };
        touch("touchStart", json!([{ "x": x, "y": y }]));
        for step in 1..=steps {
            let part = f64::from(step) / f64::from(steps);
            touch("touchMove", json!([{ "x": x + part * by_x, "y": y + part * by_y }]));
        }
        touch("touchEnd", json!([]));
    }

    /// Sets the size of the window.
    pub(crate) fn resize(&self, width: u32, height: u32, is_phone: bool) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone }));
    }

    /// Sets the colours that the system prefers, `light` or `dark`, and the medium, `screen` or `print`.
    pub(crate) fn prefer(&self, scheme: &str, medium: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": medium, "features": features }));
    }

    /// Returns the addresses that the page has asked for since it was opened.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.evaluate("1");
        let events = self.events.borrow();
        let requests = events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        requests
            .map(|event| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Asserts that neither the script nor the policy of the page has been offended.
    #[track_caller]
    pub(crate) fn assert_no_complaint(&self) {
        self.evaluate("1");
        let events = self.events.borrow();
        let complaints = events.iter().filter(|event| COMPLAINTS.iter().any(|name| event["method"] == *name));
        assert_eq!(complaints.collect::<Vec<_>>(), [] as [&Value; 0]);
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        if thread::panicking() {
            // it may be anywhere, and ends with its pipe
            return self.process.take().map_or((), Browser::end);
        }
        self.session = None;
        let profile = mem::take(&mut self.profile);
        self.call("Target.disposeBrowserContext", json!({ "browserContextId": profile }));
        IDLE.lock().unwrap().extend(self.process.take());
    }
}

impl Browser {
    /// Starts a browser, which ends when its pipe is closed, and leaves nothing.
    fn start() -> Browser {
        // it reads commands from descriptor 3 and answers on 4
        const SCRIPT: &str = "profile=$(mktemp -d) && chromium-headless-shell --user-data-dir=\"$profile\" \"$@\" \
                              3<&0 4>&1 </dev/null >/dev/null 2>/dev/null; rm -rf \"$profile\"";
        let mut process = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .args(["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .arg("--remote-debugging-pipe")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Browser { commands, answers, process }
    }

    fn end(self) {
        let Browser { commands, answers, mut process } = self;
        drop((commands, answers));
        // that it has ended is all that is wanted
        let _ = process.wait();
    }
}
