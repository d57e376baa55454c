import type { Page } from "@playwright/test";
import {
  noPrometheus,
  type PrometheusProcess,
  startPrometheusProcess,
} from "../main/prometheus/testing/prometheus-process.ts";
import { sendToMlp } from "../main/prometheus/testing/mlp-traffic.ts";
import { expect, test } from "./console.ts";
import { type RemoteEngine, startReplica } from "./remote-engine.ts";
import { connectServer, expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "prometheus" });
test.describe.configure({ mode: "serial" });
test.skip(noPrometheus !== null, noPrometheus ?? "");

/**
 * How long the engine serves before it is connected, ms: Prometheus first scrapes up to 5 s after
 * its start.
 */
const BEFORE_MS = 25_000;

let engine: RemoteEngine;
let prometheus: PrometheusProcess;

test.beforeAll(async ({ console: running }) => {
  engine = await startReplica(running, { metrics: true });
  prometheus = await startPrometheusProcess({
    jobs: [{ job: "triton", targets: [engine.metrics] }],
  });
  const until = Date.now() + BEFORE_MS;
  while (Date.now() < until) {
    await sendToMlp(engine.http, 10);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
});
test.afterAll(async () => {
  await engine?.stop();
  await prometheus?.[Symbol.asyncDispose]();
});

async function openCharts(page: Page, url: string) {
  await page.goto(url);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("link", { name: "Scraped", exact: true }).click();
  await page.getByRole("tab", { name: "Charts" }).click();
}

async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${what}, ${colorScheme}`);
  }
}

test("[PROM-3] Prometheus is tested and connected", async ({ console: running, page }) => {
  await page.goto(running.url);
  await connectServer(page, { address: `http://${engine.http}`, name: "Scraped" });
  const section = page.getByRole("region", { name: "Prometheus" });
  await section.getByRole("button", { name: "Connect Prometheus" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Address", { exact: true }).fill(engine.http);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByText("does not answer as Prometheus does")).toBeVisible();
  await dialog.getByLabel("Address", { exact: true }).fill(`http://${prometheus.address}`);
  await dialog.getByLabel("Name", { exact: true }).fill("production");
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByText("1 target, 1 up")).toBeVisible();
  await expectAccessibleInBoth(page, "the form of Prometheus");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("listitem", { name: "Prometheus production" });
  await expect(row).toContainText("Answers");
  await expect(row).toContainText("1 target, 1 up");
  await expectAccessibleInBoth(page, "the connections with Prometheus");
});

test("[PROM-5] [PROM-10] a server's series are found, chosen and shown with their source", async ({
  console: running,
  page,
}) => {
  await openCharts(page, running.url);
  const source = page.getByRole("region", { name: "Metrics source" });
  await expect(source).toContainText("All figures are recorded by Batchdeck");
  await source.getByRole("button", { name: "Choose series" }).click();
  const candidate = source.getByRole("listitem").filter({ hasText: "Exports metrics of" }).first();
  await expect(candidate).toContainText(`instance="${engine.metrics}"`);
  await expect(candidate).toContainText("Same models: mlp");
  await expectAccessibleInBoth(page, "the candidates");
  await candidate.getByRole("button", { name: "Use these series" }).click();
  await expect(source).toContainText(
    "comes from Prometheus production, of series with these labels",
  );
  await page.getByRole("button", { name: "30 min" }).click();
  await expect(page.getByText(/Shaded: from Prometheus production/)).toBeVisible();
  const requests = page.getByRole("img", { name: /^Requests\./ });
  await expect(requests).toHaveAttribute("aria-label", /from Prometheus production/);
  await expectAccessibleInBoth(page, "the charts with history of Prometheus");
  // Its connection has no metrics address.
  const queue = page.getByRole("img", { name: /^Queue depth and running\. Queue depth 0 req/ });
  await expect(queue).toBeVisible({ timeout: 40_000 });
});

test("[PROM-12] panels are added, changed, moved and removed, with Prometheus's own errors", async ({
  console: running,
  page,
}) => {
  await openCharts(page, running.url);
  const panels = page.getByRole("region", { name: "PromQL panels" });
  await panels.getByRole("button", { name: "Add panel" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Start from").selectOption("Requests by model");
  await dialog.getByRole("button", { name: "Run query" }).click();
  await expect(dialog.getByRole("group", { name: "Newest values" })).toContainText("mlp");
  await expectAccessibleInBoth(page, "the form of a panel");
  await dialog.getByLabel("Query").fill("sum(");
  await dialog.getByRole("button", { name: "Run query" }).click();
  await expect(dialog.getByRole("alert")).toContainText("parse error");
  await dialog.getByLabel("Query").fill("up{$labels}");
  await dialog.getByLabel("Title").fill("Up");
  await dialog.getByRole("button", { name: "Add panel" }).click();
  await expect(dialog).toBeHidden();
  await expect(panels.getByRole("img", { name: /^Up\. / })).toBeVisible();

  await panels.getByRole("button", { name: "Add panel" }).click();
  await dialog.getByLabel("Title").fill("Wrong");
  await dialog.getByLabel("Query").fill("nothing_of(up)");
  await dialog.getByRole("button", { name: "Add panel" }).click();
  await expect(dialog).toBeHidden();
  await expect(panels).toContainText("unknown function");
  await expectAccessibleInBoth(page, "panels");

  await panels.getByRole("button", { name: "Panel Wrong" }).click();
  await page.getByRole("menuitem", { name: "Move earlier" }).click();
  await expect(panels.getByRole("slider").first()).toHaveAccessibleName(/^Wrong/);
  await panels.getByRole("button", { name: "Panel Wrong" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("Query").fill("vector(7)");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(panels.getByRole("img", { name: /^Wrong\. Wrong 7/ })).toBeVisible();
  await panels.getByRole("button", { name: "Panel Wrong" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await modal(page).getByRole("button", { name: "Remove panel" }).click();
  await expect(panels.getByText("Wrong")).toHaveCount(0);
});
