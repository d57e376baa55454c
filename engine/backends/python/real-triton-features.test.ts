// Ensembles, sequences, the response cache and explicit control: the same repository on the real Triton of nvidia-pytriton.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServing, type ServingProcess } from "../../testing/serving-process.ts";
import { isMissing, missingReason, python, PythonFixture } from "./testing/python-fixture.ts";
import { findTriton, RealTriton } from "./testing/real-triton.ts";

const packages = findTriton();
const reason = packages === undefined ? " (skipped: BATCHDECK_PYTRITON names no pytriton)" : "";

const IO = `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]`;

const DOUBLE = `class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", r.inputs()[0].as_numpy() * 2)]) for r in requests]`;

const FAILS = `class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse(error=pb_utils.TritonError("step failed", pb_utils.TritonError.INVALID_ARG)) for r in requests]`;

/** How often it ran: an answer of the cache has an earlier count. */
const COUNTS = `class TritonPythonModel:
    def initialize(self, args):
        self.runs = 0
    def execute(self, requests):
        self.runs += len(requests)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([[self.runs]], dtype=np.float32))]) for r in requests]`;

const SUMS = `class TritonPythonModel:
    def initialize(self, args):
        self.sums = {}
    def execute(self, requests):
        responses = []
        for request in requests:
            get = lambda name: pb_utils.get_input_tensor_by_name(request, name).as_numpy().flatten()[0]
            key = int(get("CORRID"))
            # With the strategy direct, slots without a request are in the batch as well, not READY.
            if get("START") or not get("READY"):
                self.sums[key] = 0
            self.sums[key] += get("INPUT0")
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([[self.sums[key]]], dtype=np.float32))]))
        return responses`;

const control = (name: string, kind: string) =>
  `{ name: "${name}" control [ { kind: ${kind} fp32_false_true: [ 0, 1 ] } ] }`;
const SEQUENCES = (strategy: string) => `max_batch_size: 4
${IO}
sequence_batching {
  max_sequence_idle_microseconds: 60000000
  control_input [
    ${control("START", "CONTROL_SEQUENCE_START")},
    ${control("END", "CONTROL_SEQUENCE_END")},
    ${control("READY", "CONTROL_SEQUENCE_READY")},
    { name: "CORRID" control [ { kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_UINT64 } ] }
  ]
  ${strategy}
}
instance_group [ { kind: KIND_CPU count: 1 } ]`;

const step = (model: string, from: string, to: string) => `{
    model_name: "${model}" model_version: -1
    input_map { key: "INPUT0" value: "${from}" }
    output_map { key: "OUTPUT0" value: "${to}" }
  }`;
const ensemble = (...models: string[]) => `platform: "ensemble"
max_batch_size: 4
${IO}
ensemble_scheduling { step [ ${models
  .map((model, index) =>
    step(
      model,
      index === 0 ? "INPUT0" : `between${index}`,
      index === models.length - 1 ? "OUTPUT0" : `between${index + 1}`,
    ),
  )
  .join(", ")} ] }`;

