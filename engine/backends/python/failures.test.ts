import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { floats, readFloats, inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import { IDENTITY, isMissing, PythonFixture, missingReason } from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const send = (engine: Engine, value: number) =>
  engine.infer(inferRequest({ inputs: [floats("INPUT0", [1], [value])] }));

/** Loads only `m`, so that its error is the call's error. */
async function load(options: Parameters<PythonFixture["start"]>[0] = {}): Promise<Engine> {
  const engine = await fixture.start({ ...options, modelControlMode: "explicit", loadModels: [] });
  await engine.loadModel("m", {});
  return engine;
}

describe("[PYTHON-PROC-3] without Python", () => {
  it("reports that it was not found", async () => {
    await fixture.model("m", IDENTITY);
    await expect(load({ python: { executable: "/nowhere/python3" } })).rejects.toThrow(
      "Python was not found: there is no '/nowhere/python3'. Install Python 3 with numpy, or name an interpreter",
    );
  });
});

describe.skipIf(isMissing)(
  `[PYTHON-PROC-3] a Python model that can't be loaded${missingReason}`,
  () => {
    it("reports that numpy is missing", async () => {
      await fixture.model("m", IDENTITY);
      // Without site-packages there is no numpy.
      await fixture.engines.repository.write("m/isolated", '#!/bin/sh\nexec python3 -I -S "$@"\n');
      const { chmodSync } = await import("node:fs");
      const path = `${fixture.engines.repository.path}/m/isolated`;
      chmodSync(path, 0o755);
      await expect(load({ python: { executable: path } })).rejects.toThrow(
        /numpy is missing in .*python.*Install it/,
      );
    });

    it.each([
      [
        "a syntax error",
        "def x(:\n  pass",
        /'m' has a syntax error: SyntaxError: .*\(1\/model.py line 5\)/,
      ],
      [
        "an import error",
        "import no_such_module",
        /'m' can't be imported: ModuleNotFoundError: No module named 'no_such_module' \(1\/model.py line 5\)/,
      ],
      ["no class", "x = 1", /'m' can't be used: it has no class named TritonPythonModel/],
      [
        "an error of initialize",
        "class TritonPythonModel:\n    def initialize(self, args):\n        1 / 0\n    def execute(self, r):\n        pass",
        /'m' failed in initialize: ZeroDivisionError: division by zero \(1\/model.py line 7\)/,
      ],
      [
        "no execute",
        "class TritonPythonModel:\n    pass",
        /'m' failed in initialize: it does not implement `execute`/,
      ],
      [
        "its end",
        "import os\nos._exit(3)",
        /the Python process of 'm.*' ended with exit code 3 before its model was initialized/,
      ],
    ])("says that it has %s", async (_what, code, message) => {
      await fixture.model("m", code);
      await expect(load()).rejects.toThrow(message);
    });

    it("writes the traceback to the log", async () => {
      await fixture.model("m", "def f():\n    import no_such_module\nf()");
      await expect(load()).rejects.toThrow("can't be imported");
      const log = fixture.lines("error").join("\n");
      expect(log).toContain("Traceback (most recent call last)");
      expect(log).toContain('m/1/model.py", line 7, in <module>');
      expect(log).toContain("ModuleNotFoundError");
    });

    it("names a missing file", async () => {
      await fixture.model("m", IDENTITY, 'default_model_filename: "other.py"');
      await expect(load()).rejects.toThrow(
        /unable to find '.*m\/1\/other.py' for the Python model 'm'/,
      );
    });
  },
);

const FRAGILE = `import os, signal, time
class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            array = request.inputs()[0].as_numpy()
            if array[0] == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            if array[0] == 2:
                os._exit(5)
            if array[0] == 3:
                time.sleep(1000)
            if array[0] == 4:
                raise SystemExit(6)
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)]))
        return responses`;

describe.skipIf(isMissing)(`a process that ends${missingReason}`, () => {
  it.each([
    [1, "by signal SIGKILL"],
    [2, "with exit code 5"],
    [4, "with exit code 6"],
  ])("[PYTHON-PROC-5] fails only its own requests and is restarted (%i)", async (value, reason) => {
    await fixture.model("m", FRAGILE);
    const engine = await load();
    expect(readFloats((await send(engine, 9)).outputs[0])).toEqual([9]);
    await expect(send(engine, value)).rejects.toMatchObject({
      code: "INTERNAL",
      message: `the Python process of 'm' ended ${reason}`,
    });
    expect(readFloats((await send(engine, 7)).outputs[0])).toEqual([7]);
    expect(fixture.lines("error")).toContain(`[m] the Python process of 'm' ended ${reason}`);
  });

  it("[PYTHON-PROC-5] doesn't affect another instance", async () => {
    await fixture.model(
      "m",
      FRAGILE,
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 2 } ]`,
    );
    const engine = await load();
    const outcomes = await Promise.allSettled([
      send(engine, 2),
      ...[5, 6, 7, 8].map((v) => send(engine, v)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
  });

  it("[PYTHON-PROC-6] is ended if an execute takes too long", async () => {
    await fixture.model(
      "m",
      FRAGILE,
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
parameters { key: "EXECUTE_TIMEOUT_SECONDS" value { string_value: "1" } }`,
    );
    const engine = await load();
    await expect(send(engine, 3)).rejects.toThrow(
      "the Python process of 'm' ended because an execute took more than 1 s (parameter EXECUTE_TIMEOUT_SECONDS)",
    );
    expect(readFloats((await send(engine, 7)).outputs[0])).toEqual([7]);
  });

  it("[PYTHON-PROC-5] is not restarted after three losses in a row", async () => {
    await fixture.model("m", FRAGILE);
    const engine = await load();
    for (let i = 0; i < 4; i++) await expect(send(engine, 1)).rejects.toThrow("SIGKILL");
    await expect.poll(() => engine.modelReady("m", "")).toBe(false);
    const [entry] = await engine.repositoryIndex(false);
    expect(entry).toMatchObject({
      state: "UNAVAILABLE",
      reason: expect.stringContaining("SIGKILL"),
    });
  });
});

describe.skipIf(isMissing || process.platform !== "linux")(`shared memory${missingReason}`, () => {
  it("[PYTHON-PROC-8] has no name in the system", async () => {
    await fixture.model("m", IDENTITY);
    const engine = await load();
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    await engine.infer(inferRequest({ inputs: [floats("INPUT0", [many.length], many)] }));
    expect(readdirSync("/dev/shm").filter((name) => name.startsWith("batchdeck-"))).toEqual([]);
    expect(readFileSync("/proc/self/mounts", "utf8")).toContain("/dev/shm");
    await sleep(0);
  });
});
