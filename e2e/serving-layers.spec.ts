import type { Locator, Page } from "@playwright/test";
import {
  startTorchServe,
  type TorchServe,
} from "../main/servers/kinds/torchserve/testing/torchserve-server.ts";
import { expect, test } from "./console.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "torchserve" });
test.describe.configure({ mode: "serial" });

let server: TorchServe;
test.beforeAll(async () => {
  server = await startTorchServe("0.12.0");
});
test.afterAll(async () => await server[Symbol.asyncDispose]());

const sent = () => server.management.requests.filter((line) => !line.startsWith("GET"));
const versionOf = (page: Page, version: string): Locator =>
  page.getByRole("region", { name: `Version ${version} of resnet18` });

async function openServer(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Connections" }).click();
  const card = page.getByRole("region", { name: "Vision", exact: true });
  await card.getByRole("link", { name: "Vision", exact: true }).click();
  await expect(page.getByRole("region", { name: "Workers of resnet18" })).toBeVisible();
}

test("a TorchServe is connected, and its workers are reported", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("button", { name: "Connect a server" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Address", { exact: true }).fill(`http://${server.management.address}`);
  await dialog.getByLabel("Name", { exact: true }).fill("Vision");
  await dialog.getByText("Other addresses").click();
  await dialog.getByLabel("Metrics address").fill(server.metrics.address);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await expect(dialog.getByRole("status")).toContainText("TorchServe");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog).toBeHidden();
  await openServer(page);
  await expect(page.getByText("TorchServe is no longer maintained", { exact: true })).toBeVisible();
  const version = versionOf(page, "1.0");
  await expect(version).toContainText("2 of 2 workers ready");
  await expect(version).toContainText("batches of up to 8, after 50 ms at the latest");
  await expect(version.getByRole("button", { name: "Make default…" })).toHaveCount(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `workers, ${colorScheme}`);
  }
});

test("workers are scaled after a description of the effect, and read back", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openServer(page);
  const version = versionOf(page, "1.0");
  await version.getByRole("button", { name: "Scale…" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("At most", { exact: true }).fill("1");
  await expect(dialog.getByRole("alert")).toContainText("less than at least 2");
  await expect(dialog.getByRole("button", { name: "Scale", exact: true })).toBeDisabled();
  await dialog.getByLabel("At most", { exact: true }).fill("5");
  await dialog.getByLabel("At least", { exact: true }).fill("4");
  await expect(dialog).toContainText("loads the model once more");
  await expectAccessible(page, "scaling");
  expect(sent()).toEqual([]);
  await dialog.getByRole("button", { name: "Scale", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Processing worker updates...")).toBeVisible();
  await expect(page.getByText("Scaling workers…")).toBeVisible();
  server.settle();
  await expect(version).toContainText("4 of 4 to 5 workers ready");
  await expect(page.getByText("Scaling workers…")).toBeHidden();
  expect(sent()).toEqual(["PUT /models/resnet18/1.0?min_worker=4&max_worker=5&synchronous=false"]);
});

test("TorchServe's rejections stay visible, and a model is registered if it allows that", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openServer(page);
  await page.getByRole("button", { name: "Register a model…" }).click();
  const dialog = modal(page);
  await dialog.getByLabel("Archive", { exact: true }).fill("resnet18_2.mar");
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("--enable-model-api");
  server.state.modelApi = true;
  await dialog.getByRole("button", { name: "Register", exact: true }).click();
  await expect(dialog).toBeHidden();
  const second = versionOf(page, "2.0");
  await expect(second).toContainText("1 of 1 workers ready");
  await expect(versionOf(page, "1.0").getByRole("button", { name: "Unregister…" })).toBeDisabled();
  await second.getByRole("button", { name: "Make default…" }).click();
  await modal(page).getByRole("button", { name: "Make default", exact: true }).click();
  await expect(second.getByText("default", { exact: true })).toBeVisible();
  await versionOf(page, "1.0").getByRole("button", { name: "Unregister…" }).click();
  await expect(modal(page)).toContainText("forgets the version");
  await modal(page).getByRole("button", { name: "Unregister", exact: true }).click();
  await expect(versionOf(page, "1.0")).toHaveCount(0);
  await expect(second).toBeVisible();
});

test("a few answers show which serving layer fits, why, and the sources", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await openServer(page);
  await page.getByRole("link", { name: "Where to?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Which serving layer fits?");
  await expect(page.getByText("Say what you serve")).toBeVisible();
  await page.getByRole("radio", { name: "A language model that writes text" }).check();
  const fits = page.getByRole("region", { name: "Serving layers that fit" });
  await expect(fits.getByRole("heading", { level: 2 }).first()).toContainText("vLLM");
  await expect(fits.getByRole("link", { name: "vLLM, automatic prefix caching" })).toHaveAttribute(
    "href",
    /docs\.vllm\.ai/,
  );
  await page.getByRole("radio", { name: /^Neural networks/ }).check();
  await page.getByRole("radio", { name: "Intel CPUs or GPUs" }).check();
  await expect(fits.getByRole("heading", { level: 2 }).first()).toContainText("OpenVINO");
  await page.getByRole("radio", { name: "On Kubernetes" }).check();
  await expect(fits.getByRole("region", { name: "KServe" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `serving layers, ${colorScheme}`);
  }
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("Say what you serve")).toBeVisible();
});
