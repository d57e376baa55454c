import type { Page } from "@playwright/test";
import { CHAT_MODEL, type ChatServer, startChatServer } from "../main/lab/testing/chat-server.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible } from "./workbench.ts";

test.describe.configure({ mode: "serial", timeout: 90_000 });
test.use({ consoleName: "chat" });

let chat: ChatServer;
test.beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 5, prefillMsPerToken: 3, decodeMs: 10 });
});
test.afterAll(() => chat[Symbol.asyncDispose]());

const answer = (page: Page) => page.getByRole("region", { name: "Response", exact: true });
const tokens = (page: Page, figure: RegExp) =>
  answer(page).getByRole("table", { name: "Tokens" }).getByRole("row", { name: figure });
const PROMPT = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

async function openTry(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("link", { name: "chatter", exact: true }).click();
  await page.getByRole("tab", { name: "Try it" }).click();
  await expect(page.getByLabel("Message 1", { exact: true })).toBeVisible();
}

test("one request is streamed, and its complete response is shown", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await connectServer(page, { name: "chatter", address: chat.address });
  await openTry(page, running.url);
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue(CHAT_MODEL);
  await page.getByLabel("Message 1", { exact: true }).fill(PROMPT);
  await page.getByLabel("Max tokens").fill("24");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(answer(page).getByText("HTTP 200")).toBeVisible();
  await expect(answer(page).getByText("ended: length")).toBeVisible();
  await expect(answer(page).getByRole("region", { name: "Text of the response" })).toContainText(
    "word word",
  );
  await expect(answer(page).getByText("streamed")).toBeVisible();
  await expect(tokens(page, /^Prompt tokens/)).toContainText("67");
  await expect(tokens(page, /^Response tokens/)).toContainText("24");
  await expect(tokens(page, /^From the prefix cache/)).toContainText("derived");
  await expect(answer(page).getByRole("img", { name: /^Time between tokens: 23/ })).toBeVisible();
  expect(chat.bodies.at(-1)).toMatchObject({ max_tokens: 24, stream: true, temperature: 0 });
});

test("sending a request again shows the effect of the prefix cache", async ({
  console: running,
  page,
}) => {
  await openTry(page, running.url);
  await answer(page).getByRole("button", { name: "Send again" }).click();
  await expect(answer(page)).toContainText(
    "The prefix cache held 48 of 67 prompt tokens, before 0.",
  );
  await expect(answer(page)).toContainText(/The first token came after .* before after/);
  await expect(page.getByRole("table", { name: "Last requests" }).getByRole("row")).toHaveCount(3);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `an answer, ${colorScheme}`);
  }
});

