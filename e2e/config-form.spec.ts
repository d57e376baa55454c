import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { editor, expect, type RunningConsole, test } from "./console.ts";
import { writeRepository } from "./repository.ts";
import { discard, expectAccessible, problems } from "./workbench.ts";

// No test here applies a configuration to `ranked`.
test.use({ consoleName: "form", models: { write: writeRepository } });
test.describe.configure({ mode: "serial" });

async function open(page: Page, running: RunningConsole) {
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^ranked (.+ )?Ready/ })).toBeVisible();
  await page.goto(`http://127.0.0.1:${running.port}/#/models/ranked?tab=configuration`);
  await expect(editor(page)).toContainText("max_batch_size");
  await expect(form(page).getByRole("heading", { name: "Scheduling" })).toBeVisible();
}

const form = (page: Page) => page.getByRole("form", { name: "Form" });

test("a change in the form is a minimal edit of the text, and one history undoes both", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  const delay = form(page).getByRole("textbox", { name: "Batching delay", exact: true });
  await expect(delay).toHaveValue("2 ms");
  await delay.fill("5 ms");
  await expect(editor(page)).toContainText("max_queue_delay_microseconds: 5000");
  await expect(editor(page)).toContainText("# A small image classifier");

  const slider = form(page).getByRole("slider", { name: "Batching delay, slider" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(editor(page)).toContainText("max_queue_delay_microseconds: 0");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(delay).toHaveValue("2 ms");

  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("response_cache { enable: true }");
  const cache = form(page).getByRole("checkbox", { name: "Cache responses" });
  await expect(cache).toBeChecked();
  await cache.uncheck();
  await expect(editor(page)).toContainText("enable: false");
  await editor(page).click();
  await page.keyboard.press("Control+z");
  await expect(cache).toBeChecked();
  await expect(editor(page)).toContainText("enable: true");
  await discard(page);
  await expect(cache).not.toBeChecked();
});

test("the scheduler, a priority's own policy, instances and threads are written into the text", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await form(page).getByRole("button", { name: "Priority 1", exact: true }).click();
  await form(page).getByRole("button", { name: "Give priority 1 a policy of its own" }).click();
  await form(page).getByRole("textbox", { name: "Queue timeout", exact: true }).fill("50 ms");
  await form(page).getByRole("combobox", { name: "After the timeout" }).selectOption("DELAY");
  await expect(editor(page)).toContainText("default_timeout_microseconds: 50000");
  await expect(form(page).getByRole("row", { name: /^Priority 1/ })).toContainText("moved behind");

  await form(page).getByRole("textbox", { name: "Instances", exact: true }).fill("3");
  await form(page).getByRole("textbox", { name: "Threads in an operator" }).fill("4");
  await expect(form(page).getByText(/3 instances × 4 threads = 12 on \d+ cores/)).toBeVisible();
  await expect(editor(page)).toContainText('"intra_op_thread_count"');

  await form(page).getByRole("button", { name: "None", exact: true }).click();
  await expect(editor(page)).not.toContainText("dynamic_batching");
  await discard(page);
});

