// The serving process under load and with invalid input, as its clients see it.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../engine.ts";
import { StatusError } from "../../base/status-error.ts";
import { GrpcClient, inferOverHttp } from "../testing/clients.ts";
import { executeDelay, TestRepository } from "../testing/repository.ts";
import { type ServingProcess, startServing } from "../testing/serving-process.ts";

let repository: TestRepository;
let serving: ServingProcess | undefined;

beforeEach(async () => {
  repository = await TestRepository.create();
});

afterEach(async () => {
  serving?.child.kill("SIGKILL");
  await serving?.exit;
  serving = undefined;
  await repository[Symbol.asyncDispose]();
});

const slow = (ms: number) => `max_batch_size: 4 dynamic_batching { } ${executeDelay(ms)}`;

test("SIGTERM during load: everything sent before is answered, and the process exits with 0", async () => {
  await repository.identity("slow", slow(40));
  serving = await startServing(repository.path);
  const { http, grpc, child, exit } = serving;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const client = new GrpcClient(grpc);
  const outcomes: { sentAt: number; error: string | undefined }[] = [];
  let open = true;
  let value = 0;
  const lane = async (send: (value: number) => Promise<number>) => {
    while (open) {
      const sentAt = performance.now();
      const own = ++value;
      try {
        if ((await send(own)) !== own) throw new Error("the answer of another request");
        outcomes.push({ sentAt, error: undefined });
      } catch (error) {
        outcomes.push({ sentAt, error: (error as Error).message });
        return;
      }
    }
  };
  const lanes = Array.from({ length: 24 }, () => [
    lane((own) => client.infer("slow", own)),
    lane((own) => inferOverHttp(agent, http, "slow", own)),
  ]).flat();
  await sleep(1500);
  const signalledAt = performance.now();
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
  open = false;
  await Promise.all(lanes);
  agent.destroy();
  client.close();
  // Requests within these ms may find the port closed.
  const accepted = outcomes.filter(({ sentAt }) => sentAt < signalledAt - 20);
  expect(accepted.length).toBeGreaterThan(100);
  expect(accepted.filter(({ error }) => error !== undefined)).toEqual([]);
});

/** A seeded generator for the mutations, so that failures can be reproduced. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function mutated(text: string, next: (below: number) => number): string {
  const bytes = Buffer.from(text);
  for (let i = 0; i <= next(4); i++) {
    const at = next(bytes.length);
    const kind = next(3);
    if (kind === 0) bytes[at] = next(256);
    else if (kind === 1) bytes.copyWithin(at, next(bytes.length));
    else bytes.fill(bytes[next(bytes.length)] ?? 0, at, Math.min(bytes.length, at + next(8)));
  }
  return bytes.toString("latin1");
}

test("10,000 mutated configurations: each loads or is rejected, while another model continues answering", async () => {
  await repository.identity("steady", "max_batch_size: 8");
  await repository.identity("shaken", slow(0));
  const engine = await createEngine({
    modelRepository: repository.path,
    modelControlMode: "explicit",
    loadModels: ["steady"],
  });
  const text = `backend: "identity"
max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
dynamic_batching { preferred_batch_size: [ 2, 4 ] max_queue_delay_microseconds: 100 priority_levels: 2 default_priority_level: 1
  default_queue_policy { timeout_action: REJECT default_timeout_microseconds: 1000000 max_queue_size: 9 } }
version_policy { latest { num_versions: 1 } }
response_cache { enable: true }
${executeDelay(0)}
`;
  const next = random(20);
  const outcome = { loaded: 0, refused: 0 };
  const nameless: unknown[] = [];
  try {
    for (let i = 0; i < 10_000; i++) {
      await repository.write("shaken/config.pbtxt", mutated(text, next));
      try {
        await engine.loadModel("shaken", {});
        outcome.loaded += 1;
      } catch (error) {
        outcome.refused += 1;
        if (!(error instanceof StatusError) || error.message === "") nameless.push(error);
      }
      if (i % 100 !== 0) continue;
      const data = new Uint8Array(new Float32Array([i]).buffer);
      const answer = await engine.infer({
        modelName: "steady",
        modelVersion: "",
        id: "",
        parameters: {},
        inputs: [
          { name: "INPUT0", datatype: "FP32", shape: [1, 1], segments: [data], byteLength: 4 },
        ],
        outputs: [],
      });
      expect(answer.outputs[0]?.shape).toEqual([1, 1]);
    }
  } finally {
    await engine.close();
  }
  expect(nameless).toEqual([]);
  expect(outcome.loaded).toBeGreaterThan(100);
  expect(outcome.refused).toBeGreaterThan(1000);
});
