//! Pages of files that attack their readers.

use std::fs;

use serde_json::json;

use super::{page_of, start};
use crate::page::{hostile_cescacs, hostile_chess, hostile_unplayed};

/// Whatever is in a file is text, on both boards, and where a game cannot be played.
#[test]
fn a_hostile_game_is_only_text() {
    let Some((browser, folder)) = start("a_hostile_game_is_only_text") else { return };
    let names = ["\"><img src=x onerror=hacked=1>.pgn", "';hacked=1;'&lt;.ctl-pgn", "<!--]]>.pgn"];
    for (name, game) in names.iter().zip([hostile_chess(), hostile_cescacs(), hostile_unplayed()]) {
        let file = folder.path().join(name);
        fs::write(&file, game).unwrap();
        let page = page_of(&folder, &["--keep-going", file.to_str().unwrap()]);
        browser.open(&page, "");
        assert_eq!(browser.evaluate("articles.length > 0"), true);
        for key in ["End", "o", "Escape", "?", "Escape", "r", "Home"] {
            browser.press(key);
        }
        browser.evaluate("commands.info(); player.info.close()");
        let found = browser.evaluate(
            "[window.hacked ?? false, document.querySelectorAll('script').length, \
             document.querySelectorAll('img, iframe, a, object, embed, link, base, form').length, \
             [...document.querySelectorAll('*')].flatMap(one => one.getAttributeNames()) \
             .filter(name => /^on|^style$|^src$/.test(name)).length, \
             performance.getEntriesByType('resource').length]",
        );
        assert_eq!(found, json!([false, 3, 0, 0, 0]), "{name}");
        assert!(
            browser.requests().iter().all(|url| url.starts_with("file://") && url.ends_with("page.html")),
            "{:?}",
            browser.requests()
        );
        browser.assert_no_complaint();
    }
}

/// If something of a file became markup after all, the policy would not let it act.
#[test]
fn the_policy_lets_nothing_else_act() {
    let Some((browser, folder)) = start("the_policy_lets_nothing_else_act") else { return };
    browser.open(&page_of(&folder, &[super::CHESS]), "");
    let done = browser.evaluate(
        "(async () => {
            const script = document.createElement('script');
            script.textContent = 'hacked = 1';
            const image = document.createElement('div');
            image.innerHTML = '<img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" onload=\"hacked=1\" onerror=\"hacked=1\">';
            const frame = document.createElement('iframe');
            frame.srcdoc = '<script>parent.hacked = 1</' + 'script>';
            const link = document.createElement('a');
            link.href = 'javascript:hacked=1';
            document.body.append(script, image, frame, link);
            link.click();
            const fetched = await fetch('data:,x').then(() => true, () => false);
            await new Promise(done => setTimeout(done, 200));
            return [window.hacked ?? false, fetched];
        })()",
    );
    assert_eq!(done, json!([false, false]));
}
