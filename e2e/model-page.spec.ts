import { expect, openModel, test, withTraffic } from "./console.ts";

test("a model's page shows live charts, each with unit and source", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "text_encoder");
    for (const title of [
      "Throughput",
      "Latency percentiles",
      "Mean latency: queue and compute",
      "Executions by batch size",
      "Queue depth",
      "Batch timeline",
      "Why batches were sent",
    ]) {
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
    }
    const figures = page.getByRole("region", { name: "Throughput", exact: true });
    await expect(figures.getByText(/[1-9][\d.]*\s*inf\/s/).first()).toBeVisible();
    // Charts that aren't in view keep their first picture, which may have a single execution.
    const sizes = page.getByRole("region", { name: "Executions by batch size" });
    await sizes.scrollIntoViewIfNeeded();
    await expect(sizes.getByText(/\d+ executions/)).toBeVisible();
  });
});

test("pausing stops the charts while new samples are counted, and Live continues", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "ranker");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
    await expect(page.getByText(/\d+ new/)).toBeVisible();
    await page.getByRole("button", { name: /^Live/ }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeHidden();
  });
});

test("a selected range is in the address, so that a link shows the same", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openModel(page, "ranker");
  await page.getByRole("button", { name: "15 min" }).click();
  await expect(page).toHaveURL(/range=.*15m/);
  await page.reload();
  await expect(page.getByRole("button", { name: "15 min" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("pointing at one chart shows the figures of all charts at that time", async ({
  console: running,
  page,
}) => {
  await withTraffic(page, running, async () => {
    await openModel(page, "ranker", "1 min");
    const plot = page
      .getByRole("region", { name: "Throughput", exact: true })
      .locator("svg.recharts-surface")
      .first();
    const instant = page
      .getByRole("status", { name: /at \d\d:\d\d:\d\d/i })
      .or(page.getByText(/^\d\d:\d\d:\d\d$/).last());
    // As soon as the chart has data.
    await expect(async () => {
      const box = (await plot.boundingBox())!;
      await page.mouse.move(box.x + box.width - 25, box.y + box.height / 2);
      await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2);
      await expect(instant).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByText(/p99/).last()).toBeVisible();
  });
});
