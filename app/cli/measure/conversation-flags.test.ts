import { expect, it } from "vitest";
import { parseMeasureFlags } from "./parse-flags.ts";

const parse = (...args: string[]) =>
  parseMeasureFlags(["-m", "m", "--endpoint-type=chat", ...args]).plan;
const sourceOf = (...args: string[]) => parse(...args).traffic[0]?.inputs;

it("[MEASURE-15, LAB-CONV-9] reads conversations and the pace of users", () => {
  const plan = parse(
    "--turns=geometric:4",
    "--turn-input-len=uniform:10:20",
    "--turn-think=exponential:2000",
    "--concurrency=8",
    "--think-time=100",
    "--pace=5000",
  );
  expect(plan.load).toEqual({ kind: "concurrency", levels: [8], thinkMs: 100, paceMs: 5000 });
  expect(plan.traffic[0]?.inputs).toMatchObject({
    conversation: {
      turns: { kind: "geometric", mean: 4 },
      laterLengths: { kind: "uniform", least: 10, most: 20 },
      think: { kind: "exponential", meanMs: 2000 },
    },
  });
  expect(sourceOf("--turns=3")).toMatchObject({
    conversation: {
      turns: { kind: "fixed", turns: 3 },
      laterLengths: null,
      think: { kind: "fixed", ms: 0 },
    },
  });
  expect(sourceOf()).not.toHaveProperty("conversation");
  expect(sourceOf("--turns=3", "--request-rate=2", "--max-conversations=50")).toMatchObject({
    conversation: { mostInProgress: 50 },
  });
});

it("[LAB-PREFIX-2] reads the distribution of requests over groups with a prefix", () => {
  const shared = "--shared-prefixes=0.5:3:64";
  expect(sourceOf(shared)).toMatchObject({ prefixes: { share: 0.5, count: 3, tokens: 64 } });
  expect(sourceOf(shared, "--prefix-spread=4,2,1")).toMatchObject({
    prefixes: { byGroup: { kind: "weights", weights: [4, 2, 1] } },
  });
  expect(sourceOf(shared, "--prefix-spread=zipf:1.2")).toMatchObject({
    prefixes: { byGroup: { kind: "zipf", exponent: 1.2 } },
  });
});

it.each([
  [["--turns=0"], "--turns is '0'"],
  [["--turns=pareto:1:2"], "--turns is 'pareto:1:2'; it must be a number, uniform:A:B"],
  [["--turns=2", "--turn-think=later"], "--turn-think is 'later'"],
  [["--turns=2", "--turn-think=gamma:1:2"], "--turn-think is 'gamma:1:2'; it must be ms"],
  [["--turn-think=5"], "--turn-think needs --turns"],
  [["--max-conversations=5"], "--max-conversations needs --turns"],
  [["--turns=2", "--max-conversations=0"], "--max-conversations is '0'"],
  [["--prefix-spread=1,2"], "--prefix-spread needs --shared-prefixes"],
  [["--shared-prefixes=1:3:8", "--prefix-spread=1,2"], "or 3 weights, one for each prefix"],
  [["--pace=0"], "--pace is '0'"],
])("rejects %j", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
