import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runServe, type ServeMessage } from "../../engine/serve.ts";
import { executeDelay, TestRepository } from "../../engine/testing/repository.ts";
import { systemClock } from "../../base/clock.ts";
import type { Trial, TrialRequest } from "../contract/index.ts";
import { serverDirectory } from "../servers/index.ts";
import type { RemoteServer } from "../servers/remote-server.ts";
import { tritonServer } from "../servers/testing/triton-server.ts";
import { targetAt } from "../lab/testing/run-spec.ts";
import { startClients } from "./index.ts";
import { sampleTrial } from "./testing/samples.ts";
import { testSizes } from "../sizes/testing/sizes-fixture.ts";

const DATATYPES =
  "BOOL UINT8 UINT16 UINT32 UINT64 INT8 INT16 INT32 INT64 FP16 FP32 FP64 STRING BF16";
const ODD = `it's "odd" \n é`;

const stop = new AbortController();
const never = new AbortController().signal;
let repository: TestRepository;
let adapter: RemoteServer;
let exited: Promise<number>;
let domain: ReturnType<typeof startClients>;

function everyDatatype(): string {
  const tensors = (prefix: string) =>
    DATATYPES.split(" ").map(
      (type) => `{ name: "${prefix}${type}" data_type: TYPE_${type} dims: [ 2, -1 ] }`,
    );
  return [
    "max_batch_size: 8",
    `input [ ${tensors("IN_").join(", ")} ]`,
    `output [ ${tensors("OUT_").join(", ")} ]`,
  ].join("\n");
}

const tensor = (name: string, type = "FP32") =>
  `{ name: ${JSON.stringify(name)} data_type: TYPE_${type} dims: [ -1 ] }`;
const io = (type?: string) => `input [ ${tensor(ODD, type)} ] output [ ${tensor("OUT", type)} ]`;

beforeAll(async () => {
  repository = await TestRepository.create();
  await repository.identity("everything", everyDatatype());
  await repository.identity("odd", `max_batch_size: 8\n${io()}\ndynamic_batching { }`);
  await repository.identity("wide", `max_batch_size: 8\n${io("INT64")}`);
  await repository.identity(
    "cached",
    `max_batch_size: 8\n${io()}\nresponse_cache { enable: true }`,
  );
  await repository.identity("slow", `max_batch_size: 1\n${io()}\n${executeDelay(2000)}`);
  await repository.identity("steps", `max_batch_size: 8\n${io()}\nsequence_batching { }`);
  await repository.repeat("repeat", "INT32");
  const ready = Promise.withResolvers<ServeMessage>();
  exited = runServe(
    [
      `--model-repository=${repository.path}`,
      "--http-port=0",
      "--grpc-port=0",
      "--allow-metrics=false",
      "--cache-config=local,size=1048576",
    ],
    { version: "0", out: () => {}, err: () => {}, send: ready.resolve, stop: stop.signal },
  );
  const message = await ready.promise;
  if (message.type !== "ready") throw new Error(message.message);
  const endpoints = { http: message.http, grpc: message.grpc, metrics: "" };
  adapter = tritonServer({ id: "e", name: "engine", kind: "triton", endpoints }, systemClock);
  domain = startClients({
    servers: serverDirectory([adapter]),
    clock: systemClock,
    sizes: testSizes(),
  });
});

afterAll(async () => {
  adapter[Symbol.dispose]();
  stop.abort();
  await exited;
  await repository[Symbol.asyncDispose]();
});

const request = (model: string, more: Partial<TrialRequest> = {}) =>
  sampleTrial({ serverId: "e", name: model }, more);

const send = async (model: string, more: Partial<TrialRequest> = {}, signal = never) =>
  (await domain.requests["clients.send"](request(model, more), signal)) as Trial;

const outputsOf = ({ responses }: Trial) => responses[0]?.outputs ?? [];

