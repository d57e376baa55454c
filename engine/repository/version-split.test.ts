import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { Engine, ParameterValue, VersionSplit } from "../types.ts";

let fixture: EngineFixture;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  const { repository } = fixture;
  for (const version of [1, 2, 3]) await repository.scale("scale", String(version), version);
  await repository.write("scale/config.pbtxt", "version_policy { all { } }");
});

afterEach(() => fixture[Symbol.asyncDispose]());

const started = () => fixture.start({ loadModels: ["scale"] });

/** The version that answers: each multiplies by its number. */
async function answering(engine: Engine, sequence?: ParameterValue): Promise<number> {
  const inputs = [floats("x", [1, 2], [1, 1])];
  const parameters = sequence === undefined ? {} : { sequence_id: sequence };
  const request = inferRequest({ modelName: "scale", inputs, parameters });
  return readFloats((await engine.infer(request)).outputs[0])[0] ?? 0;
}

/** How many of the requests each version answers. */
async function shares(engine: Engine, requests: number): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let i = 0; i < requests; i++) {
    const version = await answering(engine);
    counts[version] = (counts[version] ?? 0) + 1;
  }
  return counts;
}

describe("a version split", () => {
  it("[LOAD-19] is off by default: the newest version gets all requests", async () => {
    const engine = await started();
    expect(engine.versionSplit("scale")).toEqual({});
    expect(await shares(engine, 5)).toEqual({ 3: 5 });
    expect(engine.serverMetadata().extensions).toContain("batchdeck_version_split");
  });

  it("[LOAD-19] of 90 to 10 sends exactly one of ten, changes live, and is counted per version", async () => {
    const engine = await started();
    engine.setVersionSplit("scale", { 1: 90, 2: 10 });
    expect(engine.versionSplit("scale")).toEqual({ 1: 90, 2: 10 });
    for (let i = 0; i < 3; i++) expect(await shares(engine, 10)).toEqual({ 1: 9, 2: 1 });
    engine.setVersionSplit("scale", { 1: 1, 2: 1, 3: 2 });
    expect(await shares(engine, 8)).toEqual({ 1: 2, 2: 2, 3: 4 });
    const counts = engine
      .modelStatistics("scale", "")
      .map(({ version, inference_count }) => [version, inference_count]);
    expect(counts).toEqual([
      ["1", 29],
      ["2", 5],
      ["3", 4],
    ]);
    engine.setVersionSplit("scale", {});
    expect(await shares(engine, 3)).toEqual({ 3: 3 });
  });

  it("[LOAD-19] only applies to requests without a version", async () => {
    const engine = await started();
    engine.setVersionSplit("scale", { 1: 1 });
    const inputs = [floats("x", [1, 2], [1, 1])];
    const response = await engine.infer(
      inferRequest({ modelName: "scale", modelVersion: "2", inputs }),
    );
    expect(response.modelVersion).toBe("2");
    expect(engine.modelConfig("scale", "").name).toBe("scale");
    expect(await shares(engine, 2)).toEqual({ 1: 2 });
  });

  it("[LOAD-20] keeps the requests of a sequence together", async () => {
    const engine = await started();
    engine.setVersionSplit("scale", { 1: 50, 2: 50 });
    const versions = new Set<number>();
    for (const id of [1, 2n, "a", "b", 5, 6, 7, 8]) {
      const seen = [await answering(engine, id), await answering(engine, id)];
      expect(seen[0]).toBe(seen[1]);
      versions.add(seen[0] ?? 0);
    }
    expect(versions).toEqual(new Set([1, 2]));
  });

  it("[LOAD-21] survives a reload; the share of a version that doesn't serve goes to the others", async () => {
    const { repository } = fixture;
    const engine = await started();
    engine.setVersionSplit("scale", { 1: 1, 2: 1 });
    await repository.scale("scale", "1", 1);
    await engine.loadModel("scale", {});
    expect(await shares(engine, 4)).toEqual({ 1: 2, 2: 2 });
    const serve = (versions: number[]) =>
      engine.loadModel("scale", {
        config: JSON.stringify({ version_policy: { specific: { versions } } }),
      });
    await serve([2, 3]);
    expect(await shares(engine, 4)).toEqual({ 2: 4 });
    await serve([3]);
    expect(await shares(engine, 4)).toEqual({ 3: 4 });
    await serve([1, 2, 3]);
    expect(await shares(engine, 4)).toEqual({ 1: 2, 2: 2 });
    await engine.unloadModel("scale", false);
    await engine.loadModel("scale", {});
    expect(engine.versionSplit("scale")).toEqual({});
  });

  it.each<[VersionSplit, string]>([
    [
      { 9: 1 },
      "the version split of model 'scale' names version '9', which does not serve; these do: '1', '2', '3'",
    ],
    [
      { 1: -1 },
      "the version split of model 'scale' gives version '1' the weight -1; a weight is a number, 0 or more",
    ],
    [{ 1: Number.NaN }, "the weight NaN"],
    [{ 1: Number.POSITIVE_INFINITY }, "the weight Infinity"],
    [{ 1: 0, 2: 0 }, "gives no version a weight above 0"],
  ])("[LOAD-22] refuses %j and leaves the split as it was", async (split, message) => {
    const engine = await started();
    engine.setVersionSplit("scale", { 1: 1 });
    expect(() => engine.setVersionSplit("scale", split)).toThrow(message);
    expect(engine.versionSplit("scale")).toEqual({ 1: 1 });
    expect(() => engine.setVersionSplit("nosuch", {})).toThrow(
      "Request for unknown model: 'nosuch' is not found",
    );
  });
});
