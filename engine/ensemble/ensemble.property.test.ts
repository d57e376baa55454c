import fc from "fast-check";
import { expect, it } from "vitest";
import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import { modelIo } from "../requests/model-io.ts";
import { modelConfig, modelInput, modelOutput } from "../testing/model-config.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { InferRequest, Respond } from "../types.ts";
import { EnsembleVersion } from "./ensemble-version.ts";

/** How a step's model behaves: it responds at once, in a later turn of the event loop, or fails. */
type Manner = "now" | "soon" | "later" | "fail";

/** A step that adds earlier tensors and its number. */
interface Step {
  readonly reads: readonly number[];
  readonly manner: Manner;
}

const MANNERS: readonly Manner[] = ["now", "soon", "later"];

/** Any number of steps; each reads one or two earlier tensors, of which the first is the client's. */
const graphs = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 30 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((draws) =>
    draws.map(([a, b, manner], i): Step => {
      const reads = [...new Set([a % (i + 1), b % (i + 1)])];
      return { reads, manner: manner === 0 ? "fail" : (MANNERS[manner % 3] ?? "now") };
    }),
  );

/** The model of one step; `seen` records its number of concurrent requests. */
function model({ reads, manner }: Step, index: number, seen: number[]): ModelVersion {
  const config = modelConfig({
    name: `m${index}`,
    input: reads.map((_, i) => modelInput({ name: `INPUT${i}` })),
    output: [modelOutput({})],
  });
  let running = 0;
  const inferStream = async (request: InferRequest, respond: Respond) => {
    running += 1;
    seen.push(running);
    if (manner === "soon") await Promise.resolve();
    if (manner === "later") await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (manner === "fail") throw new StatusError("INTERNAL", `m${index} fails`);
    const sum = request.inputs.reduce(
      (total, { segments }) =>
        total + (new Float32Array(segments[0]?.slice().buffer ?? [])[0] ?? 0),
      index,
    );
    const { shape, segments } = floats("OUTPUT0", [1, 1], [sum]);
    const data = segments[0] as Uint8Array;
    const outputs = [{ name: "OUTPUT0", datatype: "FP32" as const, shape, data }];
    const { id } = request;
    respond({ modelName: `m${index}`, modelVersion: "1", id, parameters: {}, outputs }, true);
  };
  return { config, io: modelIo(config), inferStream } as unknown as ModelVersion;
}

function makeEnsemble(steps: readonly Step[], maxInflight: number, seen: number[]) {
  const config = modelConfig({
    name: "ens",
    platform: "ensemble",
    input: [modelInput({ name: "t0" })],
    output: steps.map((_, i) => modelOutput({ name: `t${i + 1}` })),
    model_transaction_policy: { decoupled: false },
    ensemble_scheduling: {
      step: steps.map(({ reads }, i) => ({
        model_name: `m${i}`,
        model_version: -1,
        input_map: Object.fromEntries(reads.map((read, k) => [`INPUT${k}`, `t${read}`])),
        output_map: { OUTPUT0: `t${i + 1}` },
        model_namespace: "",
      })),
      max_inflight_requests: maxInflight,
    },
  });
  let released = 0;
  const ensemble = new EnsembleVersion({
    config,
    version: "1",
    loadId: "",
    loadSeconds: 0,
    labels: new Map(),
    models: steps.map((step, i) => model(step, i, seen)),
    cache: undefined,
    observation: { current: undefined, ended: undefined },
    clock: new VirtualClock(),
    release: () => (released += 1),
  });
  return { ensemble, released: () => released };
}

/** The value of tensor `index` for the client's `value`; undefined if a step before it fails. */
function expected(steps: readonly Step[], index: number, value: number): number | undefined {
  const step = steps[index - 1];
  if (step === undefined) return value;
  const inputs = step.reads.map((read) => expected(steps, read, value));
  if (step.manner === "fail" || inputs.includes(undefined)) return undefined;
  return inputs.reduce<number>((sum, input) => sum + (input ?? 0), index - 1);
}

it("[ENSEMBLE-4][ENSEMBLE-8][ENSEMBLE-9] every request through any graph gets exactly one correct response, and counters add up", async () => {
  await fc.assert(
    fc.asyncProperty(
      graphs,
      fc.integer({ min: 0, max: 2 }),
      fc.array(fc.tuple(fc.nat({ max: 100 }), fc.nat(), fc.boolean()), {
        minLength: 1,
        maxLength: 6,
      }),
      async (steps, maxInflight, requests) => {
        const seen: number[] = [];
        const { ensemble, released } = makeEnsemble(steps, maxInflight, seen);
        let failures = 0;
        await Promise.all(
          requests.map(async ([value, draw, cancels]) => {
            const index = 1 + (draw % steps.length);
            const controller = new AbortController();
            const answer = ensemble.infer(
              inferRequest({
                modelName: "ens",
                inputs: [floats("t0", [1, 1], [value])],
                outputs: [{ name: `t${index}`, classification: 0 }],
                signal: controller.signal,
              }),
            );
            if (cancels) controller.abort();
            const outcome = await answer.then(
              ({ outputs }) => readFloats(outputs[0])[0],
              (error: StatusError) => {
                failures += 1;
                expect(error.message).toMatch(/^in ensemble 'ens', (m\d fails|Request cancelled)$/);
                return error.code;
              },
            );
            const right = expected(steps, index, value) ?? "INTERNAL";
            expect(cancels ? [right, "CANCELLED"] : [right]).toContain(outcome);
          }),
        );
        await ensemble.drain();
        const { inference_stats, inference_count } = ensemble.statistics.snapshot("ens", "1");
        expect(inference_stats.fail.count).toBe(failures);
        expect(inference_stats.success.count + failures).toBe(requests.length);
        expect(inference_count).toBe(inference_stats.success.count);
        expect(ensemble.telemetry().executing).toBe(0);
        expect(released()).toBe(1);
        expect(Math.max(0, ...seen)).toBeLessThanOrEqual(maxInflight || requests.length);
      },
    ),
    { numRuns: 300 },
  );
});
