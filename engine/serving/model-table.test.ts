import { expect, test } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { modelTable } from "./model-table.ts";

test("[LOG-5] a line for each version shows whether it serves, and on which devices", async () => {
  await using fixture = await EngineFixture.create();
  const { repository } = fixture;
  await repository.identity("trio", "instance_group [ { kind: KIND_CPU count: 2 } ]");
  await repository.write("wrong/config.pbtxt", "max_batch_sise: 1");
  const engine = await fixture.start();
  const lines = (await modelTable(engine)).map((line) => line.replace(/\d+\.\d\d s$/, "N s"));
  expect(lines).toEqual([
    "MODEL  VERSION  STATE        INSTANCES  LOADED IN",
    "trio   1        READY        3 CPU      N s",
    "wrong  -        UNAVAILABLE  -          -",
  ]);
});

test("[LOG-5] an engine without models logs that", async () => {
  await using fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  const { repository } = fixture;
  await repository.identity("idle", "");
  const engine = await fixture.start();
  expect(await modelTable(engine)).toEqual([
    "No model is loaded: --load-model=NAME or a load call loads those of the repository (idle).",
  ]);
  await repository.remove("idle");
  expect(await modelTable(engine)).toEqual([
    "No model is loaded: the model repository holds none.",
  ]);
});
