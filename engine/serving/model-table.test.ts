import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../engine.ts";
import { TestRepository } from "../testing/repository.ts";
import type { Engine } from "../types.ts";
import { modelTable } from "./model-table.ts";

let repository: TestRepository;
let engine: Engine | undefined;

beforeEach(async () => {
  repository = await TestRepository.create();
});

afterEach(async () => {
  await engine?.close();
  engine = undefined;
  await repository[Symbol.asyncDispose]();
});

test("[LG5] a line for each version says whether it serves, and on what", async () => {
  await repository.identity("trio", "instance_group [ { kind: KIND_CPU count: 2 } ]");
  await repository.write("wrong/config.pbtxt", "max_batch_sise: 1");
  engine = await createEngine({ modelRepository: repository.path });
  const lines = (await modelTable(engine)).map((line) => line.replace(/\d+\.\d\d s$/, "N s"));
  expect(lines).toEqual([
    "MODEL  VERSION  STATE        INSTANCES  LOADED IN",
    "trio   1        READY        3 CPU      N s",
    "wrong  -        UNAVAILABLE  -          -",
  ]);
});

test("[LG5] an engine without a model says so", async () => {
  await repository.identity("idle", "");
  engine = await createEngine({ modelRepository: repository.path, modelControlMode: "explicit" });
  expect(await modelTable(engine)).toEqual([
    "No model is loaded: --load-model=NAME or a load call loads those of the repository (idle).",
  ]);
  await repository.remove("idle");
  expect(await modelTable(engine)).toEqual([
    "No model is loaded: the model repository holds none.",
  ]);
});
