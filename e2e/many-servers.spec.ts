import type { Page } from "@playwright/test";
import { startVllm } from "../main/servers/kinds/vllm/testing/vllm-server.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "many-servers" });
test.describe.configure({ mode: "serial" });

/** The focused element, and whether it is in the dialog. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    return { inside: element?.closest("[role=dialog]") !== null, name };
  });

/** Simulates a machine that draws no frames for a while. */
const drawLate = (page: Page) =>
  page.evaluate(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 5000);
  });

test("a dialog has the focus at once and keeps it, however busy the machine is", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Connections" }).click();
  const opener = page.getByRole("button", { name: "Connect a server" });
  await expect(opener).toBeVisible();
  await drawLate(page);
  await opener.click();
  const dialog = modal(page);
  await expect(dialog.getByLabel("Address", { exact: true })).toBeFocused();
  const seen = new Set<string>();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    const { inside, name } = await focused(page);
    expect(inside, `after ${presses + 1} presses at ${name}`).toBe(true);
    seen.add(name);
  }
  expect([...seen]).toEqual(expect.arrayContaining(["Cancel", "Close"]));
  await dialog.getByLabel("Close").focus();
  await page.keyboard.press("Shift+Tab");
  expect((await focused(page)).inside).toBe(true);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("the overview lists every server, and shows the selected one", async ({
  console: running,
  page,
}) => {
  await using vllm = await startVllm("now");
  await page.goto(running.url);
  await connectServer(page, { name: "Chat", address: vllm.address });
  await connectServer(page, { name: "Absent", address: "127.0.0.1:9" });
  await page.getByRole("link", { name: "Overview" }).click();
  const all = page.getByRole("region", { name: "Servers", exact: true });
  await expect(all.getByRole("row").nth(1)).toContainText("Absent");
  await expect(all.getByRole("row", { name: /Chat/ })).toContainText("1 of 1");
  await page.getByRole("combobox", { name: "Server", exact: true }).selectOption({ label: "Chat" });
  await expect(page.getByRole("link", { name: "Charts and metrics of Chat" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send sample traffic" })).toHaveCount(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the overview of servers, ${colorScheme}`);
  }
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill("mlp on");
  await page.getByRole("option", { name: /mlp on Embedded engine/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
});

test("a server removed in another window is reported as removed, and no other's data is shown", async ({
  console: running,
  page,
  context,
}) => {
  await page.goto(running.url);
  await page
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: "Absent" });
  await expect(page.getByRole("status", { name: "Server" })).toBeVisible();
  const other = await context.newPage();
  await other.goto(running.url);
  await other.getByRole("link", { name: "Connections" }).click();
  await other.getByRole("button", { name: "Remove Absent" }).click();
  await modal(other).getByRole("button", { name: "Remove connection" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "This server was removed" }),
  ).toBeVisible();
  await expect(page.getByText("Throughput")).toHaveCount(0);
  await page.getByRole("link", { name: /^Look at / }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
