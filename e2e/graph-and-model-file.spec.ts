import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { denseLayers, denseModel } from "../assets/sample-models/models/dense.ts";
import { FLOAT, GraphBuilder } from "../assets/sample-models/onnx/graph.ts";
import { editor, expect, openModel, type RunningConsole, test } from "./console.ts";
import {
  apply,
  discard,
  expectAccessible,
  problems,
  review,
  settle,
  draftText,
  violations,
  write,
} from "./workbench.ts";

test.use({ consoleName: "graph", models: { write: writeModels } });
test.describe.configure({ mode: "serial" });

const io = (name: string, dims: string) =>
  `{ name: "${name}" data_type: TYPE_FP32 dims: [ ${dims} ] }`;

function writeModel(repository: string, name: string, config: string, bytes?: Uint8Array) {
  const version = path.join(repository, name, "1");
  fs.mkdirSync(version, { recursive: true });
  if (bytes) fs.writeFileSync(path.join(version, "model.onnx"), bytes);
  fs.writeFileSync(path.join(repository, name, "config.pbtxt"), config);
}

function writeDense(repository: string, name: string, widths: readonly number[]) {
  const config = `name: "${name}"
backend: "onnxruntime"
max_batch_size: 8
input [ ${io("x", String(widths[0]))} ]
output [ ${io("y", String(widths.at(-1)))} ]
dynamic_batching { }
`;
  writeModel(repository, name, config, denseModel(name, denseLayers(widths, 1)));
}

function unbatchable(): Uint8Array {
  const graph = new GraphBuilder();
  graph.output("y", "Relu", ["x"]);
  return graph.finish(
    "single",
    [{ name: "x", type: FLOAT, shape: [1, 8] }],
    [{ name: "y", type: FLOAT, shape: [1, 8] }],
  );
}

const ensemble = `# From features to scores.
name: "both"
platform: "ensemble"
max_batch_size: 8
input [ ${io("IN", "16")} ]
output [ ${io("OUT", "4")} ]
ensemble_scheduling {
  step [
    {
      model_name: "encode"   # makes the features
      model_version: -1
      input_map { key: "x" value: "IN" }
      output_map { key: "y" value: "features" }
    },
    {
      model_name: "score"
      model_version: -1
      input_map { key: "x" value: "features" }
      output_map { key: "y" value: "OUT" }
    }
  ]
}
`;

function writeModels(repository: string): void {
  writeDense(repository, "encode", [16, 32, 8]);
  writeDense(repository, "score", [8, 4]);
  writeDense(repository, "wide", [12, 4]);
  writeModel(repository, "single", 'backend: "onnxruntime"\n', unbatchable());
  writeModel(repository, "both", ensemble);
  const echo = `input [ ${io("IN", "16")} ] output [ ${io("OUT", "16")} ]`;
  writeModel(repository, "echo", `backend: "identity" max_batch_size: 8 ${echo}\n`);
}

async function openPanel(
  page: Page,
  running: RunningConsole,
  model: string,
  panel: string,
): Promise<void> {
  await page.goto(running.url);
  const row = page.getByRole("row", { name: new RegExp(`^${model} (.+ )?Ready`) });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await openModel(page, model);
  await page.getByRole("tab", { name: "Configuration" }).click();
  await page.getByRole("tab", { name: panel }).click();
}

const graph = (page: Page) => page.getByRole("group", { name: "Graph of both" });
const node = (page: Page, name: RegExp) => graph(page).getByRole("group", { name });

test("an ensemble is drawn with its steps, tensors, types and shapes", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Ensemble input IN$/)).toBeInViewport({ ratio: 0.9 });
  await expect(node(page, /^Step 0, model encode, newest version$/)).toBeInViewport({ ratio: 0.9 });
  await expect(node(page, /^Step 1, model score, newest version$/)).toBeInViewport({ ratio: 0.9 });
  await expect(node(page, /^Ensemble output OUT$/)).toBeInViewport({ ratio: 0.9 });
  for (const words of [
    "Tensor IN, FP32 [−1, 16], from input IN to step 0, x",
    "Tensor features, FP32 [−1, 8], from step 0, y to step 1, x",
    "Tensor OUT, FP32 [−1, 4], from step 1, y to output OUT",
  ])
    await expect(graph(page).getByRole("group", { name: words })).toBeAttached();
});