const MODELS: Readonly<Record<string, readonly [code: string, config: string]>> = {
  double: [DOUBLE, `max_batch_size: 4\n${IO}`],
  fails: [FAILS, `max_batch_size: 4\n${IO}`],
  cached: [COUNTS, `max_batch_size: 4\n${IO}\nresponse_cache { enable: true }`],
  direct: [SUMS, SEQUENCES("direct { }")],
  oldest: [SUMS, SEQUENCES("oldest { max_candidate_sequences: 4 }")],
};
const ENSEMBLES = {
  chain: ensemble("double", "double"),
  broken: ensemble("double", "fails"),
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

describe.skipIf(isMissing || packages === undefined)(
  `the same repository on a real Triton${reason}${missingReason}`,
  () => {
    let fixture: PythonFixture;
    let ours: ServingProcess;
    let triton: RealTriton;

    beforeAll(async () => {
      fixture = await PythonFixture.create();
      for (const [name, [code, config]] of Object.entries(MODELS))
        await fixture.model(name, code, config);
      const { repository } = fixture.engines;
      for (const [name, config] of Object.entries(ENSEMBLES)) {
        await repository.write(`${name}/config.pbtxt`, config);
        await repository.write(`${name}/1/.keep`, "");
      }
      const executable = "executable" in python ? python.executable : "python3";
      const names = [...Object.keys(MODELS), ...Object.keys(ENSEMBLES)];
      const flags = [
        "--model-control-mode=explicit",
        "--cache-config=local,size=1048576",
        ...names.map((name) => `--load-model=${name}`),
      ];
      [ours, triton] = await Promise.all([
        startServing(repository.path, [
          `--backend-config=python,executable=${executable}`,
          "--exit-on-error=false",
          ...flags,
        ]),
        RealTriton.start(packages ?? "", repository.path, flags),
      ]);
    }, 240_000);
    afterAll(async () => {
      ours?.child.kill("SIGTERM");
      await ours?.exit;
      await triton?.[Symbol.asyncDispose]();
      await fixture?.[Symbol.asyncDispose]();
    }, 60_000);

    async function call(http: string, path: string, body: object | null): Promise<Answer> {
      const response = await fetch(`http://${http}${path}`, {
        method: body === null ? "GET" : "POST",
        ...(body !== null && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    }

    /** The same call to both, ours first. */
    const both = (path: string, body: object | null) =>
      Promise.all([call(ours.http, path, body), call(triton.http, path, body)]);

    const infer = (model: string, value: number, parameters: object = {}) =>
      both(`/v2/models/${model}/infer`, {
        inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 1], data: [value] }],
        parameters,
      });

    it("runs an ensemble's steps, with its parameters", async () => {
      const [mine, real] = await infer("chain", 3);
      expect(mine).toEqual(real);
      expect(real.body).toMatchObject({ outputs: [{ data: [12] }] });
    });

    it("answers with the error of the step that failed", async () => {
      const [mine, real] = await infer("broken", 3);
      expect(mine).toEqual(real);
      expect(real.status).toBe(400);
    });

    it("answers an equal request from the cache, and another one not", async () => {
      for (const value of [1, 1, 2, 1, 2, 3]) {
        const [mine, real] = await infer("cached", value);
        expect(mine).toEqual(real);
      }
    });

    it.each(["direct", "oldest"])("keeps the state of sequences: %s", async (model) => {
      const start = { sequence_start: true };
      const end = { sequence_end: true };
      const steps: [value: number, parameters: object][] = [
        [1, { sequence_id: 7, ...start }],
        [10, { sequence_id: 8, ...start }],
        [2, { sequence_id: 7 }],
        [20, { sequence_id: 8 }],
        [3, { sequence_id: 7, ...end }],
        // A sequence that has begun begins again.
        [5, { sequence_id: 8, ...start }],
        [6, { sequence_id: 8, ...end }],
      ];
      for (const [value, parameters] of steps) {
        const [mine, real] = await infer(model, value, parameters);
        expect(mine).toEqual(real);
        expect(real.status).toBe(200);
      }
    });

    it.each(["direct", "oldest"])(
      "refuses requests without a sequence that runs: %s",
      async (model) => {
        for (const parameters of [{}, { sequence_id: 9 }, { sequence_id: 7 }]) {
          const [mine, real] = await infer(model, 1, parameters);
          expect(mine).toEqual(real);
          expect(real.status).toBe(400);
        }
      },
    );

    it("loads and unloads explicitly, and lists what is there", async () => {
      const index = async () => {
        const [mine, real] = await both("/v2/repository/index", {});
        const sorted = ({ body }: Answer) =>
          (body as { name: string }[]).toSorted((a, b) => a.name.localeCompare(b.name));
        expect(sorted(mine)).toEqual(sorted(real));
      };
      await index();
      for (const path of ["double/unload", "double/load", "absent/load", "absent/unload"]) {
        const [mine, real] = await both(`/v2/repository/models/${path}`, {});
        expect([path, mine.status]).toEqual([path, real.status]);
      }
      const parameters = { config: JSON.stringify({ max_batch_size: 2, backend: "python" }) };
      const [mine, real] = await both("/v2/repository/models/double/load", { parameters });
      expect(mine.status).toBe(real.status);
      const configs = await both("/v2/models/double/config", null);
      const batches = configs.map(
        ({ body }) => (body as { max_batch_size?: number }).max_batch_size,
      );
      expect(batches[0]).toBe(batches[1]);
    });
  },
);
