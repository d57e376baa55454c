import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatSource } from "../../contract/index.ts";
import { exportExperiment } from "../export/export.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";

let fixture: ChatFixture;

beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 10, decodeMs: 2 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const TOOLS = {
  count: 2,
  choice: "required",
  answers: { lengths: { kind: "fixed", tokens: 12 }, delayMs: 40, rounds: 2 },
} as const;
const CONVERSATION = {
  turns: { kind: "fixed", turns: 2 },
  laterLengths: null,
  think: { kind: "fixed", ms: 0 },
} as const;

async function measured(source: Partial<ChatSource> = {}) {
  fixture.chat.bodies.length = 0;
  const plan = fixture.plan(
    { load: { kind: "concurrency", levels: [2], thinkMs: 0 }, secondsPerStep: 2 },
    { tools: TOOLS, conversation: CONVERSATION, ...source },
  );
  return await fixture.run(plan);
}

interface Message {
  readonly role?: string;
  readonly type?: string;
  readonly content?: string;
}

describe("[LAB-CONV-20] calls of tools in conversations", () => {
  it("are answered, and counted each as a request, next to the turns", async () => {
    const experiment = await measured();
    const [step] = experiment.steps;
    expect(step?.failures).toEqual([]);
    const conversations = step?.chat?.conversations;
    const { turns = [], toolRounds, completed = 0 } = conversations ?? {};
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2]);
    expect(completed).toBeGreaterThan(0);
    const ofTurns = turns.reduce((sum, { successes }) => sum + successes, 0);
    const ofTools = toolRounds?.successes ?? 0;
    expect(ofTurns + ofTools).toBe(step?.successes);
    // Two rounds to each turn, but for those at the span's ends.
    expect(Math.abs(ofTools - 2 * ofTurns)).toBeLessThanOrEqual(8);
    expect(toolRounds?.promptTokens).toBeGreaterThan(turns[0]?.promptTokens ?? 0);
    const bodies = fixture.chat.bodies.filter(({ stream }) => stream);
    const longest = bodies.find(({ messages }) => messages?.length === 11);
    const roles = (longest?.messages as readonly Message[] | undefined)?.map(({ role }) => role);
    const turn = ["user", "assistant", "tool", "assistant", "tool"];
    expect(roles).toEqual([...turn, "assistant", ...turn]);
    expect(longest?.tool_choice).toBe("none");
    const [html] = exportExperiment(experiment, "html");
    expect(html?.content).toContain("Tool results");
  });

  it("are input items of the Responses API", async () => {
    const { steps } = await measured({ endpoint: "responses" });
    expect(steps[0]?.failures).toEqual([]);
    const { turns = [], toolRounds } = steps[0]?.chat?.conversations ?? {};
    expect(turns).toHaveLength(2);
    expect(toolRounds?.successes).toBeGreaterThan(0);
    const input = fixture.chat.bodies
      .map((body) => body.input as unknown as readonly Message[])
      .find((items) => Array.isArray(items) && items.length === 3);
    expect(input?.map(({ type, role }) => type ?? role)).toEqual([
      "user",
      "function_call",
      "function_call_output",
    ]);
  });
});