test("a step is added, reported as invalid, and removed by keyboard only; the text is updated", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 1/)).toBeVisible();
  const before = await draftText(page);
  await page.getByRole("button", { name: "Add step" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a step" });
  // Tensors with matching type and shape are proposed; a model without a match gets none.
  const reads = dialog.getByLabel("Input x reads");
  await dialog.getByLabel("Model").selectOption("encode");
  await expect(reads).toHaveValue("IN");
  await dialog.getByLabel("Model").selectOption("score");
  await expect(reads).toHaveValue("features");
  await expect(reads.locator("option:checked")).toHaveText("features: FP32 [−1, 8]");
  await dialog.getByLabel("Model").selectOption("wide");
  await expect(reads).toHaveValue("");
  await expect(dialog).toContainText("Type: FP32 [−1, 12].");
  await reads.selectOption("features");
  await expect(dialog.getByLabel("Output y writes")).toHaveValue("wide_y");
  await dialog.getByRole("button", { name: "Add step" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("A step with wide was added.")).toBeVisible();
  await expect(editor(page)).toContainText('model_name: "wide"');
  const wide = node(page, /^Step 2, model wide/);
  await expect(wide).toBeVisible();
  await wide.focus();
  await page.keyboard.press("Enter");
  const selected = page.getByRole("region", { name: "Selected in the graph" });
  await expect(selected).toContainText("Step 2, model wide");
  await wide.focus();
  await page.keyboard.press("Delete");
  await expect(node(page, /^Step 2/)).toBeHidden();
  expect(await draftText(page)).toBe(before);
  // One history: undo restores the step, redo removes it.
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editor(page)).toContainText('model_name: "wide"');
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editor(page)).not.toContainText('model_name: "wide"');
  expect(await draftText(page)).toBe(before);
  // The host has it too, before another test opens the draft.
  await expect(page.getByText("As applied")).toBeVisible();
});

test("tensors that do not fit are marked on the edge and the step", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Graph");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a tensor" });
  await dialog.getByLabel("From").selectOption({ label: "IN: input of the ensemble" });
  await dialog.getByLabel("To").selectOption({ label: "Step 1, score" });
  await dialog.getByLabel("Input of the model").fill("x");
  await dialog.getByRole("button", { name: "Connect" }).click();
  const edge = graph(page).getByRole("group", {
    name: "Tensor IN, FP32 [−1, 16] into FP32 [−1, 8], from input IN to step 1, x",
  });
  await expect(edge).toBeAttached();
  await expect(node(page, /^Step 0.*features.*unused/)).toBeVisible();
  await edge.focus();
  await page.keyboard.press("Enter");
  const selected = page.getByRole("region", { name: "Selected in the graph" });
  await expect(selected).toContainText("the server rejects the ensemble");
  await selected.getByRole("button", { name: "Disconnect" }).click();
  await expect(edge).toBeHidden();
  await discard(page);
});

test("an ensemble is checked against the server's models while it is edited", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 1/)).toBeInViewport();
  await write(page, (text) => text.replace('"score"', '"wide"'));
  await expect(problems(page)).toContainText("inconsistent shape");
  await expect(problems(page)).toContainText("rejected as an ensemble");
  await expect(node(page, /^Step 1, model wide.*inconsistent shape/)).toBeInViewport();
  await expect(
    graph(page).getByRole("group", { name: /FP32 \[−1, 8\] into FP32 \[−1, 12\]/ }),
  ).toBeAttached();
  const shots = process.env["SHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/graph-faulty-1280.png` });
  await write(page, (text) => text.replace('"wide"', '"nothing"'));
  await expect(problems(page)).toContainText("models that are not available or ambiguous: nothing");
  await expect(node(page, /^Step 1, model nothing.*not available/)).toBeInViewport();
  await discard(page);
});

test("a mouse connects two dots of the graph", async ({ console: running, page }) => {
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 1/)).toBeInViewport({ ratio: 0.9 });
  await settle(page);
  const middle = async (box: RegExp, side: string) => {
    const { x, y, width, height } = (await node(page, box)
      .locator(`.react-flow__handle.${side}`)
      .first()
      .boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const from = await middle(/^Ensemble input IN/, "source");
  const to = await middle(/^Step 1/, "target");
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 10 });
  await page.mouse.up();
  await expect(page.getByText("The tensor was connected.")).toBeVisible();
  await expect(
    graph(page).getByRole("group", { name: /^Tensor IN, .* to step 1, x$/ }),
  ).toBeAttached();
  await discard(page);
});

