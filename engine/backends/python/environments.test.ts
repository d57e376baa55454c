import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeStrings } from "../../requests/bytes-elements.ts";
import { inferRequest } from "../../testing/requests.ts";
import { startServing } from "../../testing/serving-process.ts";
import type { Engine } from "../../types.ts";
import {
  IDENTITY,
  isMissing,
  python,
  PythonFixture,
  missingReason,
} from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const executable = "executable" in python ? python.executable : "python3";

const OUT = `output [ { name: "TEXT" data_type: TYPE_STRING dims: [ 1 ] } ]`;

const WHERE = `import os, sys
class TritonPythonModel:
    def execute(self, requests):
        text = os.environ.get("PYTHONNOUSERSITE", "") + " " + os.environ.get("MARK", "") + " " + str(os.getpid())
        return [pb_utils.InferenceResponse([pb_utils.Tensor("TEXT", np.array([text], dtype=np.object_))])]`;

const environment = (path: string) =>
  `${OUT}\nparameters { key: "EXECUTION_ENV_PATH" value { string_value: "${path}" } }`;

/** A folder that looks like an environment; its python is the machine's with MARK set. */
function makeEnvironment(folder: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  // Identified by its PATH: the environment's `bin` comes first.
  const show = ["-c", "import sys; print(sys.executable)"];
  const path = execFileSync(executable, show, { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\nMARK=mine exec "${path}" "$@"\n`;
  writeFileSync(join(folder, "bin/python3"), script, { mode: 0o755 });
}

async function text(engine: Engine): Promise<string> {
  const { outputs } = await engine.infer(inferRequest({}));
  return decodeStrings(outputs[0]?.data ?? new Uint8Array(), 1, "TEXT")[0] ?? "";
}

async function load(options: Parameters<PythonFixture["start"]>[0] = {}): Promise<Engine> {
  const engine = await fixture.start({ ...options, modelControlMode: "explicit", loadModels: [] });
  await engine.loadModel("m", {});
  return engine;
}

describe.skipIf(isMissing || process.platform === "win32")(
  `EXECUTION_ENV_PATH${missingReason}`,
  () => {
    const MODEL = "$$TRITON_MODEL_DIRECTORY";

    it("[PYTHON-ENV-1] [PYTHON-ENV-2] [PYTHON-ENV-4] accepts a folder, absolute or in the model's folder", async () => {
      const folder = join(fixture.engines.repository.path, "m/env");
      makeEnvironment(folder);
      await fixture.model("m", WHERE, environment(`${MODEL}/env`));
      const engine = await load();
      expect(await text(engine)).toMatch(/^True mine \d+$/);
      await fixture.model("m", WHERE, environment(folder));
      await engine.loadModel("m", {});
      expect(await text(engine)).toMatch(/^True mine /);
      expect(readdirSync(join(fixture.engines.repository.path, "m/1"))).toEqual(["model.py"]);
    });

    it("[PYTHON-ENV-1] [PYTHON-ENV-3] unpacks an archive and removes it afterwards", async () => {
      const repository = fixture.engines.repository.path;
      makeEnvironment(join(repository, "env"));
      mkdirSync(join(repository, "m"));
      execFileSync("tar", [
        "-czf",
        join(repository, "m/env.tar.gz"),
        "-C",
        join(repository, "env"),
        ".",
      ]);
      rmSync(join(repository, "env"), { recursive: true });
      await fixture.model("m", WHERE, environment(`${MODEL}/env.tar.gz`));
      const unpacked = () =>
        readdirSync(tmpdir()).filter(
          (name) => name.startsWith("batchdeck-override-") && name.includes(`-${process.pid}-`),
        );
      const engine = await load();
      expect(await text(engine)).toMatch(/^True mine /);
      expect(unpacked()).toHaveLength(1);
      await engine.close();
      expect(unpacked()).toEqual([]);
    });

    it.each([
      [`${MODEL}/../other`, "expected a path within the model's folder"],
      [`${MODEL}/link`, "which leads out of the model's folder"],
      [`${MODEL}/nothing`, "which can't be read"],
      [`${MODEL}/1`, "which has no bin/python3 and no bin/python"],
      [`${MODEL}/1/model.py`, "which tar can't unpack"],
    ])("[PYTHON-ENV-2] rejects %s", async (path, message) => {
      await fixture.model("m", WHERE, environment(path));
      const outside = mkdtempSync(join(tmpdir(), "outside-"));
      symlinkSync(outside, join(fixture.engines.repository.path, "m/link"));
      await expect(load()).rejects.toThrow(message);
      rmSync(outside, { recursive: true });
    });

    it("[PYTHON-ENV-5] rejects code and environments in a load call", async () => {
      await fixture.model("m", WHERE, OUT);
      const engine = await load();
      const config = { ...engine.modelConfig("m", ""), version_policy: undefined };
      const files = new Map([["1/model.py", Buffer.from(WHERE)]]);
      const refused = "the code of the Python model 'm' came with a load call";
      await expect(
        engine.loadModel("m", { config: JSON.stringify(config), files }),
      ).rejects.toThrow(refused);
      const foreign = {
        ...config,
        parameters: { EXECUTION_ENV_PATH: { string_value: "/tmp/evil" } },
      };
      await expect(engine.loadModel("m", { config: JSON.stringify(foreign) })).rejects.toThrow(
        "in a configuration that came with a load call, which would run any program of this machine",
      );
      expect(await text(engine)).toMatch(/^ {2}\d+$/);
    });

    it("[PYTHON-ENV-5] runs loaded code if allowed", async () => {
      const imports = "import numpy as np\nimport triton_python_backend_utils as pb_utils\n";
      await fixture.model("m", IDENTITY, OUT);
      const engine = await load({ python: { allowsLoadedCode: true } });
      const config = { ...engine.modelConfig("m", ""), version_policy: undefined };
      const files = new Map([["1/model.py", Buffer.from(imports + WHERE)]]);
      await engine.loadModel("m", { config: JSON.stringify(config), files });
      expect(await text(engine)).toMatch(/^ {2}\d+$/);
    });
  },
);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(isMissing || process.platform !== "linux")(
  `an engine that is killed${missingReason}`,
  () => {
    it.each(["idle", "busy"])(
      "[PYTHON-PROC-8] leaves no model processes behind (%s)",
      async (state) => {
        await fixture.model(
          "m",
          `import time
${WHERE.replace("        text =", "        if len(requests[0].request_id()) > 0:\n            time.sleep(1000)\n        text =")}`,
          OUT,
        );
        const serving = await startServing(fixture.engines.repository.path, [
          `--backend-config=python,executable=${executable}`,
        ]);
        const infer = (id: string) =>
          fetch(`http://${serving.http}/v2/models/m/infer`, {
            method: "POST",
            body: JSON.stringify({ id, inputs: [] }),
          });
        const answer = (await (await infer("")).json()) as { outputs: { data: string[] }[] };
        const pid = Number(answer.outputs[0]?.data[0]?.trim());
        expect(isAlive(pid)).toBe(true);
        if (state === "busy") {
          infer("wait").catch(() => {});
          await sleep(200);
        }
        serving.child.kill("SIGKILL");
        await serving.exit;
        await expect.poll(() => isAlive(pid)).toBe(false);
        expect(readdirSync("/dev/shm").filter((name) => name.startsWith("batchdeck-"))).toEqual([]);
      },
    );
  },
);
