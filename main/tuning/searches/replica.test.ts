import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { executeDelay, TestRepository } from "../../../engine/testing/repository.ts";
import type { TuningSearch } from "../../contract/index.ts";
import { forkHost } from "../../lab/testing/host-process.ts";
import { type EngineProcess, startEngineProcess } from "../../testing/engine-process.ts";
import { startTestHost, type TestHost } from "../../testing/test-host.ts";

/** 5 ms per execution: a measurement waits more than it computes, so that it leaves the machine to other tests. */
const CONFIG = `backend: "identity"
max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
${executeDelay(5)}`;
const WAIT = { timeout: 90_000, interval: 50 };
const ORDER = {
  name: "",
  goal: { kind: "throughput", p99Ms: null },
  ranges: { maxBatchSize: 8, maxInstances: 2, maxDelayUs: 100, clients: [4] },
  trials: 100,
  minutes: null,
  pairs: 2,
};

let directory: string;
let repository: TestRepository;
const engines: EngineProcess[] = [];
let host: TestHost | null = null;

beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-replica-"));
  fs.mkdirSync(path.join(directory, "models"));
  repository = await TestRepository.create();
  await repository.write("echo/1/.keep", "");
  await repository.write("echo/config.pbtxt", CONFIG);
  for (let i = 0; i < 2; i++) engines.push(await startEngineProcess(repository.path));
});

afterEach(async () => {
  await host?.close();
  host = null;
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await repository[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function served(engine: EngineProcess): Promise<unknown> {
  const answer = await fetch(`http://${engine.http}/v2/models/echo/config`);
  return await answer.json();
}

it("TUNE-22 [LAB-R7]: tunes a fleet's replica, and restores its configuration after the console was killed", {
  timeout: 240_000,
}, async () => {
  const [target, other] = engines as [EngineProcess, EngineProcess];
  const before = await served(target);
  const members = [target, other].map(({ grpc, http }, at) => ({
    name: `r${at}`,
    grpc,
    http,
    metrics: "",
  }));
  const fleet = {
    name: "Pair",
    kind: "triton",
    tls: null,
    auth: { kind: "none" },
    headers: [],
    proxy: "",
    members: { kind: "listed", members },
  };
  using killed = forkHost<TuningSearch>(
    directory,
    target,
    `
    const { fleetId } = await client.request("fleets.add", ${JSON.stringify(fleet)});
    const replica = "fleet-" + fleetId + "/" + ${JSON.stringify(target.grpc)};
    let suggested = null;
    while (!suggested) {
      suggested = await client.request("lab.suggest", { serverId: replica, model: "echo" })
        .catch(() => new Promise((resolve) => setTimeout(() => resolve(null), 200)));
    }
    const plan = { ...suggested.plan, secondsPerStep: 0.5, warmup: { kind: "fixed", seconds: 0.2 } };
    const { id } = await client.request("tuning.search.start", {
      ...${JSON.stringify(ORDER)}, plan, withOtherTraffic: false,
    });
    client.subscribe("tuning.search.state", { id }, { event: (search) => process.send(search) });
  `,
  );
  const { id, serverId } = await killed.until(({ measured }) => measured.length > 0);
  expect(serverId).toMatch(/^fleet-\d+\//);
  await vi.waitFor(async () => expect(await served(target)).not.toEqual(before), WAIT);
  await killed.kill();
  expect(await served(target)).not.toEqual(before);
  expect(await served(other)).toEqual(before);

  host = await startTestHost({ directory });
  const { client } = host;
  await vi.waitFor(async () => expect(await served(target)).toEqual(before), WAIT);
  await vi.waitFor(
    () => client.request("tuning.search.resume", { id, withOtherTraffic: false }),
    WAIT,
  );
  await client.request("tuning.search.stop", { id });
  expect((await client.request("tuning.search.get", { id })).state).toBe("stopped");
  expect(await served(target)).toEqual(before);
});