test("the list can do everything that the graph can", async ({ console: running, page }) => {
  await openPanel(page, running, "both", "Graph");
  await page.getByRole("group", { name: "View" }).getByText("List").click();
  const step = page.getByRole("listitem", { name: "Step 1, score" });
  await expect(step).toContainText("reads features, FP32 [−1, 8]");
  await step.getByRole("button", { name: "Disconnect input x of step 1" }).click();
  await expect(step).toContainText("reads nothing");
  await step.getByRole("button", { name: "Connect input x of step 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a tensor" });
  await expect(dialog.getByLabel("Input of the model")).toHaveValue("x");
  await dialog.getByLabel("From").selectOption({ label: "features: y of step 0, encode" });
  await dialog.getByRole("button", { name: "Connect" }).click();
  await expect(step).toContainText("reads features");

  const first = page.getByRole("listitem", { name: "Step 0, encode" });
  await first.getByRole("button", { name: "Rename tensor features" }).click();
  await page.getByRole("dialog").getByLabel("New name").fill("code");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(step).toContainText("reads code");
  await expect(editor(page)).toContainText('value: "code"');
  await expect(editor(page)).toContainText("# makes the features");
  expect.soft(await violations(page)).toEqual([]);
  await page.getByRole("group", { name: "View" }).getByText("Graph").click();
  await discard(page);
});

test("the graph follows the text, and stays as it is while the text has syntax errors", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 1/)).toBeVisible();
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('input { name: "more" data_type: TYPE_INT64 dims: 1 }');
  await expect(node(page, /^Ensemble input more, faulty$/)).toBeVisible();
  await page.keyboard.type(" input {{");
  await expect(page.getByText("The text does not parse now")).toBeVisible();
  await expect(node(page, /^Ensemble input more/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add step" })).toBeDisabled();
  await discard(page);
  await expect(node(page, /^Ensemble input more/)).toBeHidden();
});

test("a model's review names the ensembles that would stop, and the toast those that stopped", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "score", "History");
  await write(page, (text) => text.replace("max_batch_size: 8", "max_batch_size: 4"));
  let dialog = await review(page);
  await expect(dialog.getByText("This stops ensembles")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Ensembles that stop serving" })).toContainText(
    "both: ensemble both allows maximum batch size 8, but it contains model score",
  );
  const shots = process.env["SHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/review-stops-1280.png` });
  expect.soft(await violations(page)).toEqual([]);
  await apply(dialog);
  await expect(
    page.getByText("With the new configuration of score, both stopped serving").first(),
  ).toBeVisible();
  await expect(page.getByText("score serves with the new configuration")).toBeVisible();

  // It isn't loaded now, so its file is checked.
  await write(page, (text) => text.replace("max_batch_size: 4", "max_batch_size: 2"));
  dialog = await review(page);
  await expect(dialog.getByRole("region", { name: "Effect" })).toContainText("both");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await write(page, (text) => text.replace("max_batch_size: 2", "max_batch_size: 8"));
  await apply(await review(page));
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("row", { name: /^both (.+ )?Ready/ })).toBeVisible();

  await openModel(page, "encode");
  await page.getByRole("button", { name: "Unload encode" }).click();
  const ask = page.getByRole("dialog", { name: "Unload encode" });
  await expect(ask.getByText("Ensemble both stops serving too.")).toBeVisible();
  await ask.getByRole("button", { name: "Unload encode" }).click();
  await expect(page.getByText("both stopped serving too.").first()).toBeVisible();
  await page.getByRole("button", { name: "Load again encode" }).click();
  await expect(page.getByText("encode loaded").first()).toBeVisible();
});

test("advice on an ensemble considers its models, and advice on a queue the objective", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "echo", "History");
  // echo batches but has no dynamic batcher.
  await page.getByRole("tab", { name: /^Advice/ }).click();
  await page.getByLabel(/^Latency objective/).fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("tab", { name: "Configuration" }).click();
  await write(page, (text) => `${text}dynamic_batching { max_queue_delay_microseconds: 9000 }\n`);
  await expect(problems(page)).toContainText("more than a quarter of the objective of 20 ms");
  await discard(page);

  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 1/)).toBeVisible();
  await write(page, (text) =>
    text
      .replace('input [ { name: "IN"', 'output { name: "ECHO" data_type: TYPE_FP32 dims: 16 }\n$&')
      .replace(
        "step [",
        'step [ { model_name: "echo" model_version: -1 input_map { key: "IN" value: "IN" } output_map { key: "OUT" value: "ECHO" } },',
      ),
  );
  await expect(problems(page)).toContainText("Model 'echo' takes batches of up to 8, but has no");
  await discard(page);
});

