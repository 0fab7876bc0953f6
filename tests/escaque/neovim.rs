//! The language server in Neovim, without a screen.

use std::process::{Command, Stdio};
use std::{env, fs};

use snapbox::cmd::cargo_bin;

use crate::{project, say_skipped};

/// What Neovim does with a file: it waits for what is wrong, completes a move, takes what is offered, and
/// lays the file out. Each step is told on a line.
const SCRIPT: &str = r#"
local function tell(...) io.stdout:write(table.concat({...}, " ") .. "\n") end
local client = vim.lsp.start_client({ name = "escaque", cmd = { vim.env.ESCAQUE, "--lsp", "--lang", "en" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local function diagnostics(count)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 10)
  for _, found in ipairs(vim.diagnostic.get(0)) do tell("diagnostic", found.lnum + 1, found.code) end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  return answers and answers[client] and answers[client].result
end
diagnostics(1)
local line, column = vim.env.PLACE:match("(%d+),(%d+)")
vim.api.nvim_win_set_cursor(0, { tonumber(line), tonumber(column) })
local place = vim.lsp.util.make_position_params()
local hover = ask("textDocument/hover", place)
tell("hover", hover and vim.split(hover.contents.value, "\n")[1] or "nothing")
local labels = {}
for _, item in ipairs(ask("textDocument/completion", place).items) do table.insert(labels, item.label) end
tell("completion", unpack(labels))
local range = vim.lsp.util.make_given_range_params({ 1, 0 }, { vim.fn.line("$"), 0 })
range.context = { diagnostics = {}, only = { "quickfix" } }
local actions = ask("textDocument/codeAction", range) or {}
for _, action in ipairs(actions) do tell("action", action.title) end
if vim.env.WRONG == nil then
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
else
  -- what is wrong is mended by hand
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  text = text:gsub(vim.env.WRONG, vim.env.RIGHT)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
end
diagnostics(0)
local edits = ask("textDocument/formatting", { textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 4, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
vim.cmd("silent write")
vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.get_client_by_id(client) == nil end, 10)
vim.cmd("qall!")
"#;

/// Has Neovim open a text, and returns what it tells and the text that it writes.
fn neovim(name: &str, text: &str, place: &str, [wrong, right]: [&str; 2]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (file, script) = (folder.path().join(name), folder.path().join("session.lua"));
    fs::write(&file, text).unwrap();
    fs::write(&script, SCRIPT).unwrap();
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n"]).arg(&file);
    // an error in the script ends it
    command.arg("-c").arg(format!("luafile {}", script.display())).args(["-c", "cquit 1"]);
    let values = [("PLACE", place), ("WRONG", wrong), ("RIGHT", right)];
    command.env("ESCAQUE", cargo_bin!("escaque")).envs(values).env("HOME", folder.path());
    let output = command.stdin(Stdio::null()).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    (told, fs::read_to_string(&file).unwrap())
}

/// Returns a text as the program lays it out.
fn laid_out(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    let run = Command::new(cargo_bin!("escaque")).arg("--in-place").arg(&file).output().unwrap();
    assert!(run.status.success());
    fs::read_to_string(&file).unwrap()
}

/// Returns whether Neovim is there.
fn is_there() -> bool {
    let version = Command::new("nvim").arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

#[test]
fn neovim_writes_chess() {
    if !is_there() {
        return say_skipped("neovim_writes_chess", "Neovim is not there");
    }
    let text = "[White \"Ann\"]\n[Result \"*\"]\n\n1. e4   e5 2. Nf3 Nc6 3. Ke5 *\n";
    let (told, written) = neovim("t.pgn", text, "4,15", ["Ke5", "Bb5"]);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[0], "diagnostic 4 E0304", "{told}");
    assert_eq!(lines[1], "hover Move 2, White: knight from g1 to f3.", "{told}");
    assert_eq!(lines[2], "completion Na3 Nc3 Ne2 Nf3 Nh3", "{told}");
    assert_eq!(written, laid_out("t.pgn", &text.replace("Ke5", "Bb5")));
}

#[test]
fn neovim_takes_a_fix() {
    if !is_there() {
        return say_skipped("neovim_takes_a_fix", "Neovim is not there");
    }
    let cescacs = fs::read_to_string(project().join("examples/analysis.ctl-pgn")).unwrap();
    let first = cescacs.lines().position(|line| line.starts_with("1. ")).unwrap() + 1;
    for (name, text, line, [right, wrong]) in [
        ("t.pgn", "[Result \"*\"]\n\n1. e4 e5\n*\n", 3, ["e4", "e4+"]),
        ("t.ctl-pgn", &cescacs, first, ["E7-E13", "E7-E13+"]),
    ] {
        let (told, written) = neovim(name, &text.replacen(right, wrong, 1), &format!("{line},4"), ["", ""]);
        assert!(told.starts_with(&format!("diagnostic {line} W0601")), "{told}");
        assert!(told.contains("action Delete “+”"), "{told}");
        assert_eq!(written, laid_out(name, text), "{told}");
    }
}

#[test]
fn neovim_writes_cescacs() {
    if !is_there() {
        return say_skipped("neovim_writes_cescacs", "Neovim is not there");
    }
    let text = fs::read_to_string(project().join("examples/analysis.ctl-pgn")).unwrap();
    let first = text.lines().position(|line| line.starts_with("1. ")).unwrap() + 1;
    let broken = text.replacen("1. E7-E13", "1. E7-E25", 1);
    assert_ne!(broken, text);
    let (told, written) = neovim("t.ctl-pgn", &broken, &format!("{first},5"), ["E7%-E25", "E7-E13"]);
    let lines: Vec<_> = told.lines().collect();
    assert!(lines[0].starts_with(&format!("diagnostic {first} E03")), "{told}");
    assert!(lines.iter().any(|line| line.starts_with("completion E7-")), "{told}");
    assert_eq!(written, laid_out("t.ctl-pgn", &text));
}

/// The lines of the guide start the server in this version of Neovim, for each file that is opened.
#[test]
fn neovim_starts_the_server_by_the_lines_of_the_guide() {
    if !is_there() {
        return say_skipped("neovim_starts_the_server_by_the_lines_of_the_guide", "Neovim is not there");
    }
    let guide = fs::read_to_string(project().join("docs/guide/editors.md")).unwrap();
    let blocks: Vec<_> =
        guide.split("```lua\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [newer, older] = blocks[..] else { panic!("{blocks:?}") };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("newer.lua", newer);
    write("older.lua", older);
    write("init.lua", "dofile(vim.fn.has('nvim-0.8') == 1 and 'newer.lua' or 'older.lua')");
    write(
        "told.lua",
        "vim.wait(20000, function() return #vim.diagnostic.get(0) == 1 end, 10)\n\
                       io.stdout:write(vim.bo.filetype, ' ', vim.diagnostic.get(0)[1].code, '\\n')",
    );
    write("t.pgn", "1. e4 e5 2. Ke3 *\n");
    write("t.ctl-pgn", "1. E7-E25, E21-E15 *\n");
    let program = cargo_bin!("escaque").parent().unwrap().to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&others))).unwrap();
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "init.lua", "-i", "NONE", "-n", "t.pgn"]);
    command.args(["-c", "luafile told.lua", "-c", "edit t.ctl-pgn", "-c", "luafile told.lua", "-c", "qall!"]);
    command.env("PATH", path).env("HOME", folder.path()).current_dir(folder.path());
    let output = command.stdin(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(told, "pgn E0304\nctl-pgn E0335\n", "{}", String::from_utf8_lossy(&output.stderr));
}
