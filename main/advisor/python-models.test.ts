// Advice about Python models: the counts are those of a real engine, and each change is tried on it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  FP32_IO,
  isMissing,
  missingReason,
  PythonFixture,
} from "../../engine/backends/python/testing/python-fixture.ts";
import { checkText } from "../../engine/config/index.ts";
import { floats, inferRequest, readFloats } from "../../engine/testing/requests.ts";
import type { Engine } from "../../engine/types.ts";
import { Observers, Sampler } from "../telemetry/index.ts";
import { FakeDirectory, FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Advisor } from "./advisor.ts";

/** Takes 4 ms per request, one after the other, and responds with its process id; fails for 7. */
const LOOP = `import os, time
class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            time.sleep(0.004)
            if request.inputs()[0].as_numpy().reshape(-1)[0] == 7:
                raise ValueError("seven")
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([[os.getpid()]], dtype=np.float32))]))
        return responses`;

const one = "instance_group { kind: KIND_CPU count: 1 }";
const batching = (input: string) => `max_batch_size: 8
${FP32_IO.replace("dims: [ -1 ]", `dims: [ -1 ] ${input}`)}
dynamic_batching { }
${one}`;

const CONFIGS: Readonly<Record<string, string>> = {
  single: `max_batch_size: 8\n${FP32_IO}\n${one}`,
  shapes: batching(""),
  ragged: batching("allow_ragged_batch: true"),
  waiting: `${FP32_IO.replaceAll("-1", "-1, -1")}\n${one}`,
  twice: `${FP32_IO.replaceAll("-1", "-1, -1")}\n${one.replace("1", "2")}`,
};

describe.skipIf(isMissing)(`advice about Python models${missingReason}`, () => {
  let fixture: PythonFixture;
  let engine: Engine;

  beforeAll(async () => {
    fixture = await PythonFixture.create();
    for (const [name, config] of Object.entries(CONFIGS)) await fixture.model(name, LOOP, config);
    engine = await fixture.start();
  }, 60_000);
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  /** Eight requests at once, every second of a clock that doesn't wait; the findings about the model and the processes that served. */
  async function watch(model: string, lengths: (index: number) => number = () => 2, value = 1) {
    const server = new FakeServer();
    const clock = new ManualClock();
    server.index = [{ name: model, version: "1", state: "READY" }];
    server.config = { ...engine.modelConfig(model, "") };
    using observers = new Observers({ servers: new FakeDirectory([server]), clock });
    using sampler = new Sampler(observers.of("fake"), clock);
    using advisor = new Advisor({
      server,
      sampler,
      clock,
      findObjective: () => null,
      log: () => fixture.lines("error"),
    });
    await clock.advance(0);
    const processes = new Set<number>();
    for (let second = 0; second < 10; second++) {
      const requests = Array.from({ length: 8 }, (_, i) => {
        const values = Array.from({ length: lengths(i) }, () => value);
        return engine.infer(
          inferRequest({
            modelName: model,
            inputs: [floats("INPUT0", [1, values.length], values)],
          }),
        );
      });
      for (const settled of await Promise.allSettled(requests)) {
        if (settled.status === "fulfilled")
          processes.add(readFloats(settled.value.outputs[0])[0] ?? 0);
      }
      server.stats = engine.modelStatistics(model, "");
      server.snapshot = engine.telemetry();
      await clock.advance(1000);
    }
    return { findings: advisor.frame.findings, processes };
  }

  it("[ADVISOR-12] recommends dynamic batching for a model that computes a list together", async () => {
    const { findings } = await watch("single");
    expect(findings).toMatchObject([
      {
        rule: "B6",
        evidence: expect.arrayContaining([{ label: "Mean batch", value: 1, unit: "items" }]),
        remedies: [
          {
            title: "Turn on dynamic batching",
            why: expect.stringContaining(
              "go to execute as one list, without a batching delay. It is only faster if model.py computes the list together",
            ),
          },
          { changes: [] },
        ],
      },
    ]);
  });

  it("[ADVISOR-12] recommends ragged batches for requests of different shapes, which then share a batch", async () => {
    const shapes = (i: number) => i + 1;
    const { findings } = await watch("shapes", shapes);
    expect(findings).toMatchObject([
      {
        rule: "B6",
        remedies: [
          {
            title: "Send INPUT0 in fewer shapes",
            why: expect.stringContaining("execute then gets requests of any shapes"),
          },
          { why: expect.stringContaining("only pays off if model.py computes a batch together") },
          {},
        ],
      },
    ]);
    const { findings: after } = await watch("ragged", shapes);
    expect(after.filter(({ rule }) => rule === "B6")).toEqual([]);
    expect(engine.modelStatistics("ragged", "")[0]?.execution_count).toBeLessThan(50);
  });

  it("[ADVISOR-12] recommends another instance, which is another process", async () => {
    const { findings, processes } = await watch("waiting");
    expect(processes.size).toBe(1);
    expect(findings).toMatchObject([
      {
        rule: "T1",
        remedies: [
          { title: "Find its capacity" },
          {
            title: "Add an instance: 2 instead of 1",
            why: expect.stringContaining(
              "a Python process with its own copy of what initialize loads",
            ),
            changes: [{ path: ["instance_group", 0, "count"], value: 2 }],
          },
        ],
      },
    ]);
    expect((await watch("twice")).processes.size).toBe(2);
  });

  it("[ADVISOR-12] points to the traceback of an execute that raises, which is in the log", async () => {
    const { findings } = await watch("single", () => 2, 7);
    const failures = findings.find(({ rule }) => rule === "R1");
    expect(failures?.remedies[0]?.why).toContain("traceback of each exception in execute");
    expect(fixture.lines("error").join()).toContain("model.py");
  });

  it("says nothing about ONNX Runtime's threads when editing", () => {
    const text = `name: "m"\nbackend: "python"\n${FP32_IO}\ninstance_group { kind: KIND_CPU count: 8 }\n`;
    const found = checkText(text, { modelName: "m", lint: { server: "embedded", cores: 2 } });
    expect(found.map(({ message }) => message).join()).not.toMatch(/thread|onnx/i);
  });
});
