import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startVllm } from "../main/servers/kinds/vllm/testing/vllm-server.ts";
import { freePort } from "../base/free-port.ts";
import { expect, test } from "./console.ts";
import { type RemoteEngine, startReplica } from "./remote-engine.ts";
import { connectServer, expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "connections" });
test.describe.configure({ mode: "serial" });

const TOKEN = "a-token-to-hide";
let remote: RemoteEngine;

test.beforeAll(async ({ console: running }) => {
  remote = await startReplica(running);
});
test.afterAll(async () => await remote.stop());

const cardOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openForm(page: Page) {
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("button", { name: "Connect a server" }).click();
  return modal(page);
}

/** Checks accessibility in both themes. */
async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${what}, ${colorScheme}`);
  }
}

test("one address suffices, and the others are suggested", async ({ console: running, page }) => {
  await page.goto(running.url);
  const dialog = await openForm(page);
  const address = dialog.getByLabel("Address", { exact: true });
  await address.fill("gpu-7:8001");
  await expect(dialog.getByRole("button", { name: "gRPC", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await dialog.getByRole("button", { name: "Use HTTP gpu-7:8000, Metrics gpu-7:8002" }).click();
  await expect(dialog.getByText("HTTP gpu-7:8000, Metrics gpu-7:8002")).toBeVisible();
  await dialog.getByText("Encryption (TLS)").click();
  await dialog.getByRole("checkbox", { name: "Encrypt gRPC" }).check();
  await expect(address).toHaveValue("grpcs://gpu-7:8001");
  await expect(dialog.getByRole("status")).toContainText("gRPC encrypted, HTTP and Metrics not");
  await dialog.getByRole("button", { name: "Encrypt HTTP and Metrics" }).click();
  await expect(dialog.getByRole("status")).toBeHidden();
  for (const label of ["CA certificate", "Client certificate", "Client key", "Server name"])
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
  await dialog.getByText("Authentication").click();
  await dialog.getByRole("button", { name: "User and password" }).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await expect(dialog.getByText("Kept in the host's memory until it ends")).toBeVisible();
  await expectAccessibleInBoth(page, "the form");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a wrong address is reported at its field, a right one is recognised and connected", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  const dialog = await openForm(page);
  const address = dialog.getByLabel("Address", { exact: true });
  await address.fill("127.0.0.1");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog.getByText(/has no port/)).toBeVisible();
  await expect(address).toHaveAttribute("aria-invalid", "true");

  await address.fill(`127.0.0.1:${await freePort()}`);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    /Can't reach the server|No supported server found/,
  );

  await address.fill(remote.http);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByText("The console asks it over HTTP.")).toBeVisible();
  await dialog.getByText("Other addresses").click();
  await dialog.getByLabel("gRPC address").fill(`127.0.0.1:${await freePort()}`);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("alert")).toContainText("leave the gRPC address out");
  await dialog.getByLabel("gRPC address").fill(remote.grpc);
  await dialog.getByLabel("Name", { exact: true }).fill("Replica");
  await dialog.getByText("Authentication").click();
  await dialog.getByRole("button", { name: "Bearer token" }).click();
  await dialog.getByLabel("Token", { exact: true }).fill(TOKEN);
  await expect(
    dialog.getByRole("status").filter({ hasText: "The token goes over HTTP and gRPC unencrypted" }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Batchdeck engine" })).toBeVisible();
  await dialog.getByText("Requests and responses").click();
  await expect(dialog.getByRole("list", { name: "Requests and responses" })).not.toBeEmpty();
  await expectAccessibleInBoth(page, "what was recognised");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();

  await expect(page.getByText("Replica was added")).toBeVisible();
  const card = cardOf(page, "Replica");
  await expect(card).toContainText("Live");
  await expect(card).toContainText("Batchdeck engine");
  await expect(card).toContainText("Bearer token in the host's memory");
  await expect(card).toContainText("Not encrypted");
  await expect(card.getByText("Bearer token")).toBeHidden();
  await card.getByRole("button", { name: "Details of Replica" }).click();
  await expect(card.getByText("Bearer token")).toBeVisible();
  await expect(page.getByText(TOKEN)).toHaveCount(0);
  await expectAccessibleInBoth(page, "the connections");
});

test("a connection is edited and keeps its secret", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("button", { name: "Edit Replica" }).click();
  const dialog = modal(page);
  await dialog.getByText("Authentication").click();
  await expect(dialog.getByLabel("Token", { exact: true })).toHaveValue("");
  await expect(dialog.getByText("A secret is stored. Leave empty to keep it.")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("Replica of mlp");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const card = cardOf(page, "Replica of mlp");
  await expect(card).toContainText("Live");
  await expect(card).toContainText("Bearer token in the host's memory");
});

test("a stopped server is reported on every page, and polled again", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await connectServer(page, { address: `http://127.0.0.1:${await freePort()}`, name: "Absent" });
  const card = cardOf(page, "Absent");
  await expect(card).toContainText("Can't reach");
  await expect(card).toContainText(/next try in|asking/);
  await card.getByRole("button", { name: "Retry now: Absent" }).click();
  await expect(card).toContainText("Can't reach");
  await expect(page.getByRole("region").first()).toHaveAccessibleName("Absent");
  await page.getByRole("button", { name: "Stale 1" }).click();
  await expect(cardOf(page, "Replica of mlp")).toBeHidden();
  await page.getByRole("button", { name: /^All / }).click();
  await page.getByRole("link", { name: "Absent", exact: true }).click();
  await expect(page.getByRole("button", { name: "Retry now: Absent" })).toHaveCount(1);
  await expect(page.getByText("No data from Absent yet")).toBeVisible();
  await expect(page.getByText("Screens not available for this server")).toHaveCount(0);
  await page.getByRole("link", { name: "Events" }).click();
  await expect(page.getByText("Absent was added.")).toBeVisible();
  await expect(page.getByText(/Absent does not answer: Can't reach/)).toBeVisible();
  await page.goto(running.url);
  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("link", { name: "1 other not live" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  await card.getByRole("button", { name: "Remove" }).click();
  await modal(page).getByRole("button", { name: "Remove" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText("not live")).toHaveCount(0);
});

test("connections are exported without secrets, removed and imported", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Connections" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = path.join(running.dataDirectory, "connections.json");
  await (await download).saveAs(file);
  expect(fs.readFileSync(file, "utf8")).toContain("Replica of mlp");
  expect(fs.readFileSync(file, "utf8")).not.toContain(TOKEN);

  await page.getByLabel("Connections to import").setInputFiles(file);
  await expect(page.getByText("No connections added, 1 known already")).toBeVisible();
  await page.getByRole("button", { name: "Remove Replica of mlp" }).click();
  await modal(page).getByRole("button", { name: "Remove" }).click();
  const card = cardOf(page, "Replica of mlp");
  await expect(card).toBeHidden();

  await page.getByLabel("Connections to import").setInputFiles(file);
  await expect(page.getByText("1 connection added")).toBeVisible();
  await expect(
    page.getByText("Choose Edit to enter or confirm those of Replica of mlp."),
  ).toBeVisible();
  await expect(card).toBeVisible();
  await expectAccessibleInBoth(page, "what was imported");
});

test("a server of another kind has its own screens, and shows what it lacks", async ({
  console: running,
  page,
}) => {
  test.slow();
  await using vllm = await startVllm("now");
  await page.goto(running.url);
  await connectServer(page, { address: vllm.address, name: "Chat" });
  await expect(cardOf(page, "Chat")).toContainText("vLLM 0.32.0");
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expect(page.getByRole("table", { name: "Models of Chat" })).toContainText("Qwen/Qwen3-8B");
  await expect(page.getByText(/shares cover the last minute/).first()).toBeVisible();
  await page.getByRole("tab", { name: "Charts" }).click();
  await expect(page.getByRole("group", { name: "KV cache" })).toContainText("0 %");
  await expect(page.getByRole("region", { name: "Time to first token" })).toBeVisible();

  await page.getByLabel("Search metrics").fill("preemptions_total");
  await page
    .getByRole("list", { name: "Exported metrics" })
    .getByRole("button", { name: /num_preemptions_total/ })
    .click();
  await page.getByRole("button", { name: "Chart it" }).click();
  const chart = page.getByRole("region", { name: "vllm:num_preemptions_total, per second" });
  await expect(chart).toContainText("/s");
  await expectAccessibleInBoth(page, "the server");
  await chart.getByRole("button", { name: /^Remove/ }).click();
  await expect(chart).toBeHidden();

  await page.getByRole("link", { name: "Advice" }).click();
  await expect(page.getByText("Advice is not available from Chat")).toBeVisible();
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await page.getByRole("link", { name: "Qwen/Qwen3-8B" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Qwen/Qwen3-8B" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Traces" })).toHaveCount(0);
  await expectAccessibleInBoth(page, "its model");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("embedded engine");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: "Models Embedded engine" }),
  ).toBeVisible();
});
