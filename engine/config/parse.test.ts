import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkText, locatePath, parseConfig, printConfig, printTree } from "./index.ts";
import { arbitraryConfig } from "./testing/arbitrary-config.ts";
import { recordedTexts } from "./testing/fixtures.ts";

/** Findings as `line:column id message`. */
function findings(text: string): string[] {
  return parseConfig(text).findings.map(
    ({ line, column, id, message }) => `${line}:${column} ${id} ${message}`,
  );
}

describe("reading", () => {
  test("[CFG-T1] returns a text's configuration with defaults", () => {
    const { config, findings } = parseConfig(recordedTexts["id_reject"]!);
    expect(findings).toEqual([]);
    expect(config).toMatchObject({
      name: "",
      backend: "identity",
      max_batch_size: 1,
      input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [-1], optional: false }],
      instance_group: [{ kind: "KIND_CPU", count: 1, gpus: [] }],
      dynamic_batching: {
        preferred_batch_size: [],
        default_queue_policy: { timeout_action: "REJECT", default_timeout_microseconds: 200_000 },
      },
      parameters: { execute_delay_ms: { string_value: "300" } },
    });
    expect(config.sequence_batching).toBeUndefined();
  });

  test("[CFG-T1] accepts every form of lists, messages and separators", () => {
    const { config, findings } = parseConfig(
      'input: < name: "a"; dims: 1, dims: [2, 3] >\ninput [{ dims: [] }, { name: "b" }]',
    );
    expect(findings).toEqual([]);
    expect(config.input.map(({ name, dims }) => ({ name, dims }))).toEqual([
      { name: "a", dims: [1, 2, 3] },
      { name: "", dims: [] },
      { name: "b", dims: [] },
    ]);
  });

  test.each([
    ["0x10", 16],
    ["010", 8],
    ["- 3", -3],
    ["-2147483648", -2147483648],
  ])("[CFG-T2] max_batch_size: %s", (written, value) => {
    const { config, findings } = parseConfig(`max_batch_size: ${written}`);
    expect(findings).toEqual([]);
    expect(config.max_batch_size).toBe(value);
  });

  test.each(["true", "True", "t", "1"])("[CFG-T2] %s is true", (written) => {
    expect(parseConfig(`response_cache { enable: ${written} }`).config.response_cache).toEqual({
      enable: true,
    });
  });

  test.each([
    [`'it''s' " \\"so\\""`, `its "so"`],
    [String.raw`"\x41\101\t\u00e9\U0001F600"`, "AA\té😀"],
    [String.raw`"\xc3\xa9"`, "é"],
    [String.raw`"\ud83d\ude00"`, "😀"],
  ])("[CFG-T3] %s", (written, value) => {
    const { config, findings } = parseConfig(`name: ${written}`);
    expect(findings).toEqual([]);
    expect(config.name).toBe(value);
  });

  test("[CFG-T5] uses the last of equal keys, and accepts keys that JavaScript treats specially", () => {
    const { config } = parseConfig(
      'metric_tags { key: "a" value: "1" } metric_tags { key: "a" value: "2" } metric_tags { key: "__proto__" value: "3" }',
    );
    expect(Object.entries(config.metric_tags)).toEqual([
      ["a", "2"],
      ["__proto__", "3"],
    ]);
  });
});

