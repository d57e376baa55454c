import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { writeSampleModels } from "../../../assets/sample-models/index.ts";
import { encodeStrings } from "../../requests/bytes-elements.ts";
import { readFloats, inferRequest } from "../../testing/requests.ts";
import { isMissing, missingReason, PythonFixture } from "./testing/python-fixture.ts";

const PIPELINE = fileURLToPath(new URL("../../../assets/python-pipeline", import.meta.url));

describe.skipIf(isMissing)(`the sample pipeline${missingReason}`, () => {
  it("gives the same results as an ensemble and as requests to its models", async () => {
    await using fixture = await PythonFixture.create();
    const { path } = fixture.engines.repository;
    await writeSampleModels(path);
    cpSync(PIPELINE, path, { recursive: true, filter: (file) => !file.endsWith("README.md") });
    const engine = await fixture.start({
      modelControlMode: "explicit",
      loadModels: ["embed_ensemble", "embed_bls"],
    });
    const texts = encodeStrings(["A batch of requests.", ""]);
    const vectors = async (modelName: string) => {
      const input = { name: "text", datatype: "BYTES", shape: [2, 1] };
      const inputs = [{ ...input, segments: [texts], byteLength: texts.byteLength }];
      const { outputs } = await engine.infer(inferRequest({ modelName, inputs }));
      expect(outputs[0]).toMatchObject({ name: "vector", datatype: "FP32", shape: [2, 256] });
      return readFloats(outputs[0]);
    };
    const byEnsemble = await vectors("embed_ensemble");
    expect(await vectors("embed_bls")).toEqual(byEnsemble);
    const length = Math.hypot(...byEnsemble.slice(0, 256));
    expect(length).toBeCloseTo(1, 5);
    expect(byEnsemble.slice(0, 256)).not.toEqual(byEnsemble.slice(256));
  });
});
