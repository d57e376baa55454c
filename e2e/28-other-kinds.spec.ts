import type { Page } from "@playwright/test";
import { startMlserver } from "../main/servers/kinds/mlserver/testing/mlserver.ts";
import { startKserve } from "../main/servers/kinds/open-inference/testing/kserve.ts";
import { startOpenvino } from "../main/servers/kinds/openvino/testing/openvino.ts";
import { startRayServe } from "../main/servers/kinds/ray-serve/testing/ray-serve.ts";
import { startTensorflowServing } from "../main/servers/kinds/tensorflow-serving/testing/tensorflow-serving.ts";
import { expect, test } from "./console.ts";
import { connectServer, expectAccessible } from "./workbench.ts";

test.use({ consoleOf: "kinds" });
test.describe.configure({ mode: "serial" });

const PRODUCTS = [
  { name: "Tensors", start: startTensorflowServing, kind: "TensorFlow Serving", model: "resnet" },
  { name: "Seldon", start: startMlserver, kind: "MLServer 1.7.1", model: "iris" },
  { name: "Intel", start: startOpenvino, kind: "OpenVINO Model Server 2025.4", model: "resnet" },
  { name: "Runtime", start: startKserve, kind: "Open Inference Protocol 0.15.2", model: "iris" },
  { name: "Ray", start: startRayServe, kind: "Ray Serve 2.44.0", model: "text/Translator" },
] as const;

for (const { name, start, kind, model } of PRODUCTS)
  test(`${kind} is recognised by its address, and its models are told`, async ({
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

const settings = (page: Page, name: "Trace settings" | "Log settings") =>
  page.getByRole("form", { name });

test("Triton's settings are changed where it runs, and a refusal keeps its words", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Server", exact: true }).click();
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
