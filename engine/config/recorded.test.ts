import { describe, expect, test } from "vitest";
import {
  checkText,
  completeBackend,
  completeConfig,
  configFromJson,
  configToJson,
  normalizeConfig,
  parseConfig,
  printConfig,
} from "./index.ts";
import type { ModelConfig } from "./index.ts";
import { mlpSignature, recorded, recordedTexts } from "./testing/fixtures.ts";

/** The JSON that a server would return for a configuration after loading it. */
function served(written: ModelConfig, modelName: string, files: string[] = []): string {
  const known = completeBackend(written, { modelName, versionFiles: files });
  const complete = known.backend === "onnxruntime" ? completeConfig(known, mlpSignature) : known;
  return JSON.stringify(configToJson(normalizeConfig(complete, { modelName })));
}

describe("the configuration that a real Triton returns", () => {
  test.each(["id_plain", "ens"])("[CFG-J1, CFG-N1 to CFG-N8] of %s", (model) => {
    const { config } = parseConfig(recordedTexts[model]!);
    expect(served(config, model)).toBe(JSON.stringify(recorded.configs[model]));
  });

  test("[CFG-C1, CFG-C3, CFG-C4, CFG-N3, CFG-N7] of an ONNX model without config.pbtxt", () => {
    const shown = served(parseConfig("").config, "mlp_auto", ["model.onnx"]);
    expect(shown).toBe(JSON.stringify(recorded.configs["mlp_auto"]));
  });

  test("[CFG-J3, CFG-C1, CFG-N3] of an ONNX model loaded with an override", () => {
    const config = configFromJson(JSON.parse(recorded.override));
    const shown = served(config, "mlp_auto", ["model.onnx"]);
    expect(shown).toBe(JSON.stringify(recorded.configs["mlp_auto override"]));
  });

  test.each(Object.keys(recorded.configs))("of %s reads back from JSON and from text", (model) => {
    const json = recorded.configs[model]!;
    const config = configFromJson(json);
    expect(configToJson(config)).toEqual(json);
    expect(configToJson(parseConfig(printConfig(config)).config)).toEqual(json);
  });
});

test("configurations that it rejected have findings, the others don't", () => {
  const found = Object.fromEntries(
    Object.entries(recordedTexts).map(([model, text]) => [
      model,
      checkText(text, { modelName: model }).map(({ stage, id, line }) => `${stage} ${id} ${line}`),
    ]),
  );
  const refused = Object.fromEntries(Object.entries(found).filter(([, ids]) => ids.length > 0));
  expect(refused).toEqual({
    bad_dims: ["validation dimension 3"],
    bad_field: ["syntax unknown-field 3"],
    bad_name: ["validation name-differs 2"],
    bad_pref: ["validation preferred-exceeds-max 7"],
    bad_syntax: ["syntax wrong-type 3"],
  });
});
