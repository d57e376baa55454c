import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { editor, expect, type RunningConsole, test } from "./console.ts";
import { type RemoteEngine, startRemoteEngine } from "./remote-engine.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "fleet-search", actionTimeout: 20_000 });
test.describe.configure({ mode: "serial" });

/** Ten measurements of some 8 s, each up to three times if other programs disturb it. */
const SEARCHED = { timeout: 480_000 };

const engines: RemoteEngine[] = [];

/**
 * 100 ms per execution, for any batch size: batches of 16 serve 16 times as much, and a busy
 * machine's delays are a small share of it.
 */
const CONFIG = `backend: "identity"
max_batch_size: 16
input { name: "INPUT0" data_type: TYPE_FP32 dims: 8 }
output { name: "OUTPUT0" data_type: TYPE_FP32 dims: 8 }
parameters { key: "execute_delay_ms" value { string_value: "100" } }
`;

test.beforeAll(async ({ console: running }) => {
  for (const name of ["one", "two"]) {
    const repository = path.join(running.dataDirectory, `fleet-${name}`);
    const folder = path.join(repository, "echo");
    fs.mkdirSync(path.join(folder, "1"), { recursive: true });
    fs.writeFileSync(path.join(folder, "config.pbtxt"), CONFIG);
    engines.push(await startRemoteEngine(repository));
  }
});
test.afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
});

async function createFleet(page: Page, { url }: RunningConsole): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Fleets" }).click();
  await page.getByRole("button", { name: "New fleet" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Pair");
  await dialog.getByLabel("Kind").selectOption("triton");
  for (const [index, { grpc, http }] of engines.entries()) {
    await dialog.getByLabel(`Name of replica ${index + 1}`).fill(`replica ${index + 1}`);
    await dialog.getByLabel(`gRPC of replica ${index + 1}`).fill(grpc);
    await dialog.getByLabel(`HTTP of replica ${index + 1}`).fill(http);
  }
  await dialog.getByRole("button", { name: "Create fleet" }).click();
  await expect(page.getByText("2 of 2 replicas live")).toBeVisible({ timeout: 30_000 });
}

/** Finds the best configuration of `echo` on the first replica. */
async function search(page: Page, { url }: RunningConsole): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Tuning", exact: true }).click();
  await page.getByRole("link", { name: "Tune a model" }).click();
  await page.getByLabel("Server or fleet").selectOption({ label: "Fleet Pair" });
  await page.getByLabel("Replica", { exact: true }).selectOption({ label: "replica 1" });
  await page.getByLabel("Model", { exact: true }).selectOption("echo");
  await expect(page.getByText("Only this replica is measured and changed.")).toBeVisible();
  await page.getByLabel("p99 limit, ms").fill("10000");
  await page.getByLabel("Measurements", { exact: true }).fill("3");
  await page.getByText("Search space").click();
  await page.getByLabel("Seconds per measurement").fill("3");
  await page.getByLabel("Max batch size").fill("16");
  await page.getByLabel("Max instances").fill("1");
  await page.getByLabel("Clients").fill("16");
  await page.getByLabel("Pairs to confirm").fill("3");
  await page.getByRole("button", { name: "Find the best configuration" }).click();
  const stages = page.getByRole("list", { name: "Stages" });
  await expect(stages.locator("[aria-current=step]")).toHaveText("4. Result", SEARCHED);
}

const activeBatching = async ({ http }: RemoteEngine): Promise<unknown> => {
  const response = await fetch(`http://${http}/v2/models/echo/config`);
  return ((await response.json()) as { max_batch_size: number; dynamic_batching?: unknown })
    .dynamic_batching;
};

test("the result of a search on one replica is rolled out over the fleet", async ({
  console: running,
  page,
}) => {
  test.setTimeout(600_000);
  await createFleet(page, running);
  const [first, second] = engines as [RemoteEngine, RemoteEngine];
  const before = await activeBatching(second);
  const rollOut = page.getByRole("link", { name: "Roll out over the fleet" });
  await search(page, running);
  // The replica serves its configuration from before the search.
  expect(await activeBatching(first)).toEqual(before);
  await rollOut.click();
  const dialog = modal(page);
  await expect(dialog.getByLabel("Model", { exact: true })).toHaveValue("echo");
  await expect(editor(page)).toContainText("dynamic_batching");
  await expect(dialog.getByLabel("Note")).toHaveValue(/^Found by “/);
  await dialog.getByLabel(/Observe each replica for/).fill("0");
  await expectAccessible(page, "rolling out what a search found");
  await dialog.getByRole("button", { name: "Roll out over 2 replicas" }).click();
  const rollout = page.getByRole("region", { name: /^echo/ });
  await expect(rollout).toContainText("Every replica serves with the new configuration.", {
    timeout: 60_000,
  });
  for (const engine of engines) expect(await activeBatching(engine)).toBeDefined();
  // The link works once: a reloaded page doesn't open the dialog again.
  await page.reload();
  await expect(rollout).toBeVisible();
  await expect(modal(page)).toBeHidden();
});
