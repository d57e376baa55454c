/**
 * Checks that completed configurations can be loaded again, over ONNX's test models (`onnx/backend/test/data` of the PyPI
 * package `onnx`; 1.17 has 1,428): each is loaded from its file alone, its configuration linted, loaded as an override and
 * as config.pbtxt, and the model's test data is inferred after each load. Lists every model that fails.
 *
 *     node bench/onnx-models.ts --data=FOLDER [--part=1/4] [--only=REGEXP]
 */
import { copyFile, glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkText, configToJson, printConfig, type ModelConfig } from "../engine/config/index.ts";
import { createEngine } from "../engine/engine.ts";
import { StatusError } from "../base/status-error.ts";
import type { InputTensor, OutputTensor } from "../engine/types.ts";
import { readModelFiles } from "../main/configs/read-model-files.ts";
import { readTensorFile } from "./onnx-models/tensor-file.ts";

const { values: flags } = parseArgs({
  options: {
    data: { type: "string", default: "" },
    part: { type: "string", default: "1/1" },
    only: { type: "string", default: "" },
  },
});
const [part = 1, parts = 1] = flags.part.split("/").map(Number);
const all: string[] = [];
for await (const file of glob("*/*/model.onnx", { cwd: flags.data })) all.push(file);
const files = all
  .toSorted()
  .filter((file) => new RegExp(flags.only).test(file))
  .filter((_, index) => index % parts === part - 1);

const repository = await mkdtemp(path.join(tmpdir(), "batchdeck-onnx-models-"));
const engine = await createEngine({ modelRepository: repository, modelControlMode: "explicit" });
const counts = new Map<string, number>();
const failures: string[] = [];

function count(what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

/** The first test data of a model, with scalars in the shapes of its configuration. */
async function testInputs(folder: string, { input }: ModelConfig) {
  const given: (InputTensor | undefined)[] = [];
  for (const index of input.keys()) {
    const file = path.join(folder, "test_data_set_0", `input_${index}.pb`);
    given.push(await readTensorFile(file).catch(() => undefined));
  }
  return input.flatMap(({ name, dims }, index) => {
    const tensor = given.find((each) => each?.name === name) ?? given[index];
    if (tensor === undefined) return [];
    return [{ ...tensor, name, shape: tensor.shape.length === 0 ? dims : tensor.shape }];
  });
}

async function infer(modelName: string, inputs: readonly InputTensor[]): Promise<OutputTensor[]> {
  const request = { modelName, modelVersion: "", id: "", parameters: {}, outputs: [] };
  const { outputs } = await engine.infer({ ...request, inputs: [...inputs] });
  return [...outputs];
}

const describe = (outputs: readonly OutputTensor[]) =>
  outputs.map(({ name, datatype, shape }) => `${name} ${datatype} [${shape.join(",")}]`).join("; ");

/** Checks that outputs have the test data's shapes; a scalar is one element. */
async function expectShapes(folder: string, outputs: readonly OutputTensor[]): Promise<void> {
  for (const [index, { name, shape }] of outputs.entries()) {
    const file = path.join(folder, "test_data_set_0", `output_${index}.pb`);
    const expected = await readTensorFile(file).catch(() => undefined);
    if (expected === undefined) continue;
    const wanted = expected.shape.length === 0 ? [1] : expected.shape;
    if (String(wanted) !== String(shape))
      throw new Error(`output ${name} is [${shape.join(",")}], not [${wanted.join(",")}]`);
  }
}

async function tryModel(file: string): Promise<void> {
  const folder = path.join(flags.data, path.dirname(file));
  const name = path.basename(folder);
  const own = path.join(repository, name);
  const fail = (stage: string, error: unknown) => {
    count(`failed: ${stage}`);
    failures.push(`${name}: ${stage}: ${StatusError.from(error).message}`);
  };
  await mkdir(path.join(own, "1"), { recursive: true });
  await copyFile(path.join(flags.data, file), path.join(own, "1", "model.onnx"));
  try {
    await engine.loadModel(name, {});
  } catch {
    count("rejected by the runtime or the engine");
    return;
  }
  count("loaded");
  const served = engine.modelConfig(name, "") as ModelConfig;
  const dims = [...served.input, ...served.output].map((tensor) => tensor.dims);
  const text = printConfig(served);
  const inputs = await testInputs(folder, served);
  let first: OutputTensor[] | undefined;
  let refusal: unknown;
  try {
    first = await infer(name, inputs);
    await expectShapes(folder, first);
    count("inferred");
  } catch (error) {
    refusal = error;
    fail("inference", error);
  }
  const again = async (stage: string) => {
    if (first === undefined) return;
    const outputs = await infer(name, inputs);
    if (describe(outputs) !== describe(first))
      throw new Error(`${stage}: ${describe(outputs)} instead of ${describe(first)}`);
  };
  try {
    const findings = checkText(text, {
      modelName: name,
      lint: { server: "embedded" },
      files: await readModelFiles(own, text),
    }).filter(({ severity }) => severity === "error");
    if (findings[0] !== undefined) throw new Error(findings[0].message);
    count("linted without error");
  } catch (error) {
    fail("lint", error);
  }
  try {
    await engine.loadModel(name, { config: JSON.stringify(configToJson(served)) });
    await again("as an override");
    count("served as an override");
  } catch (error) {
    fail("override", error);
  }
  try {
    await engine.unloadModel(name, false);
    await writeFile(path.join(own, "config.pbtxt"), text);
    await engine.loadModel(name, {});
    await again("as config.pbtxt");
    count("served as config.pbtxt");
  } catch (error) {
    fail("config.pbtxt", error);
  }
  const special = dims.some((each) => each.includes(0) || String(each) === "1");
  if (served.max_batch_size === 0 && special) {
    count("loaded, with a scalar, [1] or a dimension of 0");
    if (refusal === undefined) count("inferred, with a scalar, [1] or a dimension of 0");
  }
}

for (const file of files) {
  await tryModel(file);
  const name = path.basename(path.dirname(file));
  await engine.unloadModel(name, false).catch(() => undefined);
  await rm(path.join(repository, name), { recursive: true, force: true });
}
await engine.close();
await rm(repository, { recursive: true, force: true });

process.stdout.write(failures.map((line) => `${line}\n`).join(""));
process.stdout.write(`${files.length} models\n`);
for (const [what, number] of counts)
  process.stdout.write(`${String(number).padStart(6)} ${what}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
