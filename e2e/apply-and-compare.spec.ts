import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { editor, expect, type RunningConsole, test } from "./console.ts";
import {
  append,
  apply,
  connectServer,
  discard,
  expectAccessible,
  modal,
  review,
  write,
} from "./workbench.ts";
import { type RemoteEngine, startRemoteEngine } from "./remote-engine.ts";

test.use({ consoleName: "comparisons" });
test.describe.configure({ mode: "serial" });

let remote: RemoteEngine;
let replica: string;

test.beforeAll(async ({ console: running }) => {
  replica = path.join(running.dataDirectory, "replica");
  const mlp = path.join(running.dataDirectory, "models", "mlp");
  for (const model of ["mlp", "spare"])
    fs.cpSync(mlp, path.join(replica, model), { recursive: true });
  const spare = path.join(replica, "spare", "config.pbtxt");
  fs.writeFileSync(spare, fs.readFileSync(spare, "utf8").replace('"mlp"', '"spare"'));
  remote = await startRemoteEngine(replica);
});
test.afterAll(async () => await remote.stop());

async function openConfiguration(page: Page, running: RunningConsole, server = "embedded") {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ }).first()).toBeVisible();
  await page.goto(
    `http://127.0.0.1:${running.port}/#/models/mlp?server=${server}&tab=configuration`,
  );
  await expect(editor(page)).toContainText("max_batch_size");
}

/** Compares the active configuration with the replica's. */
async function compareWithReplica(page: Page, running: RunningConsole): Promise<void> {
  await openConfiguration(page, running);
  await page.getByRole("link", { name: "Compare…" }).click();
  const right = page.getByRole("region", { name: "Right" });
  await right
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: "Replica" });
  await right.getByLabel("Version of the text").selectOption("served");
}

const fileOf = (running: RunningConsole) =>
  path.join(running.dataDirectory, "models", "mlp", "config.pbtxt");

test("the effect is shown before applying: comment, in place, reload", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  const file = fileOf(running);
  await write(page, (text) => `# only a remark\n${text}`, fs.readFileSync(file, "utf8"));
  let dialog = await review(page);
  await expect(dialog).toContainText("Only comments, order or spacing differ");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await write(
    page,
    (text) => `${text}\nversion_policy { all { } }\n`,
    fs.readFileSync(file, "utf8"),
  );
  dialog = await review(page);
  await expect(dialog).toContainText("Changes in place");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await write(
    page,
    (text) => text.replace(/max_batch_size: \d+/, "max_batch_size: 16"),
    fs.readFileSync(file, "utf8"),
  );
  dialog = await review(page);
  await expect(dialog).toContainText("Reloads the model");
  await expect(dialog.getByRole("list", { name: "Changed fields" })).toContainText(
    "max_batch_size64 → 16",
  );
  await expectAccessible(page);
});

test("an override replaces the file's configuration, and can be removed", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  const dialog = await review(page);
  await dialog.getByRole("button", { name: "Override only" }).click();
  await expect(dialog).toContainText("stays through later loads");
  await dialog.getByLabel("Note").fill("just trying");
  await apply(dialog);
  await expect(page.getByText("An override serves in place of config.pbtxt")).toBeVisible();
  expect(fs.readFileSync(fileOf(running), "utf8")).toContain("max_batch_size: 64");
  await page.getByRole("tab", { name: "History" }).click();
  const history = page.getByRole("list", { name: "History of mlp" });
  await expect(history).toContainText("Applied as an override");
  await expect(history).toContainText("just trying");
  await expect(history).toContainText(" by ");
  await page.getByRole("button", { name: "Back to the file" }).click();
  await apply(modal(page));
  await expect(page.getByText("An override serves")).toBeHidden();
  await expect(editor(page)).toContainText("max_batch_size: 64");
});

test("a draft is kept over a revert and the removal of an override", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running);
  await append(page, "# still mine\n");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  await page
    .getByRole("button", { name: /^Revert to/ })
    .first()
    .click();
  await modal(page)
    .getByRole("button", { name: /^Revert / })
    .click();
  await expect(page.getByText("An override serves in place of config.pbtxt")).toBeVisible();
  await expect(page.getByText("changed since this draft was started")).toBeVisible();
  await expect(editor(page)).toContainText("# still mine");
  await page.getByRole("button", { name: "Back to the file" }).click();
  await apply(modal(page));
  await expect(page.getByText("An override serves")).toBeHidden();
  await expect(editor(page)).toContainText("# still mine");
  await page.reload();
  await expect(editor(page)).toContainText("# still mine");
  await discard(page);
});

