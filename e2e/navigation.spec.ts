import { expect, test } from "./console.ts";

const GROUPS = {
  Monitor: ["Overview", "Models"],
  Improve: ["Advice", "Experiments", "Tuning"],
  Operate: ["Fleets", "Kubernetes", "Alerts", "Events"],
  "Set up": ["Connections", "Settings"],
};

test("the sidebar groups every screen, and each entry opens the screen of its name", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  for (const [title, labels] of Object.entries(GROUPS)) {
    const group = sidebar.getByRole("group", { name: title });
    await expect(group.getByRole("link")).toHaveCount(labels.length);
    for (const label of labels) {
      await group.getByRole("link", { name: label }).click();
      await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
      await expect(group.getByRole("link", { name: label })).toHaveAttribute(
        "aria-current",
        "page",
      );
    }
  }
});

test("addresses of earlier versions lead to the current screens", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const open = (hash: string) => page.goto(`http://127.0.0.1:${running.port}/${hash}`);

  await open("#/server");
  await expect(page).toHaveURL(/#\/models/);
  await expect(page.getByRole("tab", { name: "Models", selected: true })).toBeVisible();

  await open("#/server?range=30m&of=mlp");
  await expect(page.getByRole("tab", { name: "Charts", selected: true })).toBeVisible();
  await expect(page).toHaveURL(/range=30m/);
  await expect(page).toHaveURL(/of=mlp/);

  await open("#/logs?view=engine");
  await expect(page).toHaveURL(/#\/events/);
  await expect(page.getByRole("tab", { name: "Engine log", selected: true })).toBeVisible();
});

test("shortcuts and the palette lead to the same screens", async ({ console: running, page }) => {
  await page.goto(running.url);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const [keys, name] of [
    ["gd", "Advice"],
    ["gl", "Events"],
    ["gm", "Models"],
  ] as const) {
    await page.keyboard.press(keys.charAt(0));
    await page.keyboard.press(keys.charAt(1));
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await expect(page.getByRole("tab", { name: "Charts", selected: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search commands" }).fill("engine log");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Engine log", selected: true })).toBeVisible();
});
