import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import path from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../scripts/process.ts";
import { expect, test } from "./console.ts";

/** An address of the engine, from the overview. */
async function address(
  page: Page,
  url: string,
  kind: "HTTP" | "gRPC" | "Metrics",
): Promise<string> {
  await page.goto(url);
  const shown = page
    .getByText(new RegExp(`^${kind} 127`))
    .first()
    .locator("xpath=*");
  await expect(shown).toHaveText(/127\.0\.0\.1:\d+/);
  return (await shown.textContent())!.trim();
}

const zeros = Array.from({ length: 128 }, () => 0);

test("an HTTP client sends JSON and gets a response", async ({ console: running, page }) => {
  const http = await address(page, running.url, "HTTP");
  const answer = await fetch(`http://${http}/v2/models/mlp/infer`, {
    method: "POST",
    body: JSON.stringify({
      inputs: [{ name: "x", datatype: "FP32", shape: [1, 128], data: zeros }],
    }),
  });
  expect(answer.status).toBe(200);
  const { outputs } = (await answer.json()) as { outputs: { data: number[]; shape: number[] }[] };
  expect(outputs[0]!.shape).toEqual([1, 10]);
  expect(outputs[0]!.data.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 4);
});

test("an HTTP client sends and gets binary tensors", async ({ console: running, page }) => {
  const http = await address(page, running.url, "HTTP");
  const header = Buffer.from(
    JSON.stringify({
      inputs: [
        { name: "x", datatype: "FP32", shape: [1, 128], parameters: { binary_data_size: 512 } },
      ],
      parameters: { binary_data_output: true },
    }),
  );
  const answer = await fetch(`http://${http}/v2/models/mlp/infer`, {
    method: "POST",
    headers: { "inference-header-content-length": String(header.length) },
    body: Buffer.concat([header, Buffer.alloc(512)]),
  });
  expect(answer.status).toBe(200);
  const length = Number(answer.headers.get("inference-header-content-length"));
  const body = Buffer.from(await answer.arrayBuffer());
  expect(body.length - length).toBe(40);
});

test("a generic gRPC client calls the KServe service", async ({ console: running, page }) => {
  const target = await address(page, running.url, "gRPC");
  const definition = loadSync(path.join(root, "assets/proto/grpc_service.proto"), {
    includeDirs: [path.join(root, "assets/proto")],
  });
  const { inference } = grpc.loadPackageDefinition(definition) as unknown as {
    inference: { GRPCInferenceService: new (...args: unknown[]) => grpc.Client };
  };
  const client = new inference.GRPCInferenceService(target, grpc.credentials.createInsecure());
  const call = (
    client as unknown as Record<
      string,
      (request: object, done: grpc.requestCallback<{ rawOutputContents: Buffer[] }>) => void
    >
  )["modelInfer"]!;
  const answer = await new Promise<{ rawOutputContents: Buffer[] }>((resolve, reject) => {
    call.call(
      client,
      {
        modelName: "mlp",
        inputs: [{ name: "x", datatype: "FP32", shape: [1, 128] }],
        rawInputContents: [Buffer.alloc(512)],
      },
      (error, value) => (error || !value ? reject(error) : resolve(value)),
    );
  });
  client.close();
  expect(answer.rawOutputContents[0]!.length).toBe(40);
});

test("Prometheus reads the metrics", async ({ console: running, page }) => {
  const metrics = await address(page, running.url, "Metrics");
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  expect(text).toMatch(/^# TYPE nv_inference_request_success counter$/m);
  expect(text).toMatch(/^nv_inference_request_success\{model="mlp",version="1"\} \d+$/m);
});
