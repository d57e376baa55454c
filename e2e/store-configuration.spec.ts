import fs from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { sampleModels } from "../assets/sample-models/catalogue.ts";
import { S3Double } from "../engine/stores/testing/s3-double.ts";
import { editor, expect, openModel, temporaryDirectory, test } from "./console.ts";

const KEY = "models/ranker/config.pbtxt";

let store: S3Double;
let cache: string;

test.beforeAll(async () => {
  // The console reads them when it starts.
  cache = temporaryDirectory("e2e-store-cache");
  process.env["XDG_CACHE_HOME"] = cache;
  process.env["AWS_ACCESS_KEY_ID"] = "key";
  process.env["AWS_SECRET_ACCESS_KEY"] = "secret";
  store = await S3Double.start();
  const ranker = sampleModels.find(({ name }) => name === "ranker");
  store.put("models/ranker/1/model.onnx", ranker?.build() ?? "");
  store.put(KEY, ranker?.config ?? "");
});

test.afterAll(async () => {
  await store[Symbol.asyncDispose]();
  for (const name of ["XDG_CACHE_HOME", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
    delete process.env[name];
  fs.rmSync(cache, { recursive: true, force: true });
});

test.use({ consoleName: "store" });

const stored = () => store.objects.get(KEY)?.content.toString() ?? "";

test("a configuration is written back to the store after permission and confirmation, and conflicts show", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Repository folder").fill(`${store.url}/models`);
  await page.getByRole("button", { name: "Open repository…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open repository" }).click();
  await expect(page.getByText("Repository opened")).toBeVisible();

  await openModel(page, "ranker");
  await page.getByRole("tab", { name: "Configuration" }).click();
  await expect(editor(page)).toContainText("max_batch_size");
  await page.getByRole("button", { name: "Turn on dynamic batching" }).click();
  await page.getByRole("button", { name: "Review and apply" }).click();
  const dialog = page.getByRole("dialog").first();
  await expect(dialog).toContainText("As an override:");
  await dialog.getByRole("button", { name: "Allow writing to the store…" }).click();
  await page.getByRole("button", { name: "Allow writing", exact: true }).click();

  // The store's text has comments that the active configuration lacks: the draft is now based on
  // another text.
  await dialog.getByRole("button", { name: "Show the difference" }).click();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(editor(page)).toContainText("A dense ranker");
  await page.getByRole("button", { name: "Turn on dynamic batching" }).click();
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("button", { name: "Write to the store", exact: true }).click();
  await page.getByRole("button", { name: "Write to the store…" }).click();
  const confirm = page.getByRole("dialog").last();
  await expect(confirm).toContainText("bucket");
  await expect(confirm).toContainText(KEY);
  expect(store.writes).toEqual([]);
  await confirm.getByRole("button", { name: "Write to the store", exact: true }).click();
  await expect(page.getByText("ranker serves with the new configuration")).toBeVisible();
  expect(stored()).toContain("dynamic_batching");
  expect(stored()).toContain("A dense ranker");

  await page.getByRole("tab", { name: "History" }).click();
  await page
    .getByRole("button", { name: /^Revert to / })
    .last()
    .click();
  const revert = page.getByRole("dialog").last();
  await expect(revert).toContainText("It is applied as an override, until");
  await revert.getByLabel("Write config.pbtxt to the store").check();
  await expect(revert).toContainText(KEY);
  await revert.getByRole("button", { name: "Revert ranker" }).click();
  await expect.poll(stored).not.toContain("dynamic_batching");

  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByRole("button", { name: "Export…" }).click();
  const exporting = page.getByRole("dialog", { name: "Export ranker" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    exporting.getByRole("button", { name: "Download .zip" }).click(),
  ]);
  await expect(exporting).toContainText("Downloaded ranker.zip");
  const unpacked = unzipSync(fs.readFileSync(await download.path()));
  expect(Buffer.from(unpacked["ranker/ranker/config.pbtxt"] ?? []).toString()).toBe(stored());
  const model = store.objects.get("models/ranker/1/model.onnx")?.content;
  expect(model?.equals(unpacked["ranker/ranker/1/model.onnx"] ?? Buffer.alloc(0))).toBe(true);
  const folder = path.join(cache, "exported");
  await exporting.getByLabel("Folder").fill(folder);
  await exporting.getByRole("button", { name: "Export", exact: true }).click();
  await expect(exporting).toContainText("Exported ranker");
  expect(model?.equals(fs.readFileSync(path.join(folder, "ranker/1/model.onnx")))).toBe(true);
  await exporting.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByText("Configurations may be written to it.")).toBeVisible();
  await page.getByRole("button", { name: `Forbid writing to ${store.url}/models` }).click();
  await expect(page.getByText("Configurations may be written to it.")).toBeHidden();
});
