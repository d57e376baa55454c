import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatSource, ExperimentPlan } from "../../contract/index.ts";
import { exportOne } from "../testing/export-one.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";
import { never } from "../testing/lab-fixture.ts";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 10, decodeMs: 2 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const planOf = (source: Partial<ChatSource> = {}, more: Partial<ExperimentPlan> = {}) =>
  // Ends by count: a fixed time would include too few requests on a busy machine.
  fixture.plan(
    { secondsPerStep: 30, requestsPerStep: 40, ...more },
    { ...source, streamed: false },
  );

async function stepOf(plan: ExperimentPlan) {
  const experiment = await fixture.run(plan);
  expect(experiment).toMatchObject({ state: "done", reason: null });
  const [step] = experiment.steps;
  if (!step) throw new Error("nothing was measured");
  return { step, experiment };
}

describe("whole responses", () => {
  it.each([
    ["chat", "/v1/chat/completions"],
    ["completions", "/v1/completions"],
    ["responses", "/v1/responses"],
  ] as const)(
    "[LAB-WHOLE-1] [LAB-WHOLE-3] of %s have tokens, and no times of tokens",
    async (endpoint, path) => {
      const { chat } = fixture;
      chat.paths.length = 0;
      const { step, experiment } = await stepOf(planOf({ endpoint }));
      expect(new Set(chat.paths)).toEqual(new Set([path]));
      expect(chat.bodies.at(-1)).not.toHaveProperty("stream");
      expect(chat.bodies.at(-1)).not.toHaveProperty("stream_options");
      expect(step).toMatchObject({ chat: null, failures: [], outcomes: { wrong: 0, failed: 0 } });
      expect(step.successes).toBe(40);
      // 10 ms, and 4 more tokens of 2 ms.
      expect(step.service.min).toBeGreaterThan(17);
      expect(step.texts).toMatchObject({
        inputTokens: step.successes * 64,
        outputTokens: step.successes * 5,
      });
      expect(step.texts?.outputTokensPerSecond).toBeCloseTo((step.successes * 5) / step.seconds);
      expect(step.reconciliation.map(({ name, difference }) => [name, difference])).toEqual([
        ["successful requests", null],
        ["input tokens", null],
        ["output tokens", null],
      ]);
      const { content } = exportOne(experiment, "html");
      expect(content).toContain("times to the first token and per token weren");
      expect(exportOne(experiment, "csv").content).toContain("Output Tokens/Second");
    },
  );

  it("[LAB-WHOLE-3] have no tokens where the server reports no usage", async () => {
    fixture.chat.usage = false;
    const { step } = await stepOf(planOf());
    fixture.chat.usage = true;
    expect(step.texts).toMatchObject({ inputTokens: null, outputTokensPerSecond: null });
  });

  it("[LAB-WHOLE-1] are limited as a whole: goodput counts those within the objective", async () => {
    const objective = { percentile: 50, boundMs: 5000 } as const;
    const { step } = await stepOf(planOf({}, { objective }));
    expect(step.goodput).toBeCloseTo(step.requestsPerSecond);
    expect(step.certificate?.words).toMatch(/^p50/);
  });

  it("[LAB-WHOLE-1] don't go with limits of tokens, conversations and streams", async () => {
    const refused = (plan: ExperimentPlan) =>
      expect(fixture.lab.requests["lab.start"]({ plan, name: "" }, never)).rejects;
    const objective = { percentile: 99, boundMs: 10, of: "firstToken" } as const;
    await refused(planOf({}, { objective })).toThrow("objective limits times of tokens");
    const conversation = {
      turns: { kind: "fixed", turns: 2 },
      laterLengths: null,
      think: { kind: "fixed", ms: 0 },
    } as const;
    await refused(planOf({ conversation })).toThrow("turns are measured as streams alone");
    const traffic = [...planOf().traffic, ...fixture.plan().traffic];
    await refused(planOf({}, { traffic })).toThrow("streamed is false for some requests alone");
  });
});
