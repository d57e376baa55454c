import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { TestApiServer } from "../main/kubernetes/testing/api-server.ts";
import {
  createEvent,
  createPod,
  putTritonDeployment,
  servingPorts,
  createSlice,
} from "../main/kubernetes/testing/cluster-objects.ts";
import { expect, test } from "./console.ts";
import { type RemoteEngine, startReplica } from "./remote-engine.ts";
import { expectAccessible, modal } from "./workbench.ts";

test.use({ consoleName: "kubernetes" });
test.describe.configure({ mode: "serial" });

const PODS = ["triton-7d9c-2xk4p", "triton-7d9c-h8s6v"] as const;
const owner = { kind: "ReplicaSet", name: "triton-7d9c" };
const labels = { app: "triton", "pod-template-hash": "7d9c" };
let cluster: TestApiServer;
let engine: RemoteEngine;
let kubeconfig: string;

test.beforeAll(async ({ console: running }) => {
  engine = await startReplica(running);
  cluster = await TestApiServer.start({ kserve: true, inferencePools: true });
  putTritonDeployment(cluster, PODS);
  for (const pod of PODS) serve(pod);
  cluster.store.put(
    "/api/v1/pods",
    createPod({
      name: "llama-0",
      owner: { kind: "StatefulSet", name: "llama" },
      container: { name: "vllm", image: "vllm/vllm-openai:v0.10.1" },
      ready: false,
      restarts: 7,
      lastEnd: "OOMKilled",
      waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container" },
    }),
  );
  cluster.store.put("/api/v1/events", createEvent("Pod/llama-0", "BackOff", "Back-off restarting"));
  const iris = {
    metadata: { name: "iris", namespace: "models" },
    spec: { predictor: { model: { modelFormat: { name: "sklearn" } } } },
    status: {
      conditions: [{ type: "Ready", status: "False", message: "no node has enough memory" }],
    },
  };
  cluster.store.put("/apis/serving.kserve.io/v1beta1/inferenceservices", iris);
  cluster.store.put("/apis/inference.networking.k8s.io/v1/inferencepools", {
    metadata: { name: "tritons", namespace: "models" },
    spec: {
      selector: { matchLabels: { app: "triton" } },
      targetPorts: [{ number: 8000 }],
      endpointPickerRef: { name: "tritons-epp", port: { number: 9002 } },
    },
  } as never);
  kubeconfig = path.join(running.dataDirectory, "kubeconfig");
  fs.writeFileSync(kubeconfig, cluster.kubeconfig());
});

test.afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await engine.stop();
});

function serve(pod: string): void {
  cluster.podPorts.set(`models/${pod}:8000`, engine.http);
  cluster.podPorts.set(`models/${pod}:8001`, engine.grpc);
}

