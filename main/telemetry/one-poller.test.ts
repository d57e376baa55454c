import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Advisors } from "../advisor/advisors.ts";
import { advisorMigrations, Objectives } from "../advisor/objectives.ts";
import type { ModelDetail } from "../contract/index.ts";
import { startProduct } from "../servers/kinds/testing/product.ts";
import { startRecordedTritonHttp } from "../servers/testing/recorded-triton-http.ts";
import { tritonServer } from "../servers/testing/triton-server.ts";
import { openDataDirectory } from "../store/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Observers } from "./index.ts";
import { Samplers } from "./models/samplers.ts";
import { FakeDirectory, FakeServer } from "./testing/fake-server.ts";

const metrics = fs.readFileSync(
  new URL("../servers/fixtures/triton-metrics.txt", import.meta.url),
  "utf8",
);

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-one-poller-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

test("[OBSERVE-22] sends one set of requests per poll for everything that watches a server", async () => {
  let page: { status?: number; body: string } = { body: metrics };
  await using triton = await startRecordedTritonHttp();
  await using exporter = await startProduct(() => page);
  const clock = new ManualClock();
  const endpoints = { grpc: "", http: triton.address, metrics: exporter.address };
  using server = tritonServer({ id: "t", name: "T", kind: "triton", endpoints }, clock);
  // Requested once per load.
  vi.spyOn(server, "modelDetail").mockResolvedValue({ config: {} } as ModelDetail);
  const servers = new FakeDirectory([server]);
  using observers = new Observers({ servers, clock, firstIntervalMs: 200 });
  using samplers = new Samplers({ servers, observers, clock });
  using stack = new DisposableStack();
  const data = openDataDirectory(directory, advisorMigrations);
  stack.defer(() => data.close());
  using advisors = new Advisors({
    servers,
    getSampler: (id) => samplers.of(id),
    clock,
    objectives: new Objectives(data.db),
    logFor: () => null,
  });
  using _watching = observers.of("t").watch();
  let polls = 0;
  observers.onPolled(() => polls++);
  const answered = async (ms: number) => {
    const before = polls;
    await clock.advance(ms);
    await vi.waitFor(() => expect(polls).toBe(before + 1), 15_000);
  };
  await answered(0);
  await answered(200);
  const before = [triton.requests.length, exporter.requests.length];
  for (let second = 0; second < 3; second++) await answered(1000);
  const [asked, exported] = [triton.requests, exporter.requests].map((all, index) =>
    all.slice(before[index]).sort(),
  );
  const each = (request: string) => [request, request, request];
  expect(asked).toEqual([...each("GET /v2/models/stats"), ...each("POST /v2/repository/index")]);
  expect(exported).toEqual(each("GET /metrics"));
  expect(samplers.of("t").frame.live).toBe(true);
  expect(advisors.of("t").machine).toMatchObject({ problem: null });

  page = { status: 503, body: "" };
  await answered(1000);
  const problem = expect.stringContaining("answers with status 503");
  for (let second = 0; second < 4; second++) await answered(1000);
  expect(advisors.of("t").machine).toMatchObject({ problem });
  page = { body: metrics };
  await vi.waitFor(async () => {
    await answered(1000);
    expect(advisors.of("t").machine).toMatchObject({ problem: null });
  }, 15_000);
});

test("[OBSERVE-23] does not delay figures for a missing metrics page", async () => {
  await using triton = await startRecordedTritonHttp();
  let asked = 0;
  const exporter = http.createServer((_request, response) => {
    asked += 1;
    // Every request but the first waits forever.
    if (asked === 1) response.writeHead(404).end();
  });
  await once(exporter.listen(0, "127.0.0.1"), "listening");
  const { port } = exporter.address() as AddressInfo;
  const endpoints = { grpc: "", http: triton.address, metrics: `127.0.0.1:${port}` };
  using server = tritonServer({ id: "t", name: "T", kind: "triton", endpoints }, new ManualClock());
  const first = await server.observe();
  expect(first.expositionProblem).toContain("answers with status 404");
  const next = await Promise.all([server.observe(), server.observe()]);
  for (const { triton: answers, expositionProblem } of next) {
    expect(answers?.statistics).toEqual(first.triton?.statistics);
    expect(expositionProblem).toBe(first.expositionProblem);
  }
  await vi.waitFor(() => expect(asked).toBe(2), 15_000);
  exporter.closeAllConnections();
  exporter.close();
});

test("[OBSERVE-24] polls a server that starts at once", async () => {
  const server = new FakeServer();
  server.down = true;
  server.become({ endpoints: null, state: "starting" });
  const clock = new ManualClock();
  using observers = new Observers({ servers: new FakeDirectory([server]), clock });
  await clock.advance(0);
  const { asked } = server;
  server.down = false;
  server.become({ endpoints: { grpc: "h:1", http: "", metrics: "" } });
  await clock.advance(0);
  expect(server.asked).toBe(asked + 1);
  expect(observers.of("fake").latest()?.live).toBe(true);
});
