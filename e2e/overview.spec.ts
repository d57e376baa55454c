import { expect, test } from "./console.ts";

// A console without earlier requests.
test.use({ consoleName: "overview" });
test.describe.configure({ mode: "serial" });

test("the overview shows the engine with the sample repository and what to do next", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await expect(page).toHaveTitle(/Batchdeck/);
  // The secret is removed from the address bar.
  await expect.poll(() => page.url()).not.toContain("token");
  await expect(page.getByRole("banner").getByText("Live")).toBeVisible();
  for (const name of ["ranker", "mlp", "cnn_small", "text_encoder"]) {
    await expect(page.getByRole("row", { name: new RegExp(`^${name} (.+ )?Ready`) })).toBeVisible();
  }
  await expect(page.getByText("No requests in the last minute")).toBeVisible();
});

test("one click sends sample traffic, the figures move, and Stop ends it", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await expect(page.getByText(/0:\d\d left/)).toBeVisible();
  const row = page.getByRole("row", { name: /^ranker (.+ )?Ready/ });
  const place = async (head: string) =>
    (await page.getByRole("columnheader").allTextContents()).indexOf(head) - 1;
  const cell = async (head: string) => row.getByRole("cell").nth(await place(head));
  await expect(await cell("Throughputinf/s")).toHaveText(/^[1-9][\d.]*k?$/);
  await expect(await cell("Latency p99ms")).toHaveText(/^[1-9][\d.]*$/);
  const cached = page.getByRole("row", { name: /^mlp (.+ )?Ready/ });
  await expect(cached.getByRole("cell").nth(await place("Cache hit rate%"))).toHaveText(/^[\d.]+$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Send sample traffic" }).first()).toBeVisible();
});

test("a page without the secret is rejected", async ({ console: running, browser }) => {
  const stranger = await browser.newPage();
  await stranger.goto(`http://127.0.0.1:${running.port}/`);
  await expect(stranger.getByText(/signed in|sign in/i).first()).toBeVisible();
  await expect(stranger.getByRole("row", { name: /ranker/ })).toHaveCount(0);
  await stranger.close();
});
