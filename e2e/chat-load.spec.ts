import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { CHAT_MODEL, type ChatServer, startChatServer } from "../main/lab/testing/chat-server.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible, warmUpBriefly } from "./workbench.ts";

test.describe.configure({ mode: "serial" });
test.use({ consoleName: "chat load" });

let chat: ChatServer;

test.beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 20, prefillMsPerToken: 0.1, decodeMs: 5 });
});
test.afterAll(() => chat[Symbol.asyncDispose]());

/** Opens the form of an experiment with the chat server's model. */
async function openNewExperiment(page: Page): Promise<void> {
  await page.getByRole("link", { name: "chatter", exact: true }).click();
  await page
    .getByRole("table", { name: "Models of chatter" })
    .getByRole("link", { name: CHAT_MODEL })
    .click();
  await page.getByRole("link", { name: "New experiment" }).first().click();
}

test("load on a chat server with prompt and answer lengths", async ({ console: running, page }) => {
  test.setTimeout(120_000);
  await page.goto(running.url);
  await connectServer(page, { name: "chatter", address: chat.address });
  await openNewExperiment(page);
  await expect(page.getByText("OpenAI", { exact: true })).toBeVisible();

  await expect(page.getByRole("button", { name: "Compare configurations" })).toHaveCount(0);
  await expect(page.getByText("configuration can’t be changed by call")).toBeVisible();
  await expectAccessible(page, "the form");
  const lengths = page.getByRole("group", { name: "Response length" });
  await lengths.getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("8");
  await page.getByText("Prompts share prefixes").click();
  await page.getByLabel("Seconds per step").fill("1");
  await warmUpBriefly(page);
  await page.getByText("Set a latency objective").click();
  await expect(page.getByText("to its first token")).toBeVisible();
  await page.getByLabel("And whole response").fill("5");
  await expectAccessible(page, "the form with goodput's limits");
  await page.getByRole("button", { name: "Run", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Tokens" }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  const tokens = page.getByRole("table", { name: "Tokens by step" });
  await expect(tokens.getByText("tokens/s").first()).toBeVisible();
  await expect(tokens.getByRole("columnheader", { name: "First token p50" })).toBeVisible();
  await expect(tokens.getByRole("columnheader", { name: "Prefix-cache hits" })).toBeVisible();
  await expect(page.getByText("First token against rate")).toBeVisible();
  await expect(page.getByText("Between chunks against output")).toBeVisible();
  await expect(page.getByText("output tokens", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Goodput" })).toBeVisible();
  await expect(page.getByText("Over whole response ≤ 5 ms")).toBeVisible();
  await expectAccessible(page, "the result");
  expect(chat.bodies.at(-1)).toMatchObject({ model: CHAT_MODEL, max_tokens: 8, stream: true });

  await expect(page.getByText("Neither price nor power of the server is known.")).toBeVisible();
  await page.getByRole("button", { name: "Enter price and power" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Price per hour").fill("2,5");
  await dialog.getByLabel("Power from").selectOption("a value that I enter");
  await dialog.getByLabel("Power, W").fill("700");
  await expectAccessible(page, "the dialog for price and power");
  await dialog.getByRole("button", { name: "Save" }).click();
  const costs = page.getByRole("table", { name: "Cost and energy of a million" });
  await expect(costs.getByText("USD").first()).toBeVisible();
  await expect(page.getByText("Price 2.5 USD per hour, as entered")).toBeVisible();
  await expectAccessible(page, "the result with cost and energy");

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "GuideLLM (JSON)" }).click();
  const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
    benchmarks: unknown[];
  };
  expect(file.benchmarks.length).toBeGreaterThan(0);
});

test("the list shows tokens per second", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Experiments" }).first().click();
  await expect(page.getByRole("row", { name: new RegExp(CHAT_MODEL) })).toContainText(
    /tokens\/s|none valid/,
  );
});

test("load with embeddings", async ({ console: running, page }) => {
  test.setTimeout(120_000);
  await page.goto(running.url);
  await openNewExperiment(page);
  await page.getByText("Rerank", { exact: true }).click();
  await expect(page.getByLabel("Documents per request")).toHaveValue("16");
  await expectAccessible(page, "the form of a rerank");
  await page.getByText("Embeddings", { exact: true }).click();
  await page.getByLabel("Texts per request").fill("2");
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "batchdeck-texts-")), "texts.jsonl");
  writeFileSync(
    file,
    ["one", "two", "three", "four"].map((text) => JSON.stringify({ text })).join("\n"),
  );
  await page.getByRole("group", { name: "Texts" }).getByText("From a file").click();
  await page.getByLabel("File of texts").fill(file);
  await page.getByLabel("Seconds per step").fill("2");
  await expectAccessible(page, "the form of embeddings");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("heading", { name: "Texts" })).toBeVisible();
  await expect(page.getByText("Input tokens", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "First token p50" })).toHaveCount(0);
  await expectAccessible(page, "the result of embeddings");
  const { input } = chat.bodies.at(-1) ?? {};
  expect([
    ["one", "two"],
    ["three", "four"],
  ]).toContainEqual(input);
  await expect(page.getByText("Requests, server")).toBeVisible();
});

