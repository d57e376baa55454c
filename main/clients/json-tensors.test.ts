import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { TrialRequest } from "../contract/index.ts";
import { FakeServer } from "../lab/testing/fake-server.ts";
import { startTestServer, type TestServer } from "../lab/testing/inference-server.ts";
import { jsonProtocol } from "../lab/testing/json-server.ts";
import { serverDirectory } from "../servers/index.ts";
import { startClients } from "./index.ts";
import { sampleTrial } from "./testing/samples.ts";
import { testSizes } from "../sizes/testing/sizes-fixture.ts";

const seen: string[] = [];
let http: TestServer;
beforeAll(async () => {
  http = await startTestServer(jsonProtocol(seen));
});
afterAll(() => http.kill());

function domainOf(datatype: string) {
  const server = new FakeServer(http.address, () => 0);
  server.capabilities = ["inference"];
  server.statistics = () => Promise.reject(new Error("it keeps none"));
  const inputs = [{ name: "x", datatype, shape: [-1, 4] }];
  server.model = { ...server.model, config: null, inputs };
  return startClients({
    servers: serverDirectory([server]),
    clock: systemClock,
    sizes: testSizes(),
  });
}

const { signal } = new AbortController();
const request = (more: Partial<TrialRequest> = {}) =>
  sampleTrial({ serverId: "embedded", name: "ranker" }, { shapes: { x: [1, 4] }, ...more });

it("[CLIENT-16] sends JSON to a server that does not report binary tensors, and reads its JSON", async () => {
  const values = { x: "[1.5, 2, 3, 4]" };
  const { status, responses } = await domainOf("FP32").requests["clients.send"](
    request({ values }),
    signal,
  );
  expect(status).toEqual({ ok: true, code: "HTTP 200", message: "" });
  expect(responses[0]?.outputs).toMatchObject([{ name: "y", values: ["10.5"] }]);
  expect(JSON.parse(seen.at(-1) as string)).toMatchObject({
    inputs: [{ name: "x", shape: [1, 4], datatype: "FP32", data: [1.5, 2, 3, 4] }],
  });
});

it("[CLIENT-16] writes programs that send JSON, too", async () => {
  const { jsonTensors, programs } = await domainOf("FP32").requests["clients.prepare"](
    request({ shapes: { x: [100, 4] }, outputs: [{ name: "y", classification: 0 }] }),
    signal,
  );
  const text = (language: string) => programs.find((each) => each.language === language)?.text;
  expect(jsonTensors).toBe(true);
  expect(text("python-http")).toContain("binary_data=False");
  expect(text("python-http")).toContain('triton.InferRequestedOutput("y", binary_data=False)');
  for (const language of ["curl", "typescript"]) {
    expect(text(language)).toContain('"data":[');
    expect(text(language)).not.toContain("binary_data_size");
  }
});

it("[CLIENT-16] rejects half precision over HTTP, and says so instead of writing a program", async () => {
  const { requests } = domainOf("FP16");
  await expect(requests["clients.prepare"](request(), signal)).rejects.toThrow(
    "'x' is FP16, which JSON cannot carry",
  );
  const { programs } = await requests["clients.prepare"](request({ wire: "grpc" }), signal);
  const curl = programs.find(({ language }) => language === "curl");
  expect(curl).toMatchObject({ text: null, notes: [expect.stringContaining("Use gRPC.")] });
});
