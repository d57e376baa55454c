import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { CHAT_MODEL, type ChatServer, startChatServer } from "../main/lab/testing/chat-server.ts";
import {
  AIPERF_MULTI_TURN,
  MOONCAKE,
  SHAREGPT,
  TraceFiles,
} from "../main/wire/inputs/chat/traces/testing/trace-files.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible, settle } from "./workbench.ts";

test.describe.configure({ mode: "serial" });
test.use({ consoleName: "chat load by trace" });

let chat: ChatServer;
let files: TraceFiles;

test.beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 10, prefillMsPerToken: 0.02, decodeMs: 2 });
  files = new TraceFiles();
});
test.afterAll(async () => {
  files[Symbol.dispose]();
  await chat[Symbol.asyncDispose]();
});

/** Folder for screenshots in both colour schemes; none are taken unless it is set. */
const PICTURES = process.env["PICTURES"];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await page.setViewportSize({ width: 1280, height: 2000 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    await page.screenshot({ path: path.join(PICTURES, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole("link", { name: "chatter", exact: true }).first().click();
  await page
    .getByRole("table", { name: "Models of chatter" })
    .getByRole("link", { name: CHAT_MODEL })
    .click();
  await page.getByRole("link", { name: "New experiment" }).first().click();
  await expect(page.getByText("OpenAI", { exact: true })).toBeVisible();
}

const prompts = (page: Page) => page.getByRole("group", { name: "Prompts" });
const whole = (page: Page) => page.getByText("Done", { exact: true });

async function chooseTrace(page: Page, file: string): Promise<void> {
  await prompts(page).getByText("Trace").click();
  await page.getByLabel("Trace file").fill(file);
}

test("[LAB-TRACE-10, LAB-TRACE-13] a trace is summarised, cut, and replayed at two speeds", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await connectServer(page, { name: "chatter", address: chat.address });
  await openForm(page);
  await prompts(page).getByText("Trace").click();
  await expect(page.getByText("requests are sent at the instants")).toBeVisible();
  await page.getByLabel("Trace file").fill("/nowhere/trace.jsonl");
  await expect(page.getByText("'/nowhere/trace.jsonl' does not exist.").first()).toBeVisible();
  await expectAccessible(page, "a trace that cannot be read");

  const line = (at: number, ids: string) =>
    `{"timestamp": ${at}, "input_length": 1200, "output_length": 4, "hash_ids": [${ids}]}`;
  const recorded = Array.from({ length: 90 }, (_, i) => line(i * 40, `0, 1, ${i + 2}`)).join("\n");
  const file = files.write("mooncake.jsonl", `${MOONCAKE}\n${recorded}`);
  await page.getByLabel("Trace file").fill(file);
  const summary = page.getByRole("region", { name: "Trace" });
  await expect(summary).toContainText("Mooncake");
  await expect(summary).toContainText("94 requests");
  await expect(summary).toContainText("of the prompt tokens were sent before");
  await page.getByLabel("Until").fill("2");
  await expect(summary).toContainText("54 requests of 94");
  await expect(summary.getByRole("img", { name: /^Arrivals over time/ })).toBeVisible();
  await page.getByRole("button", { name: "Speed 2", exact: true }).click();
  await expect(page.getByText("A trace is measured from its first request")).toBeVisible();
  await expect(page.getByText("About 108 requests.")).toBeVisible();
  await expectAccessible(page, "the form with a trace");
  await picture(page, "trace-form");
  await page.getByRole("button", { name: "Run", exact: true }).click();

  await expect(whole(page)).toBeVisible({ timeout: 90_000 });
  await expect(
    page.getByText(
      /^Mooncake trace mooncake\.jsonl \(SHA-256 [0-9a-f]{12}…\), 0 s to 2 s of it, 54 requests, instants at 1 and 2 times the recorded speed\.$/,
    ),
  ).toBeVisible();
  await expectAccessible(page, "the result of a trace");
  await picture(page, "trace-result");
  expect(chat.bodies.filter(({ stream }) => stream).length).toBeGreaterThanOrEqual(108);
});

test("[LAB-TRACE-8] a trace that changes is read again on demand", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openForm(page);
  await prompts(page).getByText("Trace").click();
  const file = files.write("changes.jsonl", MOONCAKE);
  await page.getByLabel("Trace file").fill(file);
  const summary = page.getByRole("region", { name: "Trace" });
  await expect(summary).toContainText("4 requests");
  fs.appendFileSync(file, `\n${MOONCAKE}`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("has changed since the plan was made").first()).toBeVisible();
  await page.getByRole("button", { name: "Read file again" }).click();
  await expect(summary).toContainText("8 requests");
});

test("[LAB-CONV-5, LAB-CONV-6] conversations of several turns, with figures for each turn", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openForm(page);
  const bodies = chat.bodies.length;
  await page.getByText("Conversations of several turns").click();
  await page.getByRole("group", { name: "Turns", exact: true }).getByText("Fixed").click();
  await page.getByLabel("Number", { exact: true }).fill("3");
  await page.getByRole("group", { name: "Time between turns" }).getByText("Fixed").click();
  await page.getByLabel("Delay", { exact: true }).fill("20");
  await page.getByText("Prompts share prefixes").click();
  await page.getByRole("group", { name: "Requests by prefix" }).getByText("Weights").click();
  await page.getByLabel("Weights", { exact: true }).fill("4, 2, 1");
  await expect(page.getByText("There must be one weight for each group.").first()).toBeVisible();
  await page.getByLabel("Weights", { exact: true }).fill("4, 2, 1, 1");
  await page.getByRole("group", { name: "Response length" }).getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("6");
  await page.getByLabel("Pace", { exact: true }).fill("30");
  await page.getByLabel("Seconds per step").fill("2");
  await page.getByRole("button", { name: "Concurrency 16" }).click();
  await expectAccessible(page, "the form with conversations");
  await picture(page, "conversation-form");
  await page.getByRole("button", { name: "Run", exact: true }).click();

  await expect(whole(page)).toBeVisible({ timeout: 90_000 });
  const turns = page.getByRole("table", { name: "Turns by step" });
  await expect(turns.getByRole("row")).toHaveCount(7);
  await expect(page.getByText(/conversations begun, .* none ended early/).first()).toBeVisible();
  await expectAccessible(page, "the result of conversations");
  await picture(page, "conversation-result");
  const later = chat.bodies.slice(bodies).filter(({ messages }) => messages?.length === 5);
  expect(later.length).toBeGreaterThan(0);
});

test("[LAB-CONV-8, LAB-TRACE-14] conversations of ShareGPT, which records no instants, begin with a number of clients, the users", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openForm(page);
  await chooseTrace(page, files.write("sharegpt.json", SHAREGPT));
  await expect(page.getByRole("region", { name: "Trace" })).toContainText("2 conversations");
  await expect(page.getByText("does not record when requests arrived").first()).toBeVisible();
  await page.getByText("Conversations of several turns").click();
  await expect(page.getByText("Closed loop: N clients")).toBeVisible();
  await expect(page.getByText("does not record when requests arrived")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await picture(page, "sharegpt-form");
});

test("[LAB-TRACE-18] conversations of AIPerf, which may lack instants and lengths of answers", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openForm(page);
  await chooseTrace(page, files.write("multi.jsonl", AIPERF_MULTI_TURN));
  const summary = page.getByRole("region", { name: "Trace" });
  await expect(summary).toContainText("AIPerf");
  await expect(summary).toContainText("4 are not recorded");
  await expect(page.getByText("does not record when requests arrived").first()).toBeVisible();
  await page.getByText("Conversations of several turns").click();
  await page.getByRole("group", { name: "Load" }).getByText("Clients", { exact: true }).click();
  const lengths = page.getByRole("group", { name: "Response length" });
  await lengths.getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("4");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await expectAccessible(page, "the form with AIPerf's conversations");
  await picture(page, "aiperf-form");
});