test("steps show their models' current figures, and the slowest is marked", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await expect(page.getByText(/left/)).toBeVisible();
  await openPanel(page, running, "both", "Graph");
  await expect(node(page, /^Step 0/).getByText(/inf\/s/)).toBeVisible();
  await expect(
    node(page, /^Step 1/)
      .getByText(/queue .*compute|inf\/s/)
      .first(),
  ).toBeVisible();
  await expect(graph(page).getByText("Slowest")).toBeVisible();
  const folder = process.env["SHOTS"];
  if (folder) await shots(page, folder);
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
});

async function shots(page: Page, folder: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settle(page);
    await page.screenshot({ path: `${folder}/graph-live-${width}.png` });
  }
  await page.getByText("Form", { exact: true }).first().click();
  await settle(page);
  await page.screenshot({ path: `${folder}/graph-wide-1920.png` });
}

test("a model's page lists the ensembles that use it", async ({ console: running, page }) => {
  await openPanel(page, running, "encode", "Graph");
  const uses = page.getByRole("region", { name: "Ensembles that use encode" });
  await expect(uses).toContainText("both, step 0");
  await uses.getByRole("link", { name: "both" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "both" })).toBeVisible();
});

test("a model file's content is shown, and that it can be batched", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "encode", "Model file");
  await expect(page.getByText("The configuration and the file agree.")).toBeVisible();
  await expect(page.getByRole("region", { name: "It can be batched" })).toContainText(
    "its first dimension (batch) may vary",
  );
  await expect(page.getByText(/^808 parameters in 4 tensors, 3\.16 KiB\./)).toBeVisible();
  const weights = page.getByRole("table", { name: "Weights by size" });
  await expect(weights.getByRole("row").nth(1)).toContainText("weight0");
  await page.getByRole("searchbox", { name: "Search weights and operators" }).fill("bias1");
  await expect(weights.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search weights and operators" }).fill("gemm");
  await expect(
    page.getByRole("table", { name: "Operators by count" }).getByRole("row", { name: /^Gemm/ }),
  ).toContainText("2");
});

test("a difference between configuration and file is a finding with its line", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "encode", "Model file");
  await expect(page.getByText("The configuration and the file agree.")).toBeVisible();
  await write(page, (text) => text.replace("dims: [ 16 ]", "dims: [ 17 ]"));
  const compared = page.getByRole("region", { name: "Compared with the configuration" });
  await expect(compared).toContainText("tensor-dims");
  await expect(compared.getByRole("button", { name: /^Line \d+$/ })).toBeVisible();
  await discard(page);
});

test("a model that can't be batched shows why", async ({ console: running, page }) => {
  await openPanel(page, running, "single", "Model file");
  const why = page.getByRole("region", { name: "It cannot be batched" });
  await expect(why).toContainText("Input x: its first dimension is fixed at 1");
  await expect(why).toContainText("max_batch_size must be 0");
});

test("an ensemble has no file, and links to those of its steps", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "both", "Model file");
  await expect(page.getByText("An ensemble has no model file of its own")).toBeVisible();
  await page.getByRole("tabpanel").getByRole("link", { name: "encode" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "encode" })).toBeVisible();
});

test("the server's metadata is shown if the file can't be accessed", async ({
  console: running,
  page,
}) => {
  await openPanel(page, running, "echo", "Model file");
  await expect(page.getByText("Version 1 has no file 'model.onnx'")).toBeVisible();
  const reported = page.getByRole("table", { name: "Inputs and outputs reported by the server" });
  await expect(reported.getByRole("row", { name: /^IN input FP32 \[\?, 16\]/ })).toBeVisible();
  await expect(reported.getByRole("row", { name: /^OUT output FP32 \[\?, 16\]/ })).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`both panels have no accessibility violation, ${colorScheme}`, async ({
    browser,
    console: running,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const [model, panel] of [
      ["both", "Graph"],
      ["encode", "Model file"],
    ] as const) {
      await openPanel(page, running, model, panel);
      if (panel === "Graph") await expect(node(page, /^Step 1/)).toBeVisible();
      else await expect(page.getByText("The configuration and the file agree.")).toBeVisible();
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expectAccessible(page);
        const shots = process.env["SHOTS"];
        if (shots) await page.screenshot({ path: `${shots}/${model}-${colorScheme}-${width}.png` });
      }
    }
    await context.close();
  });
}
