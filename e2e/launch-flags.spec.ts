import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type ChatServer, startChatServer } from "../main/lab/testing/chat-server.ts";
import { TestApiServer } from "../main/kubernetes/testing/api-server.ts";
import { WorkloadController } from "../main/launch-flags/testing/workload-controller.ts";
import { FAKE_VLLM } from "../main/launch-flags/testing/fake-vllm-command.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible, modal } from "./workbench.ts";

test.describe.configure({ mode: "serial" });
test.use({ consoleName: "launch flags" });

let chat: ChatServer;
let cluster: TestApiServer;
let controller: WorkloadController;

test.beforeAll(async () => {
  chat = await startChatServer();
  cluster = await TestApiServer.start();
  cluster.denied.add("get pods/log");
  controller = await WorkloadController.start(cluster, ["--max-num-seqs", "8"]);
});
test.afterAll(async () => {
  await controller[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
});

async function openTab(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Connections" }).click();
  await page.getByRole("link", { name: "llm", exact: true }).click();
  await page.getByRole("tab", { name: "Launch flags" }).click();
}

async function addCandidate(page: Page, flag: string, value: string): Promise<void> {
  await page.getByLabel("Flag", { exact: true }).selectOption(flag);
  await page.getByLabel("Values, separated by commas").fill(value);
  await page.getByRole("button", { name: "Add candidates" }).click();
}

async function chooseLoad(page: Page): Promise<void> {
  await page.getByLabel("Clients at once").fill("4");
  await page.getByLabel("Seconds per step").fill("2");
}

/** Takes screenshots if the environment names a folder. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env["BATCHDECK_PICTURES"];
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 1920]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 1000 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
}

test("flags of a process are compared; one that doesn't start is a result with its log", async ({
  console: running,
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto(running.url);
  await connectServer(page, { name: "llm", address: chat.address });
  await openTab(page);
  const command = FAKE_VLLM.map((word) => `'${word}'`).join(" ");
  await page.getByLabel("Command", { exact: true }).fill(`${command} --max-num-seqs 8 | tee log`);
  await addCandidate(page, "--max-num-seqs", "1");
  await addCandidate(page, "--gpu-memory-utilization", "0.99");
  await expect(page.getByTestId("flag-effect")).toContainText("more than 0 to 1");
  await chooseLoad(page);
  await expectAccessible(page, "the form");

  await page.getByRole("button", { name: "Review" }).click();
  await expect(modal(page).getByText("has an unquoted '|', which needs a shell")).toBeVisible();
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Command", { exact: true }).fill(`${command} --max-num-seqs 8`);
  await page.getByRole("button", { name: "Review" }).click();
  const base = modal(page).getByRole("region", { name: "Command of Base" });
  await expect(base).toContainText("--max-num-seqs 8 --host 127.0.0.1 --port PORT");
  await expect(modal(page).getByText("− --max-num-seqs 8")).toBeVisible();
  await expectAccessible(page, "the review");
  await modal(page).getByRole("button", { name: "Approve and start" }).click();

  const results = page.getByRole("table", { name: "Results" });
  await expect(
    results.getByText("starting").or(results.getByText("measuring")).first(),
  ).toBeVisible();
  await expect(page.getByText("Comparison 1 done")).toBeVisible({ timeout: 120_000 });
  await expect(results.getByRole("row", { name: /^--max-num-seqs 1 measured/ })).toContainText(
    "tokens/s",
  );
  await expect(page.getByText(/^At 4 clients: /).first()).toBeVisible();
  await expect(page.getByText("Out of memory", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Out of GPU memory: torch.OutOfMemoryError: CUDA out of memory."),
  ).toBeVisible();
  await page.getByText("Log", { exact: true }).last().click();
  await expect(page.getByRole("region", { name: /^Log of --gpu/ })).toContainText(
    "run_engine_core",
  );
  await expectAccessible(page, "the result");
  await page.getByRole("link", { name: "Compare in detail" }).click();
  await expect(page.getByRole("heading", { name: "Compare experiments" })).toBeVisible();
});

test("flags of a Deployment are patched, measured and restored", async ({
  console: running,
  page,
}) => {
  test.setTimeout(180_000);
  const kubeconfig = path.join(running.dataDirectory, "kubeconfig");
  fs.writeFileSync(kubeconfig, cluster.kubeconfig());
  await page.goto(running.url);
  await page.getByRole("link", { name: "Kubernetes" }).click();
  const file = page.getByRole("textbox", { name: "Kubeconfig's path, on the console's machine" });
  const another = page.getByRole("button", { name: "A file" });
  if (await another.isVisible()) await another.click();
  await file.fill(kubeconfig);
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByRole("button", { name: "Open test" }).click();
  await expect(page.getByText("Live").first()).toBeVisible();

  await openTab(page);
  await page.getByRole("button", { name: "Kubernetes" }).click();
  await page.getByLabel("Workload", { exact: true }).selectOption("Deployment/models/vllm");
  await page.getByLabel("Container", { exact: true }).selectOption("server");
  await expect(page.getByText("--max-num-seqs 8", { exact: true })).toBeVisible();
  await expect(page.getByText("Changes to this cluster are not allowed")).toBeVisible();
  await expect(page.getByText("You may not get pods/log in the namespace models")).toBeVisible();
  await expectAccessible(page, "the form for a Deployment");
  await page.getByRole("link", { name: "Kubernetes" }).click();
  await page.getByRole("switch", { name: "Allow changes to this cluster" }).click();
  await modal(page).getByRole("button", { name: "Allow changes" }).click();

  await openTab(page);
  await page.getByRole("button", { name: "Kubernetes" }).click();
  await page.getByLabel("Workload", { exact: true }).selectOption("Deployment/models/vllm");
  await page.getByLabel("Container", { exact: true }).selectOption("server");
  await addCandidate(page, "--max-num-seqs", "1");
  await page.getByLabel("Flag", { exact: true }).selectOption("Environment variable…");
  await page.getByLabel("Name", { exact: true }).fill("LOAD_MS");
  await page.getByLabel("Add to", { exact: true }).selectOption("--max-num-seqs 1");
  await page.getByLabel("Value", { exact: true }).fill("50");
  await page.getByRole("button", { name: "Add variable" }).click();
  const candidates = page.getByRole("list", { name: "Candidates" });
  await expect(candidates.getByText("--max-num-seqs 1, LOAD_MS=50")).toBeVisible();
  await pictures(page, "candidates");
  await chooseLoad(page);
  await page.getByRole("button", { name: "Review" }).click();
  const missing = modal(page).getByText("You may not get pods/log in the namespace models");
  await expect(missing).toBeVisible();
  await pictures(page, "review");
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  cluster.denied.clear();
  await page.getByRole("button", { name: "Review" }).click();
  await expect(missing).toHaveCount(0);
  await modal(page).getByText("strategic merge patch").click();
  await expect(modal(page).getByRole("region", { name: /^Patch of/ })).toContainText('"args"');
  await modal(page).getByRole("button", { name: "Approve and apply" }).click();
  await expect(page.getByText("Comparison 2 done")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText("The original flags are back.").first()).toBeVisible();
  expect(controller.rolledOut).toEqual([
    ["--max-num-seqs", "8"],
    ["--max-num-seqs", "1"],
    ["--max-num-seqs", "8"],
  ]);
  expect(controller.environments).toEqual([[], [{ name: "LOAD_MS", value: "50" }], []]);
  await expectAccessible(page, "the result of a Deployment");
});