test("custom JSON is merged and shown, and rejected if invalid", async ({
  console: running,
  page,
}) => {
  await openTry(page, running.url);
  await page.getByText("Own JSON").click();
  const own = page.getByLabel("Members of the body");
  await own.fill('{"top_k": 20, "max_tokens": 5');
  await expect(page.getByText("This is no JSON")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send request" })).toBeDisabled();
  await expectAccessible(page, "invalid JSON");
  await own.fill('{"top_k": 20, "max_tokens": 5}');
  await expect(page.getByText("Replaces the form’s: max_tokens.")).toBeVisible();
  await page.getByText("POST /v1/chat/completions").click();
  await expect(page.getByRole("region", { name: "Body as sent" })).toContainText('"top_k": 20');
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(tokens(page, /^Response tokens/)).toContainText("5");
  expect(chat.bodies.at(-1)).toMatchObject({ top_k: 20, max_tokens: 5 });
  await own.fill("");
});

test("a rejection shows the server’s message, and a cancelled request ends on the server", async ({
  console: running,
  page,
}) => {
  await openTry(page, running.url);
  chat.faults.push({ kind: "status", status: 503 });
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(answer(page).getByRole("alert")).toContainText("fault 503");
  await expectAccessible(page, "a refusal");
  await page.getByLabel("Max tokens").fill("100000");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(answer(page).getByText("under way")).toBeVisible();
  await expect(answer(page).getByRole("region", { name: "Text of the response" })).toContainText(
    "word word",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(answer(page).getByRole("alert")).toContainText("CANCELLED");
  await expect.poll(() => chat.engine.counts.aborted).toBe(1);
  await expect.poll(() => chat.engine.running).toBe(0);
});

test("client code sends it without retries, and an earlier request is edited again", async ({
  console: running,
  page,
}) => {
  await openTry(page, running.url);
  await page
    .getByRole("button", { name: /^Edit the request/ })
    .last()
    .click();
  await expect(page.getByLabel("Message 1", { exact: true })).toHaveValue(PROMPT);
  await expect(page.getByLabel("Max tokens")).toHaveValue("24");
  const code = (title: string) => page.getByRole("region", { name: `Client code: ${title}` });
  await expect(code("Python")).toContainText("max_retries=0");
  await page.getByRole("button", { name: "curl", exact: true }).click();
  await expect(code("curl")).toContainText(`http://${chat.address}/v1/chat/completions`);
  await answer(page).getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Message 3", { exact: true })).toHaveValue("");
});

test("a response of the Responses API is streamed, with its usage and why it ended", async ({
  console: running,
  page,
}) => {
  await openTry(page, running.url);
  await page.getByRole("button", { name: "Response", exact: true }).click();
  await page.getByLabel("Message 1", { exact: true }).fill("Hello");
  await page.getByLabel("Max tokens").fill("16");
  await expectAccessible(page, "the form of a response");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(answer(page).getByText("ended: max_output_tokens")).toBeVisible();
  await expect(answer(page).getByText("/v1/responses")).toBeVisible();
  await expect(tokens(page, /^Response tokens/)).toContainText("16");
  await expect(answer(page).getByRole("img", { name: /^Time between tokens: 15/ })).toBeVisible();
  expect(chat.bodies.at(-1)).toMatchObject({
    input: [{ role: "user", content: "Hello" }],
    max_output_tokens: 16,
  });
  await page.getByRole("button", { name: "Python", exact: true }).click();
  await expect(page.getByRole("region", { name: "Client code: Python" })).toContainText(
    "client.responses.create",
  );
  await answer(page).getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Message 3", { exact: true })).toHaveValue("");
});

test("texts are embedded, and documents are ranked", async ({ console: running, page }) => {
  await openTry(page, running.url);
  const form = page.getByRole("group", { name: "Endpoint" });
  await form.getByRole("button", { name: "Embeddings" }).click();
  await page.getByLabel("Text 1", { exact: true }).fill("one two");
  await page.getByLabel("Text 2", { exact: true }).fill("three");
  await expectAccessible(page, "the form of embeddings");
  await page.getByRole("button", { name: "Send request" }).click();
  const row = (table: string, name: RegExp) =>
    answer(page).getByRole("table", { name: table }).getByRole("row", { name });
  await expect(row("Embeddings", /^1: one two/)).toContainText("1.414");
  await expect(row("Embeddings", /^1: one two/)).toContainText("[0.5000, ");
  await expect(row("Cosine similarity", /^2 /)).toContainText("1.000");
  await expect(tokens(page, /^Input tokens/)).toContainText("7");
  await expectAccessible(page, "embeddings");
  expect(chat.paths.at(-1)).toBe("/v1/embeddings");
  await form.getByRole("button", { name: "Rerank" }).click();
  await page.getByLabel("Query").fill("which?");
  await page.getByLabel("Path").selectOption("/rerank");
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(row("Ranked documents", /^2 /)).toContainText("2: three");
  await expect(row("Ranked documents", /^2 /)).toContainText("0.5");
  expect(chat.paths.at(-1)).toBe("/rerank");
  expect(chat.bodies.at(-1)).toMatchObject({ query: "which?", documents: ["one two", "three"] });
  await expect(page.getByRole("table", { name: "Last requests" })).toContainText("which?");
});

test("a model’s page has the request form, too", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("link", { name: "chatter", exact: true }).click();
  await page
    .getByRole("table", { name: "Models of chatter" })
    .getByRole("link", { name: CHAT_MODEL })
    .click();
  await page.getByRole("tab", { name: "Try it" }).click();
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue(CHAT_MODEL);
  await expect(page.getByRole("button", { name: "Send request" })).toBeEnabled();
});