test("[LAB-WHOLE-3] load with responses that aren't streamed has tokens, and no times of tokens", async ({
  console: running,
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto(running.url);
  await openNewExperiment(page);
  await page.getByRole("group", { name: "Responses" }).getByText("Whole").click();
  await expect(page.getByText("Times to the first token and per token can’t be")).toBeVisible();
  await page.getByRole("group", { name: "Response length" }).getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("8");
  await page.getByText("Prompts share prefixes").click();
  await page.getByLabel("Seconds per step").fill("1");
  await warmUpBriefly(page);
  await expectAccessible(page, "the form without streaming");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole("heading", { name: "Tokens", exact: true })).toBeVisible();
  await expect(page.getByText("Output tokens", { exact: true })).toBeVisible();
  await expect(page.getByText("Not measured", { exact: true })).toBeVisible();
  await expect(page.getByText("First token against rate")).toHaveCount(0);
  await expectAccessible(page, "the result without streaming");
  expect(chat.bodies.at(-1)).toMatchObject({ model: CHAT_MODEL, max_tokens: 8 });
  expect(chat.bodies.at(-1)).not.toHaveProperty("stream");
});

test("[LAB-CONV-11] conversations at a rate, with a max in progress and a price of tokens in the plan", async ({
  console: running,
  page,
}) => {
  test.setTimeout(120_000);
  chat.engine.reportsCached = true;
  await page.goto(running.url);
  await openNewExperiment(page);
  await page.getByRole("group", { name: "Response length" }).getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("4");
  await page.getByText("Prompts share prefixes").click();
  await page.getByText("Conversations of several turns").click();
  await page
    .getByRole("group", { name: "Time between turns" })
    .getByText("Fixed", { exact: true })
    .click();
  await page.getByLabel("Delay", { exact: true }).fill("20");
  await page.getByRole("group", { name: "Load" }).getByText("Rate", { exact: true }).click();
  await expect(page.getByText("conversations/s").first()).toBeVisible();
  for (const rate of [10, 50, 100, 200])
    await page.getByRole("button", { name: `Rate ${rate}`, exact: true }).click();
  await page.getByLabel("Max conversations").fill("0");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await page.getByLabel("Max conversations").fill("50");
  await page.getByRole("button", { name: "Copy as command" }).click();
  await expect(page.getByRole("dialog")).toContainText("--max-conversations=50");
  await page.keyboard.press("Escape");
  await page.getByLabel("Seconds per step").fill("3");
  await warmUpBriefly(page);
  await page.getByText("Price and power").click();
  await page.getByLabel("Price of").selectOption("tokens, per million");
  await page.getByLabel("Per million input tokens").fill("0.5");
  await page.getByLabel("Per million output tokens").fill("cheap");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await page.getByLabel("Per million output tokens").fill("1.5");
  await page.getByLabel("Power from").selectOption("DCGM through Prometheus");
  await expectAccessible(page, "the form with conversations at a rate");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/of [\d.]+ planned conversations\/s begun/)).toBeVisible();
  const prefixes = page.getByRole("table", { name: "Requests by shared prefix" });
  await expect(prefixes.getByRole("columnheader", { name: "Cached" })).toBeVisible();
  await expect(page.getByText("Price 0.5 USD for a million input tokens")).toBeVisible();
  await expectAccessible(page, "the result of conversations at a rate");
});

test("load with responses: conversations whose tool calls are answered, and misfits at their field", async ({
  console: running,
  page,
}) => {
  test.setTimeout(120_000);
  await page.goto(running.url);
  await openNewExperiment(page);
  await page.getByText("Prompts have audio").click();
  await expect(page.getByLabel("Mean length")).toHaveValue("5");
  await expectAccessible(page, "the form with audio");
  await page.getByRole("button", { name: "Responses", exact: true }).click();
  await expect(page.getByText("The Responses API takes no audio.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await expectAccessible(page, "the form with a misfit");
  await page.getByText("Prompts have audio").click();
  await page.getByText("Conversations of several turns").click();
  await page.getByText("Requests offer tools").click();
  await expect(page.getByLabel("Rounds of a turn")).toHaveValue("1");
  await page.getByLabel("Tool delay").fill("10");
  const lengths = page.getByRole("group", { name: "Response length" });
  await lengths.getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).first().fill("4");
  await page.getByLabel("Seconds per step").fill("2");
  await warmUpBriefly(page);
  await expectAccessible(page, "the form with answered tools");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 90_000 });
  const turns = page.getByRole("table", { name: "Turns by step" });
  await expect(turns.getByText("Tool results").first()).toBeVisible();
  await expectAccessible(page, "the result with tools' answers");
  const last = chat.bodies.at(-1);
  expect(last).toMatchObject({ model: CHAT_MODEL, store: false, stream: true });
  expect(chat.paths.at(-1)).toBe("/v1/responses");
});