test("CRLF line breaks are kept when opening, fixing, typing and using the form", async ({
  console: running,
  page,
}) => {
  const file = path.join(running.dataDirectory, "models", "twins", "config.pbtxt");
  const before = fs.readFileSync(file, "utf8").replaceAll("\n", "\r\n");
  fs.writeFileSync(file, before);
  await page.goto(running.url);
  await expect(page.getByRole("row", { name: /^twins (.+ )?Ready/ })).toBeVisible();
  await page.goto(`http://127.0.0.1:${running.port}/#/models/twins?tab=configuration`);
  await expect(editor(page)).toContainText("max_batch_size");
  await expect(page.getByText("As applied")).toBeVisible();

  await form(page).getByRole("textbox", { name: "Largest batch" }).fill("16");
  await expect(editor(page)).toContainText("max_batch_size: 16");
  await problems(page).getByRole("button", { name: "Set max_queue_size to 64" }).click();
  await expect(editor(page)).toContainText("max_queue_size: 64");
  await editor(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# first\n");
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("twins serves with the new configuration").first()).toBeVisible();
  const after = fs.readFileSync(file, "utf8");
  expect(after.startsWith("# first\r\n")).toBe(true);
  expect(after).toMatch(/max_batch_size: 16\r\n/);
  expect(after).toMatch(/max_queue_size: 64\r\n/);
  expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("fields that the form doesn't show stay in the text, with links to them", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("metric_tags { key: 'team' value: 'vision' }");
  await expect(form(page).getByText("1 further field is in the text only")).toBeVisible();
  await form(page).getByRole("button", { name: "metric_tags" }).first().click();
  await expect(editor(page)).toBeFocused();
  await form(page).getByRole("textbox", { name: "Largest batch" }).fill("16");
  await expect(editor(page)).toContainText("metric_tags { key: 'team' value: 'vision' }");
  await discard(page);
});

test("a text with syntax errors leaves the form as it was, read-only, and shows where", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("max_batch_size: [");
  await expect(form(page).getByText(/the form shows the last version that did/)).toBeVisible();
  await expect(form(page).getByRole("textbox", { name: "Largest batch" })).toBeDisabled();
  await expect(form(page).getByRole("textbox", { name: "Largest batch" })).toHaveValue("32");
  await form(page).getByRole("button", { name: "Go there" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(form(page).getByRole("textbox", { name: "Largest batch" })).toBeEnabled();
  await expect(page.getByText("As applied")).toBeVisible();
});

test("the cursor in the text marks the form's control, and focus in the form marks the text", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await editor(page).getByText("priority_levels", { exact: true }).click();
  await expect(page.locator("[data-marked]")).toContainText("Priority levels");
  await form(page).getByRole("textbox", { name: "Default priority" }).focus();
  await expect(editor(page).locator(".cm-revealed").first()).toBeVisible();
  const marked = await editor(page).locator(".cm-revealed").allTextContents();
  expect(marked.join("")).toBe("default_priority_level: 2");
});

test("a finding is shown at its control, in the list and in the text, each with its fix", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  const sizes = form(page).getByRole("textbox", { name: "Preferred sizes" });
  const message = /preferred_batch_size.*(exceed|64|at most|above)/i;
  await sizes.fill("8, 64");
  await expect(problems(page).getByText(message)).toBeVisible();
  await expect(sizes).toHaveAttribute("aria-invalid", "true");
  await expect(form(page).getByText(message)).toBeVisible();
  const fixes = problems(page).locator("li").filter({ hasText: message }).getByRole("button");
  await fixes.last().click();
  await expect(problems(page).getByText(message)).toHaveCount(0);
  await form(page).getByRole("textbox", { name: "Largest batch" }).focus();
  await page.keyboard.press("Control+z");
  await expect(problems(page).getByText(message)).toBeVisible();
  await problems(page).getByRole("button", { name: message }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+.");
  await expect(problems(page).getByText(message)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(problems(page).getByText(message)).toBeVisible();
  await editor(page).locator(".cm-lintRange-error").first().hover();
  await page.locator(".cm-diagnosticAction").click();
  await expect(problems(page).getByText(message)).toHaveCount(0);
  await discard(page);
});

test("timeouts: timeline and sentences follow the text and the client's deadline", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  await page.getByRole("tab", { name: "Timeouts" }).click();
  const words = page.getByLabel("In words");
  await expect(words).toContainText("at the latest 2 ms after its oldest request arrived");
  await expect(words).toContainText("max_queue_delay_microseconds never rejects a request.");
  await expect(words).toContainText("No queue timeout: only its client’s deadline");

  const deadline = page.getByRole("slider", { name: "Client’s deadline" });
  await deadline.focus();
  await page.keyboard.press("Home");
  await expect(deadline).toHaveAttribute("aria-valuetext", "100 µs");
  await expect(words).toContainText("The client gives up before a batch must be sent");
  const box = await page.getByRole("figure", { name: "Timeouts" }).boundingBox();
  await deadline.hover();
  await page.mouse.down();
  await page.mouse.move(box!.x + box!.width * 0.8, box!.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(deadline).toHaveAttribute("aria-valuetext", "1 s");
  await page.getByRole("textbox", { name: "Client’s deadline" }).fill("");
  await expect(words).toContainText("The client sets no deadline");

  await editor(page).getByText("max_queue_delay_microseconds").click();
  await page.keyboard.press("End");
  await page.keyboard.type(
    "\ndefault_queue_policy { default_timeout_microseconds: 1000 allow_timeout_override: true }",
  );
  await expect(words).toContainText("Still queued after 1 ms, it times out");
  await expect(words).toContainText("The timeout is no longer than the batching delay");
  await page.getByRole("textbox", { name: "The request’s own timeout" }).fill("500 µs");
  await expect(words).toContainText("Its own timeout of 500 µs replaces 1 ms.");
  await discard(page);
});

test("text, form and timeouts are reachable by keyboard", async ({ console: running, page }) => {
  await open(page, running);
  const largest = form(page).getByRole("textbox", { name: "Largest batch" });
  await editor(page).focus();
  await expect(page.getByText("Esc, then Tab leaves the editor")).toBeVisible();
  await expect(editor(page)).toHaveAccessibleDescription("Esc, then Tab leaves the editor");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("separator", { name: "Width of the text" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Form" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    form(page).getByRole("button", { name: "Remove max_batch_size from the text" }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(largest).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("12");
  await expect(editor(page)).toContainText("max_batch_size: 12");
  await page.keyboard.press("Tab");
  await expect(form(page).getByRole("button", { name: "None", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(editor(page)).not.toContainText("dynamic_batching");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("As applied")).toBeVisible();
  for (let back = 0; back < 3; back++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: "Client’s deadline" })).toBeVisible();
});

test("visible panes are remembered, and undo works in the form while the text is hidden", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  const choice = page.getByRole("group", { name: "Panes" });
  await choice.getByRole("button", { name: "Form", exact: true }).click();
  await expect(editor(page)).toBeHidden();
  await page.reload();
  await expect(form(page)).toBeVisible();
  await expect(editor(page)).toBeHidden();
  const largest = form(page).getByRole("textbox", { name: "Largest batch" });
  await largest.fill("64");
  await largest.press("Control+z");
  await expect(largest).toHaveValue("32");
  await choice.getByRole("button", { name: "Text", exact: true }).click();
  await expect(form(page)).toBeHidden();
  await choice.getByRole("button", { name: "Text and form" }).click();
  await expect(form(page)).toBeVisible();
});

test("the bar between text and form is moved by keys and by dragging, and its position is remembered", async ({
  console: running,
  page,
}) => {
  await open(page, running);
  const bar = page.getByRole("separator", { name: "Width of the text" });
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  await bar.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(bar).toHaveAttribute("aria-valuenow", "48");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(bar).toHaveAttribute("aria-valuenow", "60");
  const width = async () => (await page.locator(".cm-editor").first().boundingBox())!.width;
  const before = await width();
  const box = (await bar.boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x, y);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, y, { steps: 5 });
  await page.mouse.up();
  const moved = (await bar.boundingBox())!;
  expect(Math.abs(moved.x - (box.x - 200))).toBeLessThan(6);
  expect(Math.abs(before - (await width()) - 200)).toBeLessThan(6);
  const share = await bar.getAttribute("aria-valuenow");
  await page.reload();
  await expect(bar).toHaveAttribute("aria-valuenow", share!);
  await bar.focus();
  await page.keyboard.press("Home");
  await expect(bar).toHaveAttribute("aria-valuenow", "20");
  await page.keyboard.press("Enter");
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
});

test("two windows: the second is shown what the first changed", async ({
  console: running,
  page,
  context,
}) => {
  await open(page, running);
  const second = await context.newPage();
  await open(second, running);
  await form(second).getByRole("textbox", { name: "Largest batch" }).fill("24");
  const file = path.join(running.dataDirectory, "models", "ranked", "config.pbtxt");
  const before = fs.readFileSync(file, "utf8");
  await form(page).getByRole("textbox", { name: "Largest batch" }).fill("16");
  await page.getByRole("button", { name: "Review and apply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("ranked serves with the new configuration").first()).toBeVisible();
  expect(fs.readFileSync(file, "utf8")).toBe(before.replace("32", "16"));
  await expect(
    second.getByText("The configuration changed since this draft was started"),
  ).toBeVisible();
  await second.getByRole("button", { name: "Show the difference" }).click();
  await expect(second.getByRole("dialog")).toBeVisible();
  await second.keyboard.press("Escape");
  await expect(form(second).getByRole("textbox", { name: "Largest batch" })).toHaveValue("24");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`form and timeouts have no accessibility violation, ${colorScheme}`, async ({
    console: running,
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    await open(page, running);
    for (const tab of ["Form", "Timeouts"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectAccessible(page, tab);
    }
    await context.close();
  });
}
