import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeExampleModels } from "../testing/example-models.ts";
import { findTritonclient, missingTritonclient } from "../testing/find-tritonclient.ts";
import { TestRepository } from "../testing/repository.ts";
import { type ServingProcess, startServing } from "../testing/serving-process.ts";

const run = promisify(execFile);

const python = await findTritonclient();
const skipped = python === undefined ? missingTritonclient : "";

const range = (from: number) => Array.from({ length: 16 }, (_, at) => at + from);
/** Of 0 to 15 and ones. */
const SUM_AND_DIFFERENCE = [range(1), range(-1)];
const TEXTS = ["né", "", "he\0llo"];

const results = (protocol: "http" | "grpc") => ({
  infer: SUM_AND_DIFFERENCE,
  all_outputs: SUM_AND_DIFFERENCE,
  compressed: [SUM_AND_DIFFERENCE, SUM_AND_DIFFERENCE],
  asynchronous: [SUM_AND_DIFFERENCE, SUM_AND_DIFFERENCE],
  event_loop: [SUM_AND_DIFFERENCE, SUM_AND_DIFFERENCE],
  strings: SUM_AND_DIFFERENCE,
  text_and_bytes: protocol === "http" ? [TEXTS, TEXTS] : [TEXTS],
  sequences: [
    [21, 11, -7, 8],
    [20, 31, 24, 33],
  ],
  classes: ["16:15", "15:14"],
  used_again: [
    [1, 2],
    [2, 3],
  ],
  health: [true, true, true, false],
  metadata: {
    server: "batchdeck",
    inputs: [
      ["INPUT0", "INT32", [-1, 16]],
      ["INPUT1", "INT32", [-1, 16]],
    ],
    "max batch size": 8,
    statistics: ["simple"],
  },
  unknown_model: [
    "Request for unknown model: 'none' is not found",
    "Request for unknown model: 'none' is not found",
    protocol === "http"
      ? "Not Found"
      : "failed to get model version from specified version string 'wrong' (details: stol), version should be an integral value > 0",
  ],
  model_control: {
    "max batch size": 16,
    states: ["READY", "UNAVAILABLE"],
    ready: [false, true],
    unknown:
      "failed to load 'none', failed to poll from model repository: the model repository has no directory 'none'",
  },
});

const STREAMS = {
  typed_contents: SUM_AND_DIFFERENCE,
  streamed: [
    ["0", 21],
    ["1", 11],
    ["2", -7],
    ["3", 1],
  ],
  decoupled: [[100], [101], [102]],
  time_limit: "Deadline Exceeded",
  kept_alive: SUM_AND_DIFFERENCE,
};

describe.skipIf(python === undefined)(`tritonclient${skipped}`, () => {
  let repository: TestRepository;
  let engine: ServingProcess;

  beforeAll(async () => {
    repository = await TestRepository.create();
    await writeExampleModels(repository);
    engine = await startServing(repository.path, [
      "--model-control-mode=explicit",
      "--load-model=*",
      `--backend-config=python,executable=${python}`,
    ]);
  });
  afterAll(async () => {
    engine.child.kill("SIGTERM");
    await engine.exit;
    await repository[Symbol.asyncDispose]();
  });

  it.each(["http", "grpc"] as const)("[PROTO-111] over %s", async (protocol) => {
    const script = fileURLToPath(new URL("./testing/tritonclient_calls.py", import.meta.url));
    const { stdout } = await run(python ?? "", [script, protocol, engine[protocol]]);
    expect(JSON.parse(stdout)).toEqual({
      ...results(protocol),
      ...(protocol === "grpc" ? STREAMS : {}),
    });
  });
});
