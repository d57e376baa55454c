import { CHAT_MODEL, type ChatServer, startChatServer } from "../main/lab/testing/chat-server.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible } from "./workbench.ts";

test.describe.configure({ mode: "serial" });
test.use({ consoleName: "chat load" });

let chat: ChatServer;

test.beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 20, prefillMsPerToken: 0.1, decodeMs: 5 });
});
test.afterAll(() => chat[Symbol.asyncDispose]());

test("load on a chat server with prompt and answer lengths", async ({ console: running, page }) => {
  test.setTimeout(120_000);
  await page.goto(running.url);
  await connectServer(page, { name: "chatter", address: chat.address });
  await page.getByRole("link", { name: "chatter", exact: true }).click();
  await page
    .getByRole("table", { name: "Models of chatter" })
    .getByRole("link", { name: CHAT_MODEL })
    .click();
  await page.getByRole("link", { name: "New experiment" }).first().click();
  await expect(page.getByText("OpenAI, streamed")).toBeVisible();

  await expect(page.getByRole("button", { name: "Compare configurations" })).toHaveCount(0);
  await expect(page.getByText("configuration can’t be changed by call")).toBeVisible();
  await expectAccessible(page, "the form");
  const lengths = page.getByRole("group", { name: "Answer length" });
  await lengths.getByText("Fixed").click();
  await page.getByLabel("Length", { exact: true }).fill("8");
  await page.getByText("Prompts share prefixes").click();
  await page.getByLabel("Seconds per step").fill("2");
  await page.getByText("Set a latency objective").click();
  await expect(page.getByText("to its first token")).toBeVisible();
  await page.getByLabel("And whole answer").fill("5");
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
  await expect(page.getByText("Between pieces against output")).toBeVisible();
  await expect(page.getByText("output tokens", { exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Goodput" })).toBeVisible();
  await expect(page.getByText("Over whole answer ≤ 5 ms")).toBeVisible();
  await expectAccessible(page, "the result");
  expect(chat.bodies.at(-1)).toMatchObject({ model: CHAT_MODEL, max_tokens: 8, stream: true });
});

test("the list shows tokens per second", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Experiments" }).first().click();
  await expect(page.getByRole("row", { name: new RegExp(CHAT_MODEL) })).toContainText(
    /tokens\/s|none valid/,
  );
});
