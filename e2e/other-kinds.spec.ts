import type { Page } from "@playwright/test";
import { startLlamaCpp } from "../main/servers/kinds/llama-cpp/testing/llama-cpp.ts";
import { startMlserver } from "../main/servers/kinds/mlserver/testing/mlserver.ts";
import { startKserve } from "../main/servers/kinds/open-inference/testing/kserve.ts";
import { startOpenvino } from "../main/servers/kinds/openvino/testing/openvino.ts";
import { startRayServe } from "../main/servers/kinds/ray-serve/testing/ray-serve.ts";
import { startSglang } from "../main/servers/kinds/sglang/testing/sglang.ts";
import { startTensorflowServing } from "../main/servers/kinds/tensorflow-serving/testing/tensorflow-serving.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "kinds" });
test.describe.configure({ mode: "serial" });

const PRODUCTS = [
  { name: "Tensors", start: startTensorflowServing, kind: "TensorFlow Serving", model: "resnet" },
  { name: "Seldon", start: startMlserver, kind: "MLServer 1.7.1", model: "iris" },
  { name: "Intel", start: startOpenvino, kind: "OpenVINO Model Server 2025.4", model: "resnet" },
  { name: "Runtime", start: startKserve, kind: "Open Inference Protocol 0.15.2", model: "iris" },
  { name: "Radix", start: startSglang, kind: "SGLang 0.5.3", model: "Qwen/Qwen3-8B" },
  { name: "Laptop", start: startLlamaCpp, kind: "llama.cpp b6500", model: "gpt-oss-20b.gguf" },
  { name: "Ray", start: startRayServe, kind: "Ray Serve 2.44.0", model: "text/Translator" },
] as const;

for (const { name, start, kind, model } of PRODUCTS)
  test(`${kind} is recognised by its address, and its models are reported`, async ({
    console: running,
    page,
  }) => {
    await using server = await start();
    await page.goto(running.url);
    await connectServer(page, { address: server.address, name });
    await expect(page.getByRole("region", { name, exact: true })).toContainText(kind);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("table", { name: `Models of ${name}` })).toContainText(model);
    await expectAccessible(page, `the page of ${kind}`);
  });

test("models of TensorFlow Serving are entered with its connection, and kept when it is edited", async ({
  console: running,
  page,
}) => {
  await using server = await startTensorflowServing({ metrics: null });
  await page.goto(running.url);
  await connectServer(page, { address: server.address, name: "Unlisted" });
  await page.getByRole("link", { name: "Unlisted", exact: true }).click();
  await expect(page.getByText("TensorFlow Serving has no list of its models")).toBeVisible();
  await page.getByRole("link", { name: "Connections", exact: true }).first().click();
  const card = page.getByRole("region", { name: "Unlisted", exact: true });
  await card.getByRole("button", { name: "Edit" }).click();
  await modal(page)
    .getByLabel("Kind", { exact: true })
    .selectOption({ label: "TensorFlow Serving" });
  await modal(page).getByLabel("Model names").fill("idle, typo");
  await expectAccessible(page, "naming models");
  await modal(page).getByRole("button", { name: "Save" }).click();
  await expect(modal(page)).toHaveCount(0);
  await card.getByRole("button", { name: "Edit" }).click();
  await expect(modal(page).getByLabel("Model names")).toHaveValue("idle, typo");
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Unlisted", exact: true }).click();
  const models = page.getByRole("table", { name: "Models of Unlisted" });
  await expect(models).toContainText("idle");
  await expect(models).toContainText("typo");
});

test("MLServer unloads a model and loads it again", async ({ console: running, page }) => {
  await using server = await startMlserver();
  await page.goto(running.url);
  await connectServer(page, { address: server.address, name: "Loads" });
  await page.getByRole("link", { name: "Loads", exact: true }).click();
  await page.getByRole("button", { name: "Unload iris" }).click();
  const ask = page.getByRole("dialog", { name: "Unload iris from Loads?" });
  await ask.getByRole("button", { name: "Unload iris" }).click();
  const notes = page.getByRole("region", { name: "Notifications" });
  await expect(notes.getByText("iris unloaded")).toBeVisible();
  await expectAccessible(page, "models that can be loaded");
  await page.getByRole("button", { name: "Load again iris" }).click();
  await expect(page.getByRole("button", { name: "Unload iris" })).toBeVisible();
  await page.getByRole("button", { name: "Load broken", exact: true }).click();
  await expect(notes.getByText("Invalid URI specified for model broken")).toBeVisible();
  await page.getByRole("link", { name: "iris", exact: true }).click();
  await expect(page.getByRole("button", { name: "Unload iris" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New experiment" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Tune" })).toHaveCount(0);
});

const settings = (page: Page, name: "Trace settings" | "Log settings") =>
  page.getByRole("form", { name });

test("Triton's settings are changed on the running server, and a rejection shows its message", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const log = settings(page, "Log settings");
  await log.getByLabel("Verbose level").fill("1");
  await log.getByRole("button", { name: "Apply" }).click();
  await expect(log.getByRole("button", { name: "Discard" })).toBeHidden();
  await expect(log.getByLabel("Verbose level")).toHaveValue("1");
  await log.getByLabel("File").fill("/var/log/engine.log");
  await log.getByRole("button", { name: "Apply" }).click();
  await expect(log).toContainText("log file location can not be updated through network protocol");
  await expectAccessible(page, "a refused setting");
  await log.getByRole("button", { name: "Discard" }).click();
  await expect(log.getByLabel("File")).toHaveValue("");

  await page.getByLabel("Settings of").selectOption("mlp");
  const trace = settings(page, "Trace settings");
  await trace.getByLabel("Timestamps").check();
  await trace.getByLabel("Trace one request in").fill("50");
  await trace.getByRole("button", { name: "Apply" }).click();
  await expect(trace.getByRole("button", { name: "Discard" })).toBeHidden();
  await expect(trace.getByLabel("Trace one request in")).toHaveValue("50");
  await page.getByLabel("Settings of").selectOption("The whole server");
  await expect(trace.getByLabel("Trace one request in")).toHaveValue("1000");
  await page.getByLabel("Settings of").selectOption("mlp");
  await trace.getByRole("button", { name: "Follow the server" }).click();
  await expect(trace.getByLabel("Trace one request in")).toHaveValue("1000");
});
