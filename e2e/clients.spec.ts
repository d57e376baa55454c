import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, openModel, type RunningConsole, test } from "./console.ts";
import { expectAccessible } from "./workbench.ts";

test.use({ consoleName: "clients", models: { write: writeModels } });
test.describe.configure({ mode: "serial" });

const tensor = (name: string, type: string) =>
  `{ name: "${name}" data_type: TYPE_${type} dims: [ -1 ] }`;

function writeModel(repository: string, name: string, config: string): void {
  const folder = path.join(repository, name);
  fs.mkdirSync(path.join(folder, "1"), { recursive: true });
  fs.writeFileSync(path.join(folder, "1", ".keep"), "");
  fs.writeFileSync(path.join(folder, "config.pbtxt"), `${config}\n`);
}

function writeModels(repository: string): void {
  const io = `input [ ${tensor("x", "FP32")} ] output [ ${tensor("y", "FP32")} ]`;
  writeModel(
    repository,
    "echo",
    `backend: "identity" max_batch_size: 8 ${io} response_cache { enable: true } dynamic_batching { priority_levels: 3 default_priority_level: 2 }`,
  );
  // Its sizes are fixed, since trying sizes would take ten seconds.
  writeModel(
    repository,
    "slow",
    `backend: "identity" max_batch_size: 8 ${io.replaceAll("-1", "4")} parameters { key: "execute_delay_ms" value { string_value: "20000" } }`,
  );
  writeModel(
    repository,
    "repeat",
    `backend: "repeat" model_transaction_policy { decoupled: true }
input [ ${tensor("IN", "INT32")}, ${tensor("DELAY", "UINT32")}, { name: "WAIT" data_type: TYPE_UINT32 dims: [ 1 ] } ]
output [ { name: "OUT" data_type: TYPE_INT32 dims: [ 1 ] }, { name: "IDX" data_type: TYPE_UINT32 dims: [ 1 ] } ]`,
  );
}

async function open(page: Page, running: RunningConsole, model: string): Promise<void> {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: new RegExp(`^${model} (.+ )?Ready`) })).toBeVisible();
  await openModel(page, model);
  await page.getByRole("tab", { name: "Try it" }).click();
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const sendButton = (page: Page) => page.getByRole("button", { name: "Send request" });

test("one request shows its response, the client's timing and the server's split", async ({
  console: running,
  page,
}) => {
  await open(page, running, "echo");
  await region(page, "Request").getByRole("button", { name: "Manual" }).click();
  await page.getByRole("textbox", { name: "x as JSON" }).fill("[0.5, 1, -2]");
  await sendButton(page).click();
  const answer = region(page, "Response");
  await expect(answer.getByText("HTTP 200")).toBeVisible();
  await expect(answer.getByText("cache miss")).toBeVisible();
  await expect(answer.getByText("0.5, 1, -2")).toBeVisible();
  await expect(answer.getByText("FP32 [1, 3] · 12 B")).toBeVisible();
  await expect(answer.getByRole("row", { name: /^Total .*(ms|µs)/ })).toBeVisible();
  await expect(answer.getByText("exact", { exact: true })).toBeVisible();
  await expect(answer.getByRole("row", { name: /^Compute: infer .*(ms|µs)/ })).toBeVisible();

  await region(page, "Request").getByRole("button", { name: "gRPC" }).click();
  await sendButton(page).click();
  await expect(answer.getByText("cache hit")).toBeVisible();
  await expect(answer.getByText(/· gRPC · version 1/)).toBeVisible();
  await expect(answer.getByRole("row", { name: /^Total .*%/ })).toBeVisible();
  await expect(region(page, "Last requests").getByRole("row")).toHaveCount(3);
});

test("values that don't match the model are rejected before anything is sent", async ({
  console: running,
  page,
}) => {
  await open(page, running, "echo");
  const text = page.getByRole("textbox", { name: "x as JSON" });
  await region(page, "Request").getByRole("button", { name: "Manual" }).click();
  await text.fill('["one"]');
  await expect(page.getByText(/^Input 'x': element 0 is "one", not a number/)).toBeVisible();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await expect(sendButton(page)).toBeDisabled();
  await text.fill("[1]");
  await expect(sendButton(page)).toBeEnabled();
  await page.getByText("Parameters").click();
  await page.getByRole("textbox", { name: "Priority" }).fill("9");
  await expect(page.getByText(/has 3 priority levels/)).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
});

test("client code has the request's values, in every language", async ({
  console: running,
  page,
}) => {
  await open(page, running, "echo");
  await region(page, "Request").getByRole("button", { name: "Manual" }).click();
  await page.getByRole("textbox", { name: "x as JSON" }).fill("[42.25]");
  const code = region(page, "Client code");
  const shown: [string, RegExp][] = [
    ["Python, gRPC", /np\.array\(\[42\.25\], dtype=np\.float32\)/],
    ["Python, HTTP", /ThreadPoolExecutor/],
    ["TypeScript", /AbortSignal\.timeout\(deadlineMs\)/],
    ["curl", /"data":\[42\.25\]/],
    ["grpcurl", /"raw_input_contents":\["AAApQg=="\]/],
  ];
  for (const [language, words] of shown) {
    await code.getByRole("button", { name: language, exact: true }).click();
    await expect(code.getByRole("region", { name: `Client code: ${language}` })).toHaveText(words);
  }
});

test("a request is cancelled by the user, and at its deadline", async ({
  console: running,
  page,
}) => {
  await open(page, running, "slow");
  await sendButton(page).click();
  await expect(region(page, "Response").getByText("under way")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(region(page, "Response").getByRole("alert")).toContainText("CANCELLED");
  await page.getByText("Parameters").click();
  await page.getByRole("textbox", { name: "Deadline" }).fill("100");
  await sendButton(page).click();
  await expect(region(page, "Response").getByRole("alert")).toContainText("DEADLINE_EXCEEDED");
});

async function typeRepeat(page: Page, values: string, delays: string): Promise<void> {
  const form = region(page, "Request");
  for (const [name, text] of [
    ["IN", values],
    ["DELAY", delays],
    ["WAIT", "[0]"],
  ] as const) {
    await form
      .getByRole("group", { name: `Values of ${name}` })
      .getByRole("button", { name: "Manual" })
      .click();
    await page.getByRole("textbox", { name: `${name} as JSON` }).fill(text);
  }
}

test("a decoupled model's responses are shown as they arrive", async ({
  console: running,
  page,
}) => {
  await open(page, running, "repeat");
  await typeRepeat(page, "[7, 8, 9]", "[0, 600, 600]");
  await sendButton(page).click();
  const answer = region(page, "Response");
  await expect(answer.getByText("under way")).toBeVisible();
  await expect(answer.getByRole("heading", { name: "OUT" })).toBeVisible();
  await expect(answer.getByText("3 responses")).toBeVisible();
  await expect(answer.getByRole("listitem").last()).toContainText("OUT [9]");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page is accessible and fits, ${colorScheme}`, async ({ browser, console: running }) => {
    test.slow();
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const [model, width] of [
      ["echo", 1280],
      ["repeat", 1920],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await open(page, running, model);
      if (model === "repeat") await typeRepeat(page, "[1, 2]", "[0, 0]");
      await page.getByText("Parameters").click();
      await page.getByText(/^Outputs/).click();
      await sendButton(page).click();
      await expect(region(page, "Response").getByText(/^(HTTP 200|OK)$/)).toBeVisible();
      await expectAccessible(page, model);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
}
