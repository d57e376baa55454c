import fs from "node:fs";
import path from "node:path";
import type { Download, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import {
  editor,
  expect,
  type RunningConsole,
  temporaryDirectory,
  test,
  signIn,
} from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "download" });

const directory = temporaryDirectory("download");

test.afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

/** The download that the button starts. */
async function fetched(page: Page): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .zip" }).click(),
  ]);
  return download;
}

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();

/** Expects the ZIP file to contain exactly `folder`'s files below `top`. */
async function expectSameFiles(download: Download, folder: string, top: string): Promise<void> {
  const zip = await download.path();
  const unpacked = unzipSync(fs.readFileSync(zip));
  const names = Object.keys(unpacked).filter((name) => !name.endsWith("/"));
  expect(names.toSorted()).toEqual(filesIn(folder).map((name) => `${top}/${name}`));
  for (const name of filesIn(folder)) {
    const content = fs.readFileSync(path.join(folder, name));
    expect(content.equals(unpacked[`${top}/${name}`] ?? Buffer.alloc(0)), name).toBe(true);
  }
}

const modelFile = (running: RunningConsole) =>
  path.join(running.dataDirectory, "models/ranker/1/model.onnx");

async function openDeploy(page: Page, running: RunningConsole): Promise<void> {
  await signIn(page, running.url);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/ranker?tab=configuration`);
  await page.getByRole("link", { name: "To a cluster…" }).click();
  await expect(page.getByRole("checkbox", { name: "ranker" })).toBeChecked();
}

test("the whole repository is downloaded as a ZIP file with the same content as a folder", async ({
  page,
  console: running,
}) => {
  const folder = path.join(directory, "repository");
  await signIn(page, running.url);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/ranker?tab=configuration`);
  await expect(editor(page)).toContainText("max_batch_size");
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = modal(page);
  await dialog.getByRole("button", { name: "Whole repository" }).click();
  await dialog.getByLabel("Folder").fill(folder);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog).toContainText("Exported", { timeout: 30_000 });

  const download = await fetched(page);
  expect(download.suggestedFilename()).toBe("model-repository.zip");
  await expectSameFiles(download, folder, "model-repository");
  await expect(dialog).toContainText("Downloaded model-repository.zip");
  await expectAccessible(page);

  // Its address works once.
  expect((await fetch(download.url())).status).toBe(404);
});

test("the folder for a cluster is downloaded, too", async ({ page, console: running }) => {
  const folder = path.join(directory, "cluster");
  await openDeploy(page, running);
  await page.getByLabel("Name", { exact: true }).fill("search-ranker");
  await page.getByLabel("Output folder").fill(folder);
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText("Its README says what to run")).toBeVisible({ timeout: 30_000 });

  const download = await fetched(page);
  expect(download.suggestedFilename()).toBe("search-ranker.zip");
  await expectSameFiles(download, folder, "search-ranker");
  await expect(page.getByText("Downloaded search-ranker.zip")).toBeVisible();
  await expectAccessible(page);
});

test("a removed model file fails the download, and the page shows why", async ({
  page,
  console: running,
}) => {
  await openDeploy(page, running);
  await page.exposeFunction("beforeFetching", () => fs.rmSync(modelFile(running)));
  await page.evaluate(() => {
    const click = Reflect.get(HTMLAnchorElement.prototype, "click");
    const held = async (link: HTMLAnchorElement) => {
      if (link.download !== "") await Reflect.get(window, "beforeFetching")();
      Reflect.apply(click, link, []);
    };
    HTMLAnchorElement.prototype.click = function hold() {
      void held(this);
    };
  });
  const download = await fetched(page);
  expect(await download.failure()).not.toBeNull();
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Not downloaded");
  await expect(notice).toContainText(`'${modelFile(running)}' does not exist.`);
});