describe.each(["http", "grpc"] as const)("a request over %s", (wire) => {
  it("[CLIENT-7] returns outputs of every datatype, as generated", async () => {
    const { inputs } = await domain.requests["clients.prepare"](
      request("everything", { wire, batchSize: 2, seed: 7 }),
      never,
    );
    const trial = await send("everything", { wire, batchSize: 2, seed: 7 });
    expect(trial.status).toEqual({
      ok: true,
      code: wire === "http" ? "HTTP 200" : "OK",
      message: "",
    });
    const outputs = outputsOf(trial);
    expect(outputs).toHaveLength(DATATYPES.split(" ").length);
    for (const { name, shape, values, elements, datatype } of outputs) {
      const input = inputs.find((each) => each.name === name.replace("OUT", "IN"));
      expect({ datatype, shape, elements, values: values.slice(0, input?.values.length) }).toEqual({
        datatype: input?.datatype,
        shape: [2, 2, 16],
        elements: 64,
        values: input?.values,
      });
    }
    expect(trial.modelVersion).toBe("1");
  });

  it("[CLIENT-8] is timed in the order of events", async () => {
    const { timing } = await send("odd", { wire });
    const stages = [timing?.connectedMs, timing?.sentMs, timing?.firstByteMs, timing?.totalMs];
    expect(stages).toEqual(stages.toSorted((a, b) => Number(a) - Number(b)));
    expect(stages.every((each) => typeof each === "number" && each >= 0)).toBe(true);
  });

  it("[CLIENT-9] has an exact split if nothing else ran", async () => {
    const { split, timing } = await send("odd", { wire });
    expect(split).toMatchObject({ provenance: "exact", requests: 1, batchSize: 1, cache: null });
    const server = [
      split?.queueMs,
      split?.computeInputMs,
      split?.computeInferMs,
      split?.computeOutputMs,
    ];
    const sum = server.reduce<number>((all, each) => all + Number(each), 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(Number(timing?.totalMs));
  });

  it("[CLIENT-9] reports whether the cache answered", async () => {
    const seed = wire === "http" ? 11 : 12;
    const first = await send("cached", { wire, seed });
    const second = await send("cached", { wire, seed });
    expect([first.split?.cache, second.split?.cache]).toEqual(["miss", "hit"]);
  });

  it("[CLIENT-10] reports the server's words when it is rejected", async () => {
    const sequence = { id: wire === "http" ? 1 : 2, start: false, end: true };
    const trial = await send("steps", { wire, sequence });
    expect(trial.status?.ok).toBe(false);
    expect(trial.status?.code).toMatch(/^(HTTP 400|INVALID_ARGUMENT)$/);
    expect(trial.status?.message).toContain("START flag");
  });

  it("[CLIENT-11] is cancelled at its deadline", async () => {
    const trial = await send("slow", { wire, deadlineMs: 50 });
    expect(trial.status).toEqual({
      ok: false,
      code: "DEADLINE_EXCEEDED",
      message: expect.stringContaining("50 ms"),
    });
    expect(trial.responses).toEqual([]);
  });

  it("[CLIENT-11] is cancelled when no caller waits for it", async () => {
    const leaving = new AbortController();
    const begun = Promise.withResolvers<void>();
    using _ = domain.topics["clients.trials"](
      { serverId: "e", model: "slow" },
      {
        event: (trials) => trials.some(({ status }) => status === null) && begun.resolve(),
        error: () => {},
      },
    );
    const sent = send("slow", { wire }, leaving.signal);
    await begun.promise;
    leaving.abort();
    expect((await sent).status?.code).toBe("CANCELLED");
  });
});

it("[CLIENT-12] shows responses of a decoupled model as they arrive", async () => {
  const seen: number[] = [];
  using _ = domain.topics["clients.trials"](
    { serverId: "e", model: "repeat" },
    { event: ([trial]) => seen.push(trial?.responseCount ?? -1), error: () => {} },
  );
  const values = { IN: "[4, 5, 6]", DELAY: "[0, 150, 300]", WAIT: "[0]" };
  const trial = await send("repeat", { wire: "grpc", values });
  expect(trial.status?.code).toBe("OK");
  expect(trial.responses.map(({ outputs }) => outputs[0]?.values)).toEqual([["4"], ["5"], ["6"]]);
  expect(seen.at(-1)).toBe(3);
  expect(seen.some((count) => count > 0 && count < 3)).toBe(true);
});

it("[CLIENT-9] takes the split of each of several concurrent requests from the engine's traces", async () => {
  await adapter.insight?.setTraceRate("odd", 1);
  const trials = await Promise.all(
    Array.from({ length: 6 }, (_, i) => send("odd", { wire: i % 2 ? "grpc" : "http", seed: i })),
  );
  await adapter.insight?.setTraceRate("odd", null);
  expect(trials.map(({ split }) => split?.provenance)).toEqual(Array(6).fill("exact"));
  expect(trials.some(({ split }) => split?.words.includes("trace"))).toBe(true);
  expect(trials.every(({ split }) => Number(split?.queueMs) >= 0)).toBe(true);
});

it("[CLIENT-10] reports that nothing responds", async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const gone = { http: `127.0.0.1:${port}`, grpc: `127.0.0.1:${port}`, metrics: "" };
  const lost = Object.create(adapter, {
    status: { get: () => ({ ...adapter.status, endpoints: gone }) },
    access: {
      value: () => Promise.resolve({ http: targetAt(gone.http), grpc: targetAt(gone.grpc) }),
    },
    capabilities: { get: () => adapter.capabilities },
    modelDetail: { value: (model: string) => adapter.modelDetail(model) },
    statistics: { value: (model: string) => adapter.statistics(model) },
    insight: { get: () => null },
  }) as RemoteServer;
  const other = startClients({
    servers: serverDirectory([lost]),
    clock: systemClock,
    sizes: testSizes(),
  });
  for (const wire of ["http", "grpc"] as const) {
    const trial = await other.requests["clients.send"](request("odd", { wire }), never);
    expect(trial.status).toEqual({
      ok: false,
      code: "UNAVAILABLE",
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
  }
});

const programs = async (model: string, more: Partial<TrialRequest> = {}) =>
  (await domain.requests["clients.prepare"](request(model, more), never)).programs;

/** Runs a program of a model without blocking the engine, which runs in this process. */
async function run(command: string, args: readonly string[], cwd: string) {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, text };
}

async function runProgram(language: string, model: string, more: Partial<TrialRequest> = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-client-"));
  const program = (await programs(model, more)).find((each) => each.language === language);
  const [command, file] =
    language === "curl" ? ["sh", "client.sh"] : [process.execPath, "client.mts"];
  fs.writeFileSync(path.join(folder, file), program?.text ?? "");
  const ended = await run(command, [file], folder);
  const answer = path.join(folder, "answer.bin");
  const saved = fs.existsSync(answer) ? fs.readFileSync(answer, "latin1") : "";
  fs.rmSync(folder, { recursive: true });
  return { ...ended, saved };
}

const finishedRequests = async (model: string) =>
  (await adapter.statistics(model)).reduce(
    (sum, each) => sum + each.inference_stats.success.count,
    0,
  );

const hasCurl = spawnSync("curl", ["--version"], { stdio: "ignore" }).status === 0;

const everyKind: [string, Partial<TrialRequest>, string, number][] = [
  ["odd", { values: { [ODD]: "[0.1, -2.5]" } }, "0.1", 8],
  ["wide", { values: { [ODD]: "[9007199254740993]" } }, "9007199254740", 8],
  ["everything", {}, "OUT_FP16", 8],
  ["steps", { sequence: { id: 100, start: true, end: true } }, "OUT", 24],
];

describe("[CLIENT-5] the client code, run", () => {
  it.each(everyKind)(
    "in TypeScript asks %s eight times at once",
    async (model, more, words, count) => {
      const before = await finishedRequests(model);
      const { code, text } = await runProgram("typescript", model, more);
      expect(text).toContain(words);
      expect(code).toBe(0);
      expect((await finishedRequests(model)) - before).toBe(count);
    },
  );

  it.skipIf(!hasCurl).each(everyKind)("by curl asks %s once", async (model, more, words) => {
    const before = await finishedRequests(model);
    const { code, text, saved } = await runProgram("curl", model, more);
    expect(text + saved).toContain(words);
    expect(code).toBe(0);
    expect((await finishedRequests(model)) - before).toBe(1);
  });

  it.skipIf(!hasCurl)("shows a decoupled model's responses as events", async () => {
    const more = { wire: "grpc", values: { IN: "[4, 5]", DELAY: "[0, 0]", WAIT: "[0]" } } as const;
    for (const language of ["curl", "typescript"]) {
      const { code, text } = await runProgram(language, "repeat", more);
      expect(text).toMatch(/OUT"?: ?4[\s\S]*OUT"?: ?5/);
      expect(code).toBe(0);
    }
  });

  it("stops at the deadline in TypeScript", async () => {
    const { code, text } = await runProgram("typescript", "slow", { deadlineMs: 50 });
    expect(text).toContain("TimeoutError");
    expect(code).toBe(1);
  });
});
