import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChatSource, ExperimentPlan } from "../../../main/contract/index.ts";
import { checkChat } from "../../../main/lab/chat/specs.ts";
import { suggestChat } from "../../../main/lab/chat/suggest.ts";
import { planErrors } from "./validate.ts";

const { plan } = suggestChat("s", "m");
const [traffic] = plan.traffic as [ExperimentPlan["traffic"][0]];
const planOf = (source: Partial<ChatSource>): ExperimentPlan => ({
  ...plan,
  traffic: [{ ...traffic, inputs: { ...(traffic.inputs as ChatSource), ...source } }],
});
const errorsOf = (source: Partial<ChatSource>) => Object.fromEntries(planErrors(planOf(source)));

function refusal(source: Partial<ChatSource>): string | null {
  try {
    checkChat(planOf(source), []);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const AT = "traffic.0.inputs";
const think = { kind: "fixed", ms: 0 } as const;
const noise = {
  kind: "noise",
  count: 1,
  meanSeconds: 5,
  deviationSeconds: 0,
  sampleRate: 16_000,
  channels: 1,
} as const;
const read = { sha256: "0".repeat(64), requests: 1, seconds: null };
const trace = { kind: "trace", path: "/t", from: 0, until: null, read } as const;
const lengths = { kind: "fixed", tokens: 8 } as const;

test("[LAB-CHAT-37] what doesn't go together is an error at its field", () => {
  const images = { count: 1, width: 8, height: 8 };
  const tools = { count: 1, choice: "auto" } as const;
  expect(errorsOf({ endpoint: "completions", images, tools, audio: noise })).toEqual({
    [`${AT}.images`]: "Completions take no images. Choose Chat, or turn this off.",
    [`${AT}.audio`]: "Completions take no audio. Choose Chat, or turn this off.",
    [`${AT}.tools`]: "Completions take no tools. Choose Chat, or turn this off.",
  });
  expect(errorsOf({ endpoint: "responses", images, audio: noise })).toEqual({
    [`${AT}.audio`]: "The Responses API takes no audio. Choose Chat, or turn this off.",
  });
  expect(errorsOf({ audio: { ...noise, meanSeconds: 600, channels: 2 } })).toEqual({
    [`${AT}.audio.meanSeconds`]:
      "The audio of a request takes more than 32 MiB. Choose shorter or fewer clips.",
  });
  expect(errorsOf({ prompts: { kind: "file", path: "/p" }, images })).toEqual({
    [`${AT}.images`]: "Only generated prompts can have them. Turn this off.",
  });
});

test("[LAB-CHAT-37] the form has an error exactly where the host rejects the plan", () => {
  const maybe = <T>(value: T) => fc.constantFrom(null, value);
  const source: fc.Arbitrary<Partial<ChatSource>> = fc.record({
    endpoint: fc.constantFrom("chat", "completions", "responses"),
    prompts: fc.constantFrom<ChatSource["prompts"]>(
      { kind: "words", lengths },
      { kind: "file", path: "/p" },
      { ...trace, format: "mooncake" },
      { ...trace, format: "azure" },
      { ...trace, format: "sharegpt" },
    ),
    prefixes: maybe({ share: 0.5, count: 1, tokens: 4 }),
    images: maybe({ count: 1, width: 8, height: 8 }),
    audio: fc.constantFrom<NonNullable<ChatSource["audio"]> | null>(
      null,
      noise,
      { ...noise, meanSeconds: 600, channels: 2 },
      { kind: "files", count: 1, folder: "/f" },
    ),
    tools: fc.constantFrom<NonNullable<ChatSource["tools"]> | null>(
      null,
      { count: 1, choice: "required" },
      { count: 1, choice: "auto", answers: { lengths, delayMs: 0, rounds: 1 } },
      {
        count: 1,
        choice: "auto",
        answers: { lengths: { kind: "uniform", least: 2, most: 1 }, delayMs: 0, rounds: 1 },
      },
    ),
    conversation: fc.constantFrom<NonNullable<ChatSource["conversation"]> | null>(
      null,
      { turns: { kind: "fixed", turns: 2 }, laterLengths: null, think },
      { turns: null, laterLengths: null, think },
    ),
  });
  fc.assert(
    fc.property(source, (each) => {
      expect([each, refusal(each) === null]).toEqual([each, planErrors(planOf(each)).size === 0]);
    }),
    { numRuns: 500 },
  );
});
