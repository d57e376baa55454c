import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdits,
  checkText,
  configChanges,
  configFromJson,
  configToJson,
  configToJsonText,
  parseConfig,
  parseExactJson,
  printConfig,
  setValue,
} from "./index.ts";

const MAX = "18446744073709551615";
const TEXT = `dynamic_batching {
  max_queue_delay_microseconds: ${MAX}
  priority_levels: ${MAX}
  default_priority_level: 9007199254740993
  priority_queue_policy {
    key: ${MAX}
    value {
      default_timeout_microseconds: ${MAX}
    }
  }
}
`;

describe("[CFG-T6] [CFG-J2] uint64 over its full range", () => {
  test("in text, decimal, hexadecimal and octal", () => {
    const { config, findings } = parseConfig(TEXT);
    expect(findings).toEqual([]);
    expect(config.dynamic_batching).toMatchObject({
      max_queue_delay_microseconds: MAX,
      default_priority_level: "9007199254740993",
      priority_queue_policy: { [MAX]: { default_timeout_microseconds: MAX } },
    });
    expect(printConfig(config)).toBe(TEXT);
    for (const same of ["0xffffffffffffffff", "01777777777777777777777"]) {
      expect(parseConfig(TEXT.replaceAll(MAX, same)).config).toEqual(config);
    }
    expect(checkText(`backend: "identity"\n${TEXT}`, { modelName: "m" })).toEqual([]);
  });

  test("in JSON, as numbers and as strings", () => {
    const { config } = parseConfig(TEXT);
    const wire = configToJsonText(config);
    expect(wire).toContain(`"max_queue_delay_microseconds":${MAX},`);
    expect(configFromJson(parseExactJson(wire))).toEqual(config);
    expect(configFromJson(JSON.parse(JSON.stringify(configToJson(config))))).toEqual(config);
  });

  test.each(["18446744073709551616", "-1", "99999999999999999999999999"])(
    "rejects %s",
    (beyond) => {
      const [finding] = parseConfig(TEXT.replace(MAX, beyond)).findings;
      expect(finding).toMatchObject({ id: "out-of-range" });
      const json = `{"dynamic_batching": {"priority_levels": ${beyond}}}`;
      expect(() => configFromJson(parseExactJson(json))).toThrow(
        `dynamic_batching.priority_levels is ${beyond}, but uint64 goes from 0 to ${MAX}`,
      );
    },
  );

  test("int64 is limited to exact numbers", () => {
    const { findings } = parseConfig("version_policy { specific { versions: 9007199254740993 } }");
    expect(findings[0]?.message).toContain("only whole numbers up to 2^53 − 1 are supported");
  });

  test("in edits, comparisons and the rules of priorities", () => {
    const path = ["dynamic_batching", "priority_levels"];
    const edited = applyEdits(TEXT, setValue(TEXT, path, "18446744073709551614"));
    expect(edited).toContain("priority_levels: 18446744073709551614\n");
    const changes = configChanges(parseConfig(TEXT).config, parseConfig(edited).config);
    expect(changes).toEqual([
      { path: "dynamic_batching.priority_levels", before: MAX, after: "18446744073709551614" },
    ]);
    expect(checkText(`backend: "identity"\n${edited}`, { modelName: "m" })).toMatchObject([
      { id: "priority-out-of-range", message: expect.stringContaining(`got ${MAX}`) },
    ]);
  });

  test("of any size survives text and JSON", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (value) => {
        const text = `sequence_batching {\n  max_sequence_idle_microseconds: ${value}\n}\n`;
        const { config } = parseConfig(text);
        expect(BigInt(config.sequence_batching?.max_sequence_idle_microseconds ?? -1)).toBe(value);
        expect(printConfig(config)).toBe(text);
        expect(configFromJson(parseExactJson(configToJsonText(config)))).toEqual(config);
      }),
      { numRuns: 200 },
    );
  });
});

describe("JSON with long integers", () => {
  test("is parsed like JSON.parse, with bigints if numbers aren't exact", () => {
    expect(
      parseExactJson(
        '{"a": [9007199254740993, -9007199254740993, 1234567890123456], "b": "1234567890123456789", "c": 0.1234567890123456789, "d": 1e1234567890123456, "12345678901234567890": [[{"e":12345678901234567890}]]}',
      ),
    ).toEqual({
      a: [9007199254740993n, -9007199254740993n, 1234567890123456],
      b: "1234567890123456789",
      c: Number("0.1234567890123456789"),
      d: Infinity,
      "12345678901234567890": [[{ e: 12345678901234567890n }]],
    });
    expect(parseExactJson("12345678901234567890")).toBe(12345678901234567890n);
    expect(parseExactJson('["integer 1234567890123456"]')).toEqual(["integer 1234567890123456"]);
  });

  test.each([
    "01234567890123456789",
    "[1234567890123456 1]",
    '{"a": 1234567890123456x}',
    "--1234567890123456",
    '"1234567890123456',
  ])("rejects %s like JSON.parse", (text) =>
    expect(() => parseExactJson(text)).toThrow(SyntaxError),
  );

  test("equals JSON.parse for any value without long integers", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/(?<![.\w])\d{16,}/.test(text));
        const marked = `[${text}, "1234567890123456"]`;
        expect(parseExactJson(marked)).toEqual(JSON.parse(marked));
      }),
      { numRuns: 200 },
    );
  });
});
