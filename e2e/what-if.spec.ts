import type { Page } from "@playwright/test";
import { expect, type RunningConsole, test } from "./console.ts";
import { expectAccessible, modal, draftText, warmUpBriefly } from "./workbench.ts";

test.use({ consoleName: "what-if", actionTimeout: 20_000 });
test.describe.configure({ mode: "serial" });
test.slow();

const prediction = (page: Page) => page.getByRole("region", { name: "Prediction" });
const row = (page: Page, name: string) =>
  page.getByRole("group", { name: "Predicted figures" }).getByRole("row", { name });

async function openWhatIf(page: Page, running: RunningConsole) {
  await page.goto(running.url);
  await page.getByRole("link", { name: "ranker", exact: true }).first().click();
  await page.getByRole("tab", { name: "What-if" }).click();
}

test("[WHATIF-PAGE-6] [WHATIF-PAGE-3] predicts once sample traffic has produced statistics", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  await expect(page.getByText("Not enough executions to learn from")).toBeVisible();
  await page.getByRole("button", { name: "Send sample traffic" }).click();
  await expect(prediction(page)).toBeVisible({ timeout: 60_000 });
  await expect(row(page, "p99 latency")).toContainText(/ms to|µs to|no upper limit/);
  await expect(page.getByText("Learned from")).toBeVisible();
  await expectAccessible(page, "what-if");
});

test("[WHATIF-PAGE-2] [WHATIF-PAGE-3] [WHATIF-PAGE-4] a slider changes the prediction, next to the active one", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  await page.getByRole("button", { name: "Clients", exact: true }).click();
  await page.getByLabel("Number of clients", { exact: true }).fill("16");
  await page.getByLabel("Dynamic batching").check();
  await page.getByRole("slider", { name: "Instances, slider" }).press("ArrowRight");
  await expect(page.getByLabel("Instances", { exact: true })).toHaveValue("2");
  await expect(page.getByRole("columnheader", { name: "Changed" })).toBeVisible();
  await expect(prediction(page)).toContainText("Measured with 1 instance, not 2.");
  await expect(row(page, "Throughput")).toContainText(/%|no clear change/);
  await expect(page.getByRole("region", { name: "Latency against throughput" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Batch sizes, changed configuration" }),
  ).toBeVisible();
  await page.getByLabel("Number of clients", { exact: true }).fill("many");
  await expect(page.getByText("Enter a whole number from 1 to 4096.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Measure this" })).toBeDisabled();
});

test("[WHATIF-PAGE-1] [WHATIF-PAGE-5] bursty arrivals and recorded gaps are predicted, and measured unchanged", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  const at = (load: string) =>
    expect(page.getByRole("region", { name: "Latency against throughput" })).toContainText(
      `At ${load}`,
    );
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  await page.getByLabel("Requests per second", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Gamma", exact: true }).click();
  await page.getByLabel("Burstiness", { exact: true }).fill("0.25");
  await at("50/s, gamma 0.25");
  await page.getByRole("button", { name: "Recorded", exact: true }).click();
  await page.getByLabel("Gaps between requests, µs").fill("1000\nsoon");
  await expect(page.getByText("Gap 2 is no number from 0 to 1000000000000.")).toBeVisible();
  await page.getByLabel("Gaps between requests, µs").fill("10000\n30000");
  await at("50/s, recorded");
  await expectAccessible(page, "what-if-recorded");
  await page.getByRole("link", { name: "Measure this" }).click();
  await expect(page.getByLabel("Gaps between requests, µs")).toHaveValue("10000\n30000");
});

test("[WHATIF-PAGE-5] a changed configuration becomes a comparison, or a draft", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  await page.getByRole("button", { name: "Rate", exact: true }).click();
  await page.getByLabel("Requests per second", { exact: true }).fill("50");
  await page.getByLabel("Dynamic batching").check();
  await page.getByLabel("Batching delay", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Measure this" }).click();
  await expect(page.getByLabel("Candidate 1: text")).toHaveValue(
    /max_queue_delay_microseconds: 2000/,
  );
  await expect(page.getByRole("button", { name: /^Rate 50/, pressed: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
  await page.goBack();
  // The settings are restored.
  await expect(page.getByLabel("Batching delay", { exact: true })).toHaveValue("2");
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(page.getByRole("tab", { name: "Configuration", selected: true })).toBeVisible();
  await expect
    .poll(() => draftText(page), { timeout: 20_000 })
    .toContain("max_queue_delay_microseconds: 2000");
  await page.getByRole("tab", { name: "What-if" }).click();
  await page.getByLabel("Batching delay", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(modal(page)).toContainText("Replace the draft of ranker?");
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Reset to active" }).click();
  await page.getByRole("link", { name: "Measure this" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New experiment" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Rate 50/, pressed: true })).toBeVisible();
});

test("[WHATIF-PAGE-9] [EXPERIMENT-PAGE-V8] predictions are next to measurements", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  await page.getByRole("button", { name: "Clients", exact: true }).click();
  await page.getByLabel("Number of clients", { exact: true }).fill("4");
  await expect(page.getByText("At 4 clients")).toBeVisible();
  await page.getByRole("link", { name: "Measure this" }).click();
  await expect(page.getByText("The result is shown next to the What-if prediction.")).toBeVisible();
  // A p99 needs 459 requests, and a busy machine serves 250 a second.
  await page.getByLabel("Seconds per step").fill("4");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const compared = page.getByRole("group", { name: "Predicted and measured figures" });
  await expect(compared.getByRole("row", { name: /^p99 latency/ })).toContainText("%", {
    timeout: 180_000,
  });
  await expectAccessible(page, "prediction of an experiment");
  await openWhatIf(page, running);
  await expect(page.getByRole("region", { name: "Last measured prediction" })).toContainText(
    /Throughput.*%/,
  );
});

test("[WHATIF-PAGE-7] [WHATIF-PAGE-8] observes live requests, and a cache becomes part of the scenario", async ({
  console: running,
  page,
}) => {
  await openWhatIf(page, running);
  const cache = page.getByRole("region", { name: "Response cache", exact: true });
  await cache.getByRole("button", { name: "Observe requests" }).click();
  await expect(cache.getByText("Observing:")).toBeVisible();
  const http = /HTTP (127\.0\.0\.1:\d+)/.exec(running.output())?.[1];
  for (let at = 0; at < 60; at++) {
    const data = Array.from({ length: 512 }, () => (at % 3) / 4);
    const body = JSON.stringify({
      inputs: [{ name: "x", datatype: "FP32", shape: [1, 512], data }],
    });
    const answer = await fetch(`http://${http}/v2/models/ranker/infer`, { method: "POST", body });
    await answer.arrayBuffer();
  }
  await expect(cache.getByRole("row", { name: /^127\.0\.0\.1 node 57 60 95 %/ })).toBeVisible();
  await cache.getByRole("button", { name: "Stop" }).click();
  await expect(cache.getByText(/Observed [\d,]+ requests/)).toBeVisible();
  await expect(cache.getByText(/Predicted hit rate \d/)).toBeVisible();
  await expect(cache.getByText("Compute time per second")).toBeVisible();
  await expectAccessible(page, "cache worth");
  await cache.getByRole("button", { name: "Use this hit rate in What-if" }).click();
  await expect(page.getByLabel("Cache hit rate", { exact: true })).not.toHaveValue("0");
  await expect(page.getByRole("columnheader", { name: "Changed" })).toBeVisible();
});