describe("findings", () => {
  test.each([
    [
      "max_batchsize: 4",
      '1:1 unknown-field ModelConfig has no field "max_batchsize"; did you mean "max_batch_size"?',
    ],
    [
      "backend: 'a'\nmax_batch_size: four",
      "2:17 wrong-type max_batch_size expects a whole number (int32), found four.",
    ],
    ["name: 3", "1:7 wrong-type name expects a string in quotes, found 3."],
    [
      "instance_group { kind: KIND_CPUS }",
      '1:24 wrong-type kind expects one of KIND_AUTO, KIND_GPU, KIND_CPU, KIND_MODEL, found KIND_CPUS; did you mean "KIND_CPU" or "KIND_GPU"?',
    ],
    [
      "max_batch_size: 1\nmax_batch_size: 2",
      "2:1 given-twice max_batch_size is given more than once.",
    ],
    [
      "dynamic_batching {} sequence_batching {}",
      "1:21 given-twice sequence_batching can't be combined with dynamic_batching: give only one of them.",
    ],
    [
      "max_batch_size: 2147483648",
      "1:17 out-of-range max_batch_size is 2147483648, but int32 goes from -2147483648 to 2147483647.",
    ],
    [
      "input { dims: 9007199254740993 }",
      "1:15 out-of-range dims is 9007199254740993, but only whole numbers up to 2^53 − 1 are supported.",
    ],
    ["max_batch_size: [1]", "1:17 wrong-type max_batch_size takes one value, not a list."],
    [
      "max_batch_size { }",
      "1:16 wrong-type max_batch_size expects one value (int32), found a message.",
    ],
    [
      "dynamic_batching: 1",
      "1:19 wrong-type dynamic_batching expects { } with the fields of ModelDynamicBatching, found a single value.",
    ],
    ["max_batch_size 8", '1:1 syntax Expected ":" after "max_batch_size".'],
    [
      "max_batch_size:\ninput []",
      '1:1 syntax Expected a value after "max_batch_size:", found "input".',
    ],
    ["input { dims: [1,] }", '1:18 syntax Expected a value, found "]".'],
    ["dynamic_batching {", '1:18 syntax This "{" is never closed; expected "}".'],
    ["dynamic_batching { >", '1:20 syntax Expected "}" to close "{", found ">".'],
    ["name: 'a", "1:7 open-string This string has no closing ' in its line."],
    ["name: '\\q'", "1:7 wrong-type name has an escape that does not exist: \\q."],
    ["name: '\\xff'", "1:7 wrong-type name is not UTF-8 once its escapes are read."],
    ["max_batch_size: 08", '1:17 bad-number "08" is not a number; a leading 0 means octal digits.'],
    ["max_batch_size: 4}", '1:18 syntax Expected a field name, found "}".'],
    [
      "parameters { key: 'a' val: 1 }",
      '1:23 unknown-field An entry of parameters has no field "val"; it has key and value.',
    ],
    ["parameters: 1", "1:13 wrong-type parameters expects entries like { key: … value: … }."],
    ["instance_group { count: - }", '1:25 syntax Expected a number after "-", found "}".'],
  ])("[CFG-T4] %s", (text, expected) => {
    expect(findings(text)).toEqual([expected]);
  });

  test("[CFG-T7] parsing continues after an error", () => {
    const { config, findings } = parseConfig(
      "max_batch_size: four\ninput [ { nam: 'x' } ]\n= = =\ninstance_group [ { count: 3 ]\nbackend: 'b'",
    );
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(config).toMatchObject({ backend: "b", input: [{}], instance_group: [{ count: 3 }] });
  });

  test("[CFG-T6] deep nesting is rejected, not followed", () => {
    const deep = "a {".repeat(20_000);
    const { findings, tree } = parseConfig(deep);
    expect(findings.map(({ message }) => message)).toContain(
      "Messages are nested deeper than 60 here.",
    );
    expect(printTree(tree)).toBe(deep);
  });
});

describe("places", () => {
  const text =
    'instance_group [ { count: 1 }, { kind: KIND_CPU } ]\nparameters { key: "a.b]" value { string_value: "v" } }';
  const { locations } = parseConfig(text);
  test.each([
    ["instance_group[0].count", "1"],
    ["instance_group[1].kind", "KIND_CPU"],
    ["instance_group[1].count", "{"],
    ['parameters["a.b]"].string_value', '"v"'],
    ['parameters["a.b]"]', "parameters"],
    ["output[0].name", ""],
  ])("%s", (path, found) => {
    const { from, to } = locatePath(locations, path);
    expect(text.slice(from, to)).toBe(found);
  });
});

test("a list element's place is its bracket, a field's is its name", () => {
  const text =
    'input [\n  { name: "a" dims: 1 },\n  { name: "b" dims: 1 }\n]\noutput {}\noutput {}\n';
  const found = checkText(`${text}backend: "onnxruntime"`, { modelName: "m" }).filter(
    ({ id }) => id === "tensor-type",
  );
  expect(found.map(({ line, column }) => [line, column])).toEqual([
    [2, 3],
    [3, 3],
    [5, 1],
    [6, 1],
  ]);
});

describe("for any text", () => {
  const fragments = fc.constantFrom(
    ...Array.from("{}<>[]:,;-#\"'\\\n. "),
    "max_batch_size",
    "input",
    "dims: [1, -1]",
    "parameters { key: 'a' value { string_value: 'b' } }",
    "dynamic_batching {",
    "0x1F",
    "1.5e3f",
    "KIND_CPU",
    "é\u0000",
  );

  test("[CFG-T7] parsing never throws, and printing the tree returns the text", () => {
    const texts = fc.oneof(
      fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(printTree(parseConfig(text).tree)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  test("[CFG-T7] a recorded text with any change still parses and prints", () => {
    const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 5 }), insert: fragments });
    const base = fc.constantFrom(...Object.values(recordedTexts));
    fc.assert(
      fc.property(base, edit, (text, { at, remove, insert }) => {
        const from = at % text.length;
        const edited = text.slice(0, from) + insert + text.slice(from + remove);
        const { tree, findings } = parseConfig(edited);
        expect(printTree(tree)).toBe(edited);
        for (const finding of findings) expect(finding.to).toBeLessThanOrEqual(edited.length);
      }),
      { numRuns: 200 },
    );
  });
});

test("any configuration survives printConfig and parsing", () => {
  fc.assert(
    fc.property(arbitraryConfig(), (config) => {
      const { config: back, findings } = parseConfig(printConfig(config));
      expect(findings).toEqual([]);
      expect(back).toEqual(config);
    }),
    { numRuns: 30 },
  );
});
