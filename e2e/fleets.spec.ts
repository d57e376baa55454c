import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { editor, expect, type RunningConsole, test } from "./console.ts";
import { type RemoteEngine, startRemoteEngine } from "./remote-engine.ts";
import { append, apply, expectAccessible, modal, review, write } from "./workbench.ts";

test.use({ consoleName: "fleets" });
test.describe.configure({ mode: "serial" });

const engines: RemoteEngine[] = [];

test.beforeAll(async ({ console: running }) => {
  for (const name of ["one", "two"]) {
    const repository = path.join(running.dataDirectory, `fleet-${name}`);
    for (const model of ["mlp", "ranker"])
      fs.cpSync(path.join(running.dataDirectory, "models", model), path.join(repository, model), {
        recursive: true,
      });
    engines.push(await startRemoteEngine(repository));
  }
});
test.afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
});

async function openFleet(page: Page, running: RunningConsole, tab?: string): Promise<void> {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await page.getByRole("link", { name: "Pair", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pair" })).toBeVisible();
  if (tab) await page.getByRole("tab", { name: tab }).click();
}

test("a fleet of two engines is created from their addresses", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await expect(page.getByText("No fleets yet")).toBeVisible();
  await expectAccessible(page, "no fleets");
  await page.getByRole("button", { name: "New fleet" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Pair");
  await dialog.getByLabel("Kind").selectOption("triton");
  for (const [index, { grpc, http }] of engines.entries()) {
    await dialog.getByLabel(`Name of replica ${index + 1}`).fill(`replica ${index + 1}`);
    await dialog.getByLabel(`gRPC of replica ${index + 1}`).fill(grpc);
    await dialog.getByLabel(`HTTP of replica ${index + 1}`).fill(http);
  }
  await dialog.getByRole("button", { name: "Add a replica" }).click();
  await dialog.getByLabel("gRPC of replica 3").fill(engines[0]?.grpc ?? "");
  await dialog.getByRole("button", { name: "Create fleet" }).click();
  await expect(dialog.getByText(/is listed twice/).first()).toBeVisible();
  await expectAccessible(page, "a fleet's form");
  await dialog.getByRole("button", { name: "Remove replica 3" }).click();
  await dialog.getByRole("button", { name: "Create fleet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pair" })).toBeVisible();
  await expect(page.getByText("2 of 2 replicas live")).toBeVisible({ timeout: 15_000 });
});

test("its grid shows replicas by models, for any figure", async ({ console: running, page }) => {
  await openFleet(page, running);
  const grid = page.getByRole("grid", { name: /Replicas of Pair/ });
  await expect(grid.getByRole("row", { name: /replica 1/ })).toBeVisible();
  await expect(grid.getByRole("columnheader", { name: "mlp" })).toBeVisible();
  await page.getByLabel("Show", { exact: true }).selectOption("version");
  await expect(grid.getByRole("row", { name: /replica 1/ })).toContainText("1");
  await page.getByLabel("Show", { exact: true }).selectOption("latencyMs");
  await expectAccessible(page, "the grid");
  // Through the grid by keyboard, and to a model.
  await grid.getByRole("link", { name: /replica 1/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("link", { name: /replica 2/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Server" })).toContainText("Pair · replica 2");
});

test("a replica with another configuration is shown as drift", async ({
  console: running,
  page,
}) => {
  await openFleet(page, running);
  await page
    .getByRole("grid")
    .getByRole("link", { name: /replica 2/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible();
  await page.getByRole("link", { name: "mlp", exact: true }).click();
  await page.getByRole("tab", { name: "Configuration" }).click();
  await append(page, 'parameters { key: "a" value { string_value: "b" } }\n');
  await apply(await review(page));
  await openFleet(page, running, "Configurations");
  await page.getByRole("button", { name: "Read again now" }).click();
  const drift = page.getByRole("region", { name: "mlp" });
  await expect(drift).toContainText("2 configurations", { timeout: 15_000 });
  await expect(drift).toContainText("parameters");
  await expectAccessible(page, "drift");
  await drift.getByRole("link", { name: "Compare with A" }).click();
  await expect(page.getByRole("heading", { name: "Compare configurations" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Differences" })).toContainText("parameters");
  await page.goBack();
  await page.getByRole("tab", { name: "Replicas" }).click();
  await page.getByRole("checkbox", { name: "Only differences" }).check();
  await expect(page.getByRole("columnheader", { name: "mlp" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "ranker" })).toBeHidden();
});

test("a configuration is rolled out one replica at a time, and restored", async ({
  console: running,
  page,
}) => {
  await openFleet(page, running, "Rollouts");
  await page.getByRole("button", { name: "Roll out a configuration" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Model", { exact: true }).selectOption("mlp");
  await expect(editor(page)).toContainText("max_batch_size: 64");
  const begin = dialog.getByRole("button", { name: "Roll out over 2 replicas" });
  await dialog.getByRole("checkbox", { name: "replica 2" }).uncheck();
  await expect(dialog.getByText(/^No replica would change/)).toBeInViewport();
  await expect(dialog.getByRole("button", { name: "Roll out over 1 replica" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "replica 2" }).check();
  await expect(begin).toBeEnabled();
  await write(page, (text) => text.replace("max_batch_size: 64", "max_batch_size: 16"));
  await expect(dialog.getByText(/^Servers would reject this text/)).toBeInViewport();
  await expect(dialog.getByRole("region", { name: "Problems" })).toContainText("preferred");
  await expect(begin).toBeDisabled();
  await write(page, (text) =>
    text.replace("max_batch_size: 16", "max_batch_size: 32").replaceAll("64", "32"),
  );
  // Escape leaves the editor but keeps the dialog and the text.
  await page.keyboard.press("Escape");
  await expect(editor(page)).toContainText("max_batch_size: 32");
  await expect(dialog.getByRole("list", { name: "Changed fields" })).toContainText(
    "max_batch_size64 → 32",
  );
  await dialog.getByLabel(/Observe each replica for/).fill("2");
  await dialog.getByLabel("Note").fill("smaller batches");
  await dialog.getByLabel("Probe each replica while it changes").check();
  await dialog.getByLabel(/^Stop when more requests of a replica's probe/).fill("5");
  await dialog.getByLabel("Late after, ms").fill("20000");
  await expectAccessible(page, "planning a rollout");
  await begin.click();
  const rollout = page.getByRole("region", { name: /^mlp/ });
  await expect(rollout).toContainText("Running");
  await expect(rollout).toContainText("Every replica serves with the new configuration.", {
    timeout: 40_000,
  });
  // Without requests before the change, the figures can't be compared.
  await expect(rollout).toContainText("none of 2 could be judged in full");
  await expect(rollout.getByText(/\d+ requests, none failed, none late/)).toHaveCount(2);
  await expect(rollout.getByRole("list", { name: /^What it changed/ }).first()).toContainText(
    "max_batch_size64 → 32",
  );
  await expectAccessible(page, "a rollout");
  await page.getByRole("tab", { name: /^Configurations/ }).click();
  await expect(page.getByText("No drift")).toBeVisible({ timeout: 15_000 });
  await page.getByRole("tab", { name: "Rollouts" }).click();
  await rollout.getByRole("button", { name: "Restore all" }).click();
  await modal(page)
    .or(page.getByRole("alertdialog"))
    .getByRole("button", { name: /^Restore / })
    .click();
  await expect(rollout.getByText("The previous configuration is restored.")).toHaveCount(2);
});

test("two replicas are compared with each other", async ({ console: running, page }) => {
  await openFleet(page, running, "Canary");
  await page.getByRole("button", { name: "Compare two" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Different inputs").fill("5");
  await dialog.getByLabel("Traffic for, s").fill("3");
  await dialog.getByLabel("Requests per second").fill("20");
  await dialog.getByLabel("Share of B, %").fill("50");
  await expectAccessible(page, "planning a canary");
  await dialog.getByRole("button", { name: "Compare", exact: true }).click();
  const canary = page.getByRole("region", { name: /^mlp/ });
  await expect(canary).toContainText("Done", { timeout: 30_000 });
  await expect(canary).toContainText("5 inputs to both: the outputs are the same");
  const answers = canary.getByRole("table", { name: "Results under traffic" });
  await expect(answers.getByRole("row", { name: /^p50/ })).toContainText(" to ");
  await expect(answers.getByRole("row", { name: /^p99/ })).toContainText("too few responses");
  await expectAccessible(page, "a canary");
  await page.getByRole("tab", { name: "Traffic" }).click();
  await expect(page.getByRole("region", { name: "All models" })).toContainText("requests in");
  await expectAccessible(page, "traffic");
});

test("two fleets are compared by their figures and configurations", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await page.getByRole("button", { name: "New fleet" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Single");
  await dialog.getByLabel("Kind").selectOption("triton");
  await dialog.getByLabel("gRPC of replica 1").fill(engines[1]?.grpc ?? "");
  await dialog.getByLabel("HTTP of replica 1").fill(engines[1]?.http ?? "");
  await dialog.getByRole("button", { name: "Create fleet" }).click();
  await expect(page.getByText("1 of 1 replicas live")).toBeVisible({ timeout: 15_000 });
  await openFleet(page, running, "Compare");
  await expect(page.getByLabel("Compare with")).toHaveValue(/\d+/);
  const mlp = page.getByRole("region", { name: "mlp" });
  await expect(mlp).toContainText("Different configurations", { timeout: 15_000 });
  const figures = mlp.getByRole("table", { name: "mlp on Pair and Single" });
  await expect(figures.getByRole("row", { name: /^Requests/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "ranker" })).toContainText("Same configuration");
  await expectAccessible(page, "two fleets");
  await mlp.getByRole("link", { name: "Compare them" }).click();
  await expect(page.getByRole("region", { name: "Differences" })).toContainText("parameters");
});

test("200 replicas × 20 models fit the window and are navigable by keyboard", async ({
  console: running,
  page,
}) => {
  test.slow();
  await feedLargeGrid(page);
  await openFleet(page, running);
  const grid = page.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", "202");
  await expect(grid.getByRole("columnheader", { name: "model-20" })).toBeAttached();
  await expect(grid.getByRole("row", { name: /gpu-001/ })).toBeVisible();
  expect(await grid.getByRole("row").count()).toBeLessThan(40);
  await expectAccessible(page, "a large grid");
  const first = grid.getByRole("link", { name: /gpu-001/ });
  await first.focus();
  const frames = await scrollAndTime(page);
  test.info().annotations.push({ type: "frames", description: JSON.stringify(frames) });
  // The focus stays while its row isn't visible, and moves on from there.
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(grid.getByRole("link", { name: /gpu-002/ })).toBeFocused();
  await expect(grid.getByRole("link", { name: /gpu-002/ })).toBeInViewport();
  await page.getByLabel("Search replicas").fill("gpu-150");
  await expect(grid.getByRole("row", { name: /gpu-150/ })).toBeVisible();
  await expect(grid).toHaveAttribute("aria-rowcount", "3");
});

test("a stopped replica shows since when, and returns", async ({ console: running, page }) => {
  test.slow();
  await openFleet(page, running);
  const gone = engines[1] as RemoteEngine;
  await gone.stop();
  const row = page.getByRole("grid").getByRole("row", { name: /replica 2/ });
  await expect(row).toContainText("Stale since", { timeout: 20_000 });
  await expect(page.getByText("1 of 2 replicas live")).toBeVisible();
  await page.getByRole("button", { name: "Not live" }).click();
  await expect(page.getByRole("grid").getByRole("row", { name: /replica 1/ })).toBeHidden();
  engines[1] = await startRemoteEngine(path.join(running.dataDirectory, "fleet-two"), {
    before: gone,
  });
  await expect(page.getByText("2 of 2 replicas live")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(row).toContainText("restarted", { timeout: 20_000 });
});

/** Replaces the host's grid by 200 × 20 cells that change with every event. */
async function feedLargeGrid(page: Page): Promise<void> {
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    const grids = new Set<number>();
    const timers: NodeJS.Timeout[] = [];
    socket.onMessage((message) => {
      const { type, id, name, params } = JSON.parse(String(message));
      if (type === "subscribe" && name === "fleets.grid") {
        grids.add(id);
        const sendGrid = () =>
          socket.send(JSON.stringify({ type: "event", id, value: largeGrid(params) }));
        sendGrid();
        timers.push(setInterval(sendGrid, 1000));
      } else server.send(message);
    });
    server.onMessage((message) => {
      if (!grids.has(JSON.parse(String(message)).id)) socket.send(message);
    });
    socket.onClose(() => timers.forEach((timer) => clearInterval(timer)));
  });
}

function largeGrid({ fleetId, figure }: { fleetId: number; figure: string }) {
  const models = Array.from({ length: 20 }, (_, index) => `model-${index + 1}`);
  const replicas = Array.from({ length: 200 }, (_, index) => {
    const name = `gpu-${String(index + 1).padStart(3, "0")}`;
    return {
      key: name,
      serverId: `fleet-${fleetId}/${name}`,
      name,
      address: `${name}:8001`,
      note: "",
      state: index % 50 === 7 ? "stale" : "live",
      since: Date.now(),
      reason: index % 50 === 7 ? "No answer." : null,
      version: "2.64.0",
      restarts: index % 40 === 3 ? 1 : 0,
      restartedAt: index % 40 === 3 ? Date.now() - 60_000 : null,
      cells: models.map((_, model) =>
        (index * 20 + model) % 97 === 0
          ? null
          : {
              state: (index + model) % 61 === 0 ? "unavailable" : "ready",
              reason: null,
              versions: ["1"],
              configuration: (index + model) % 33 === 0 ? 1 : 0,
              value: Math.random() * (model + 1) * 10,
            },
      ),
      total: Math.random() * 1000,
    };
  });
  return {
    fleetId,
    t: Date.now(),
    name: "Large",
    problem: null,
    leftOut: 0,
    figure,
    provenance: "exact",
    hint: null,
    models,
    replicas,
    totals: models.map(() => Math.random() * 1e4),
    total: Math.random() * 1e5,
  };
}

/** Frame times while the grid is scrolled and updated for 3 s, ms. */
function scrollAndTime(page: Page) {
  return page.evaluate(
    () =>
      new Promise<{ count: number; median: number; p95: number; most: number }>((resolve) => {
        const box = document.querySelector("[role=grid]")?.parentElement;
        const times: number[] = [];
        let before = performance.now();
        const began = before;
        const step = () => {
          const now = performance.now();
          times.push(now - before);
          before = now;
          if (box) box.scrollTop += 24;
          if (now - began < 3000) return requestAnimationFrame(step);
          const sorted = times.toSorted((a, b) => a - b);
          const at = (q: number) =>
            Math.round((sorted[Math.floor(q * sorted.length)] ?? 0) * 10) / 10;
          resolve({ count: sorted.length, median: at(0.5), p95: at(0.95), most: at(0.9999) });
        };
        requestAnimationFrame(step);
      }),
  );
}
