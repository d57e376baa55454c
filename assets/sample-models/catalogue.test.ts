import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkText } from "../../engine/config/index.ts";
import { sampleModels } from "./catalogue.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

test.each(sampleModels)("the configuration of $name is without findings", ({ name, config }) => {
  expect(checkText(config, { modelName: name })).toEqual([]);
});

test("ranker ships without dynamic batching, which is the first thing to turn on", () => {
  const batched = sampleModels.filter(({ config }) => config.includes("\ndynamic_batching {"));
  expect(batched.map(({ name }) => name)).toEqual(["mlp", "cnn_small", "text_encoder"]);
});

test("the models are the same bytes on every machine; when these change, GENERATION goes up", () => {
  expect(
    Object.fromEntries(sampleModels.map((model) => [model.name, digest(model.build())])),
  ).toMatchInlineSnapshot(`
    {
      "cnn_small": "57490455edd36d87",
      "mlp": "eb517de891489548",
      "ranker": "a28a052e46e73b28",
      "text_encoder": "611777fa0d3be1a0",
    }
  `);
});