test("an open review is updated when another configuration becomes active", async ({
  console: running,
  page,
}) => {
  const file = fileOf(running);
  const before = fs.readFileSync(file, "utf8");
  await openConfiguration(page, running);
  await append(page, "# mine\n");
  const dialog = await review(page);
  // The content gets the focus first, not the Close button.
  await expect(dialog.locator("> div:focus")).toContainText("Only comments");
  fs.writeFileSync(file, `# theirs\n${before.replace("max_batch_size: 64", "max_batch_size: 32")}`);
  await expect(dialog).toContainText(
    "The active configuration changed since this draft was started",
    {
      timeout: 15_000,
    },
  );
  await expect(dialog.getByRole("textbox", { name: "Active" })).toContainText("# theirs");
  await expect(dialog.getByRole("list", { name: "Changed fields" })).toContainText(
    "max_batch_size32 → 64",
  );
  await dialog.getByRole("button", { name: "Show the difference" }).click();
  await expect(modal(page)).toContainText("changed by them");
  await modal(page).getByRole("button", { name: "Close" }).first().click();
  fs.writeFileSync(file, before);
  await discard(page);
});

test("two windows: the second is shown the difference and merges it", async ({
  console: running,
  page,
  context,
}) => {
  const file = fileOf(running);
  await openConfiguration(page, running);
  const second = await context.newPage();
  await openConfiguration(second, running);
  await write(second, (text) => `${text}\n# at the end, mine\n`, fs.readFileSync(file, "utf8"));
  await expect(second.getByText("Draft saved")).toBeVisible();

  const before = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, `# at the start, theirs\n${before}`);
  await expect(
    second.getByText("The configuration changed since this draft was started"),
  ).toBeVisible();
  await second.getByRole("button", { name: "Show the difference" }).click();
  const dialog = modal(second);
  await expect(dialog).toContainText("changed by them");
  await expect(dialog).toContainText("changed by you");
  await expectAccessible(second);
  await dialog.getByRole("button", { name: "Keep this" }).click();
  await apply(modal(second));
  const after = fs.readFileSync(file, "utf8");
  expect(after).toContain("# at the start, theirs");
  expect(after).toContain("# at the end, mine");
  // The window without changes is updated.
  await expect(editor(page)).toContainText("at the start, theirs", { timeout: 15_000 });
});

test("two windows with drafts: neither silently overwrites the other", async ({
  console: running,
  page,
  context,
}) => {
  const file = fileOf(running);
  await openConfiguration(page, running);
  const second = await context.newPage();
  await openConfiguration(second, running);
  await write(second, (text) => `${text}\n# of the second window\n`, fs.readFileSync(file, "utf8"));
  await expect(second.getByText("Draft saved")).toBeVisible();
  await write(page, (text) => `# of the first window\n${text}`, fs.readFileSync(file, "utf8"));
  await expect(
    page.getByText("Another window has a draft of this configuration, too"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Show the difference" }).click();
  await expect(modal(page)).toContainText("of the second window");
  await expectAccessible(page);
  await modal(page).getByRole("button", { name: "Take the other draft" }).click();
  await expect(editor(page)).toContainText("# of the second window");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await discard(page);
});

test("a remote server is connected, configured by override, and read back", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await connectServer(page, { address: remote.grpc, http: remote.http, name: "Replica" });
  const card = page.getByRole("region", { name: "Replica" });
  await expect(card).toContainText("Live");
  await expectAccessible(page);

  // A model that isn't loaded on a server without accessible files may be an ensemble.
  await fetch(`http://${remote.http}/v2/repository/models/spare/unload`, { method: "POST" });
  await page
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: "Replica" });
  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("link", { name: "mlp", exact: true }).click();
  await page.getByRole("tab", { name: "Configuration" }).click();
  await expect(editor(page)).toContainText("max_batch_size: 64");
  await append(page, 'parameters { key: "a" value { string_value: "b" } }\n');
  const dialog = await review(page);
  await expect(dialog).toContainText("mlp on Replica");
  await expect(dialog).toContainText("Not judged: spare.");
  await expect(dialog).toContainText("As an override");
  await apply(dialog);
  await expect(page.getByText(/Read back from Replica: as asked/)).toBeVisible();
  expect(fs.readFileSync(path.join(replica, "mlp", "config.pbtxt"), "utf8")).not.toContain(
    "string_value",
  );
});

