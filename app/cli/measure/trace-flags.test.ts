import { expect, it } from "vitest";
import { parseMeasureFlags } from "./parse-flags.ts";

const parse = (...args: string[]) =>
  parseMeasureFlags(["-m", "m", "--endpoint-type=chat", "--trace=/t/a.jsonl", ...args]);

it("[MEASURE-15, LAB-TRACE-13] reads a trace, its part, its digest and its speeds", () => {
  const sha256 = "0a".repeat(32);
  const { plan } = parse(
    "--trace-format=mooncake",
    "--trace-span=60:120.5",
    `--trace-sha256=${sha256}`,
    "--speed=0.5,2",
  );
  expect(plan.load).toEqual({ kind: "trace", speeds: [0.5, 2] });
  expect(plan.traffic[0]?.inputs).toMatchObject({
    prompts: {
      kind: "trace",
      path: "/t/a.jsonl",
      format: "mooncake",
      from: 60,
      until: 120.5,
      read: { sha256 },
    },
  });
});

it("[LAB-TRACE-11, LAB-TRACE-14] replays a trace with its own schedule unless another load is given", () => {
  expect(parse("--trace-format=azure").plan.load).toEqual({ kind: "trace", speeds: [1] });
  const { plan } = parse("--trace-format=azure", "--trace-span=60:", "--request-rate=5");
  expect(plan.load).toMatchObject({ kind: "rate", rates: [5] });
  expect(plan.traffic[0]?.inputs).toMatchObject({ prompts: { from: 60, until: null, read: null } });
});

it.each([
  [["--trace-format=csv"], "--trace-format is 'csv'; it must be mooncake, burstgpt"],
  [[], "--trace-format is 'missing'"],
  [["--trace-format=sharegpt"], "does not record when requests arrived; give --request-rate"],
  [["--trace-format=azure", "--trace-span=5"], "--trace-span is '5'"],
  [["--trace-format=azure", "--trace-span=5:5"], "a span whose end is after its start"],
  [["--trace-format=azure", "--trace-sha256=abc"], "--trace-sha256 is 'abc'"],
  [["--trace-format=azure", "--speed=0"], "--speed is '0'"],
  [["--trace-format=azure", "--random-input-len=5"], "--random-input-len is for other prompts"],
])("rejects %j", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

it("[LAB-TRACE-18] gives lengths to answers of AIPerf's conversations, which may lack them", () => {
  const { plan } = parse("--trace-format=aiperf", "--random-output-len=9", "--concurrency=2");
  const [traffic] = plan.traffic;
  expect(traffic?.inputs).toMatchObject({
    prompts: { format: "aiperf" },
    outputs: { kind: "fixed", tokens: 9 },
  });
  expect(() => parse("--trace-format=azure", "--random-output-len=9")).toThrow(
    "--random-output-len is for other prompts",
  );
});

it("rejects a trace's flags without a trace", () => {
  const without = ["-m", "m", "--endpoint-type=chat", "--trace-span=1:2"];
  expect(() => parseMeasureFlags(without)).toThrow("--trace-span needs --trace");
});