/** Takes a screenshot of the pools if the environment names a folder. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env["BATCHDECK_PICTURES"];
  if (!folder) return;
  await page.getByRole("button", { name: "Open as fleet: tritons" }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/${name}.png` });
}

const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const triton = (page: Page) => region(page, /^triton Triton/);

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Kubernetes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kubernetes" })).toBeVisible();
}

test("a kubeconfig is chosen, its errors are shown, and a context is opened", async ({
  console: running,
  page,
}) => {
  await openPage(page, running.url);
  const another = page.getByRole("button", { name: "A file" });
  if (await another.isVisible()) await another.click();
  const file = page.getByRole("textbox", { name: "Kubeconfig's path, on the console's machine" });
  await file.fill("/nowhere/kubeconfig");
  await page.getByRole("button", { name: "Read" }).click();
  await expect(page.getByText("'/nowhere/kubeconfig' does not exist.")).toBeVisible();
  await expectAccessible(page, "chooser");
  await file.fill(kubeconfig);
  await page.getByRole("button", { name: "Read" }).click();
  await expect(
    page.getByRole("row", { name: /^test current https:.* token models/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Open test" }).click();
  await expect(region(page, /^test/).getByText("Live")).toBeVisible();
  await expect(
    page.getByText("2 workloads that serve models, among 3 pods in models"),
  ).toBeVisible();
});

test("workloads are shown with kind, evidence, replicas, autoscaler and events, live", async ({
  console: running,
  page,
}) => {
  await openPage(page, running.url);
  await expect(triton(page).getByText("2 of 2 ready")).toBeVisible();
  await expect(
    triton(page).getByRole("row", { name: /^triton-7d9c-2xk4p Ready triton 0/ }),
  ).toBeVisible();
  const scaler = region(page, "Autoscaler triton");
  await expect(scaler.getByText("2 of 4 wanted")).toBeVisible();
  await expect(scaler.getByText("Its metrics call for more than its maximum of 4.")).toBeVisible();
  await expect(scaler.getByText("triton_queue_to_compute now 1.7 per pod")).toBeVisible();
  await triton(page).getByText("How it was detected").click();
  await expect(
    triton(page).getByText("Its image nvidia/tritonserver is Triton's.").last(),
  ).toBeVisible();
  await expect(
    triton(page).getByText(/Service triton: HTTP triton\.models\.svc:8000/),
  ).toBeVisible();

  const llama = region(page, /^llama vLLM/);
  await expect(llama.getByText("OOMKilled")).toBeVisible();
  await expect(llama.getByText(/^CrashLoopBackOff: back-off/)).toBeVisible();
  await llama.getByText("Events", { exact: true }).click();
  await expect(llama.getByRole("row", { name: /Pod llama-0 BackOff/ })).toBeVisible();
  await expect(
    region(page, "KServe inference services").getByText("no node has enough memory"),
  ).toBeVisible();

  cluster.store.put(
    "/api/v1/pods",
    createPod({ name: "triton-7d9c-new", labels, owner, ready: false }),
  );
  await expect(triton(page).getByText("2 of 3 ready")).toBeVisible();
  cluster.store.remove("/api/v1/pods", "models", "triton-7d9c-new");
  await expect(triton(page).getByText("2 of 2 ready")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the page is accessible and fits, ${colorScheme}`, async ({ browser, console: running }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      await openPage(page, running.url);
      await expect(triton(page).getByText("2 of 2 ready")).toBeVisible();
      await triton(page).getByText("How it was detected").click();
      await expectAccessible(page, `${width}`);
      await pictures(page, `kubernetes-${colorScheme}-${width}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await context.close();
  });

test("a workload is opened as a fleet, whose members follow the pods", async ({
  console: running,
  page,
}) => {
  await openPage(page, running.url);
  await page.getByRole("button", { name: "Open as fleet: triton", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: /triton \(test\)/ })).toBeVisible();
  await expect(page.getByText(PODS[0]).first()).toBeVisible();
  await expect(page.getByText(PODS[1]).first()).toBeVisible();
  serve("triton-7d9c-zz9");
  cluster.store.remove("/api/v1/pods", "models", PODS[0]);
  cluster.store.put("/api/v1/pods", createPod({ name: "triton-7d9c-zz9", labels, owner }));
  cluster.store.put(
    "/apis/discovery.k8s.io/v1/endpointslices",
    createSlice(
      "triton",
      [PODS[1], "triton-7d9c-zz9"].map((name) => ({ name, ready: true })),
      servingPorts,
    ),
  );
  await expect(page.getByText("triton-7d9c-zz9").first()).toBeVisible();
  await expect(page.getByText(PODS[0])).toHaveCount(0);
  await expect(page.getByText("Kubernetes: models/Deployment/triton")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Encryption (TLS)").click();
  await expect(dialog.getByLabel("Encrypt HTTP")).not.toBeChecked();
  await dialog.getByLabel("Encrypt gRPC").check();
  await dialog.getByLabel("Server name").fill("triton.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByText("Encryption (TLS)").click();
  await expect(dialog.getByLabel("Encrypt gRPC")).toBeChecked();
  await expect(dialog.getByLabel("Encrypt metrics", { exact: false })).not.toBeChecked();
});

test("an inference pool is opened as a fleet of its pods", async ({ console: running, page }) => {
  await openPage(page, running.url);
  const pools = region(page, "Inference pools").first();
  await expect(pools.getByText("2 of 2 ready, port 8000")).toBeVisible();
  await expect(pools.getByText("No pods behind the Service tritons-epp")).toBeVisible();
  await page.getByRole("button", { name: "Open as fleet: tritons" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /tritons \(test\)/ })).toBeVisible();
  await expect(page.getByText("Kubernetes: models/InferencePool/tritons")).toBeVisible();
  await expect(page.getByText(PODS[1]).first()).toBeVisible();
});

test("a tuned model is deployed to the selected namespace", async ({ console: running, page }) => {
  await openPage(page, running.url);
  await page.getByRole("link", { name: "Deploy a tuned model here" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deploy to a cluster");
  await expect(page.getByLabel("Namespace", { exact: true })).toHaveValue("models");
});

const perfAnalyzer = `Concurrency,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency,Avg latency
3,120.5,30,200,10,5,3000,5,20,3200,4100,4500,6000,3300
`;

test("a Job repeats an experiment's plan", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await page
    .getByLabel("Files to import")
    .setInputFiles({ name: "three.csv", mimeType: "text/csv", buffer: Buffer.from(perfAnalyzer) });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("three");
  await page.getByRole("link", { name: "Kubernetes" }).click();
  await page.getByRole("button", { name: "Run lab as Job: triton" }).click();
  const dialog = modal(page);
  const measure = dialog.getByRole("combobox", { name: "Measure" });
  await measure.selectOption({ index: 1 });
  await dialog.getByRole("textbox", { name: "Image" }).fill("registry.example/batchdeck-cli:1");
  await expect(dialog.getByRole("textbox", { name: "Clients at once" })).toHaveCount(0);
  await expect(dialog.getByRole("region", { name: "Manifest of the Job" })).toContainText(
    /measure -m \S+ -u triton\.models\.svc:8000 .*--concurrency-range=3/,
  );
});

test("a measurement as a Job: read-only shows a manifest; with permission it is run and deleted", async ({
  console: running,
  page,
}) => {
  await openPage(page, running.url);
  await page.getByRole("button", { name: "Run lab as Job: triton" }).click();
  const dialog = modal(page);
  await expect(dialog.getByText("Name the model and the image to see the manifest.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Model" }).fill("mlp");
  await dialog.getByRole("textbox", { name: "Image" }).fill("registry.example/batchdeck-cli:1");
  const manifest = dialog.getByRole("region", { name: "Manifest of the Job" });
  await expect(manifest).toContainText("measure -m mlp -u triton.models.svc:8000");
  await expect(manifest).toContainText("readOnlyRootFilesystem: true");
  await dialog.getByRole("textbox", { name: "Clients at once" }).fill("1, x");
  await expect(dialog.getByText(/^Up to 16 whole numbers/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Clients at once" }).fill("1, 2");
  const run = dialog.getByRole("button", { name: "Run in the cluster" });
  await expect(run).toBeDisabled();
  await expectAccessible(page, "job dialog");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(cluster.calls.filter((call) => !call.startsWith("GET "))).toEqual([]);

  await page.getByRole("switch", { name: "Allow changes to this cluster" }).click();
  await modal(page).getByRole("button", { name: "Allow changes" }).click();
  await expect(page.getByText(/^Batchdeck may run the lab as a Job/)).toBeVisible();
  await page.getByRole("button", { name: "Run lab as Job: triton" }).click();
  await dialog.getByRole("textbox", { name: "Model" }).fill("mlp");
  await dialog.getByRole("textbox", { name: "Image" }).fill("registry.example/batchdeck-cli:1");
  await run.click();
  const jobs = region(page, "Lab jobs");
  await expect(jobs.getByText("mlp: Waits for its pod.")).toBeVisible();
  await jobs.getByRole("button", { name: /^Delete job/ }).click();
  await modal(page).getByRole("button", { name: "Delete job" }).click();
  await expect(jobs.getByText("It was deleted.")).toBeVisible();
});

test("a replica's log is followed, searched and saved, and its end is shown", async ({
  console: running,
  page,
}) => {
  const key = `models/${PODS[1]}`;
  const lines = Array.from({ length: 400 }, (_, i) => `I0504 08:00:00 request ${i}`);
  cluster.logs.set(key, `${lines.join("\n")}\nE0504 failed to load 'mlp'\n`);
  await openPage(page, running.url);
  const opens = page.getByRole("button", { name: `Logs of ${PODS[1]}` });
  await opens.focus();
  await page.keyboard.press("Enter");
  const dialog = modal(page);
  const log = dialog.getByRole("region", { name: `Log of triton in ${PODS[1]}` });
  await expect(dialog.getByText("Following")).toBeVisible();
  await expect(log.getByText("failed to load 'mlp'")).toBeInViewport();
  await expect(log.getByText("request 100", { exact: false })).toHaveCount(0);
  cluster.logs.write(key, "I0504 and one more\n");
  await expect(log.getByText("and one more")).toBeInViewport();
  await expectAccessible(page, "log");

  const find = dialog.getByRole("searchbox", { name: "Find in the log" });
  await find.fill("REQUEST 39");
  await expect(dialog.getByText("10 found")).toBeVisible();
  await find.press("Enter");
  await expect(dialog.getByText("1 of 10")).toBeVisible();
  await find.press("Shift+Enter");
  await expect(dialog.getByText("10 of 10")).toBeVisible();
  await find.fill("request 2");
  await find.press("Enter");
  await expect(log.getByText("request 201")).toBeInViewport();
  await dialog.getByRole("button", { name: "Jump to newest line" }).click();
  await expect(log.getByText("and one more")).toBeInViewport();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the log" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${PODS[1]}-triton.log`);
  expect(fs.readFileSync(await saved.path(), "utf8")).toContain("failed to load 'mlp'\n");
  await dialog.getByRole("button", { name: "1,000" }).click();
  await find.fill("request 0");
  await expect(dialog.getByText("1 found")).toBeVisible();

  cluster.logs.end();
  await expect(
    dialog.getByText("The API server ended the log, and the container triton runs on."),
  ).toBeVisible();
  const again = dialog.getByRole("button", { name: "Read again" });
  await again.press("Enter");
  await expect(dialog.getByText("Following")).toBeVisible();
  await expect(again).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opens).toBeFocused();
  await expect.poll(() => cluster.logs.followers).toBe(0);
});

test("the log before a crash can be read; missing permission is shown", async ({
  console: running,
  page,
}) => {
  cluster.logs.set("models/llama-0", "INFO starting\n");
  cluster.logs.set("models/llama-0 previous", "torch.OutOfMemoryError: CUDA out of memory\n");
  await openPage(page, running.url);
  await page.getByRole("button", { name: "Logs of llama-0" }).click();
  const dialog = modal(page);
  await expect(dialog.getByText("INFO starting")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Before the last restart" }).check();
  await expect(dialog.getByText("CUDA out of memory")).toBeVisible();
  await expect(dialog.getByRole("switch", { name: "Follow" })).toBeDisabled();
  cluster.denied.add("get pods/log");
  await dialog.getByRole("button", { name: "Read again" }).click();
  await expect(dialog.getByText(/'somebody' may not get pods\/log/)).toBeVisible();
  await expectAccessible(page, "refused log");
  cluster.denied.delete("get pods/log");
  await dialog.getByRole("button", { name: "Read again" }).click();
  await expect(dialog.getByText("CUDA out of memory")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a cluster that rejects requests is reported, and read again when it allows them", async ({
  console: running,
  page,
}) => {
  await openPage(page, running.url);
  await expect(region(page, /^test/).getByText("Live")).toBeVisible();
  const { token } = cluster;
  cluster.token = "renewed";
  await page.getByRole("combobox", { name: "Namespace" }).selectOption("All namespaces");
  await expect(page.getByText("Can't read the cluster")).toBeVisible();
  await expect(page.getByText(/credentials of 'somebody': they may have expired/)).toBeVisible();
  cluster.token = token;
  await page.getByRole("button", { name: "Try now" }).click();
  await expect(page.getByText(/pods in all namespaces/)).toBeVisible();
});