test("a remote server that stops before the apply loses nothing", async ({
  console: running,
  page,
}) => {
  await openConfiguration(page, running, "server-1");
  await append(page, "# typed before it went away\n");
  const dialog = await review(page);
  await expect(dialog).toContainText("Only comments");
  await remote.stop();
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(dialog).toContainText("the server doesn't answer");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await expect(editor(page)).toContainText("typed before it went away");
  await expect(page.getByText("The server does not answer")).toBeVisible();

  remote = await startRemoteEngine(replica, { before: remote });
  await expect(
    page.getByText("The configuration changed since this draft was started"),
  ).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("button", { name: "Show the difference" }).click();
  await modal(page).getByRole("button", { name: "All mine" }).click();
  await modal(page).getByRole("button", { name: /^Keep/ }).click();
  await apply(modal(page));
  await expect(page.getByText(/Read back from Replica/)).toBeVisible();
});

test("local against remote: fields and texts, swapped, by link", async ({
  console: running,
  page,
}) => {
  await compareWithReplica(page, running);
  const fields = page.getByRole("list", { name: "Fields that differ" });
  await expect(fields).toContainText('parameters["a"]');
  await expect(fields).toContainText(/not set → .*"b"/);
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(fields).toContainText(/"b".* → not set/);
  await expectAccessible(page);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(fields).toContainText(/"b".* → not set/);
});

test("values filled in by a server are differences, until both are compared as served", async ({
  console: running,
  page,
}) => {
  await compareWithReplica(page, running);
  await expect(
    page.getByText("One side is as written, the other as its server completed it"),
  ).toBeVisible();
  const fields = page.getByRole("list", { name: "Fields that differ" });
  const count = await fields.getByRole("listitem").count();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare both as served" }).click();
  await expect(
    page.getByRole("region", { name: "Left" }).getByLabel("Version of the text"),
  ).toHaveValue("served");
  await expect(page.getByText("One side is as written")).toBeHidden();
  await expect(fields).toContainText('parameters["a"]');
  expect(await fields.getByRole("listitem").count()).toBeLessThan(count);
});

test("the copied curl command applies the override", async ({ console: running, page }) => {
  await openConfiguration(page, running, "server-1");
  await page.getByRole("button", { name: "Copy as a call…" }).click();
  const command = await page.getByRole("region", { name: "curl call" }).innerText();
  await expect(page.getByRole("region", { name: "Python call" })).toContainText("load_model");
  await expectAccessible(page);
  execFileSync("sh", ["-c", command]);
  const config = await fetch(`http://${remote.http}/v2/models/mlp/config`);
  expect(JSON.stringify(await config.json())).toContain('"string_value":"b"');
});

test("a model is exported as a folder, and existing files are only replaced after a confirmation", async ({
  console: running,
  page,
}) => {
  const folder = path.join(running.dataDirectory, "exported");
  await openConfiguration(page, running);
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Folder").fill(folder);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog).toContainText("Exported mlp");
  expect(fs.readdirSync(path.join(folder, "mlp")).sort()).toEqual(["1", "config.pbtxt"]);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog).toContainText("Some models already exist there");
  await dialog.getByRole("button", { name: "Replace them" }).click();
  await expect(dialog).toContainText("Exported mlp");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Repository folder").fill(folder);
  await page.keyboard.press("Enter");
  const ask = page.getByRole("dialog", { name: "Open model repository?" });
  await expect(ask.getByText("1 model.")).toBeVisible();
  await ask.getByRole("button", { name: "Open repository" }).click();
  await expect(ask).toBeHidden();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toHaveCount(1, {
    timeout: 20_000,
  });
  await expect(page.getByRole("row", { name: /^ranker/ })).toHaveCount(0);

  // Returns to the repository of the other tests.
  await page.getByRole("link", { name: "Settings" }).click();
  await page
    .getByRole("button", { name: `Open ${path.join(running.dataDirectory, "models")}` })
    .click();
  await ask.getByRole("button", { name: "Open repository" }).click();
  await expect(ask).toBeHidden();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("row", { name: /^ranker (.+ )?Ready/ })).toHaveCount(1, {
    timeout: 20_000,
  });
});
