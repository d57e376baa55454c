import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatSource, ConversationPlan, ExperimentPlan, Load } from "../../contract/index.ts";
import {
  AIPERF_MULTI_TURN,
  SHAREGPT,
  TraceFiles,
} from "../../wire/inputs/chat/traces/testing/trace-files.ts";
import { exportOne } from "../testing/export-one.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";
import type { Body } from "../testing/chat-body.ts";
import { never } from "../testing/lab-fixture.ts";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await createChatFixture({ prefillMs: 4, decodeMs: 1 });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const THREE: ConversationPlan = {
  turns: { kind: "fixed", turns: 3 },
  laterLengths: { kind: "fixed", tokens: 8 },
  think: { kind: "fixed", ms: 0 },
};
const clients = (more: Partial<Extract<Load, { kind: "concurrency" }>> = {}): Load => ({
  kind: "concurrency",
  levels: [2],
  thinkMs: 0,
  ...more,
});

function plan(
  conversation: Partial<ConversationPlan> = {},
  more: Partial<ExperimentPlan> = {},
  source: Partial<ChatSource> = {},
): ExperimentPlan {
  // Ends by the count: how many turns a span of time holds depends on what else the machine does.
  const cold = {
    load: clients(),
    warmup: { kind: "fixed", seconds: 0 },
    secondsPerStep: 30,
    requestsPerStep: 30,
    ...more,
  } as const;
  return fixture.plan(cold, { conversation: { ...THREE, ...conversation }, ...source });
}

async function conversationsOf(given: ExperimentPlan) {
  const experiment = await fixture.run(given);
  expect(experiment).toMatchObject({ state: "done", reason: null });
  const [step] = experiment.steps;
  const conversations = step?.chat?.conversations;
  if (!step || !conversations) throw new Error("no conversations were measured");
  return { experiment, step, conversations };
}

type Message = NonNullable<Body["messages"]>[number] & { readonly role?: string };

/** Requests by the first message of their conversation. */
function byConversation(): Map<string, (readonly Message[])[]> {
  const all = new Map<string, (readonly Message[])[]>();
  for (const { stream, messages = [] } of fixture.chat.bodies) {
    const [first] = messages;
    if (!stream || !first) continue;
    all.set(first.content, [...(all.get(first.content) ?? []), messages]);
  }
  return all;
}

describe("conversations on a chat server", () => {
  it("[LAB-CONV-1, LAB-CONV-2] send the former turns with the answers that were received", async () => {
    await conversationsOf(plan());
    const whole = [...byConversation().values()].filter((turns) => turns.length === 3);
    expect(whole.length).toBeGreaterThan(3);
    for (const [one, two, three] of whole) {
      expect(one?.map(({ role }) => role)).toEqual(["user"]);
      expect(one?.[0]?.content.split(" ")).toHaveLength(57);
      expect(two?.slice(0, 1)).toEqual(one);
      expect(two?.[1]).toEqual({ role: "assistant", content: " word word word word word" });
      expect(two?.[2]?.content.split(" ")).toHaveLength(8);
      expect(three?.slice(0, 3)).toEqual(two);
      expect(three).toHaveLength(5);
    }
    expect([...byConversation().values()].every((turns) => turns.length <= 3)).toBe(true);
  });

  it("[LAB-CONV-5, LAB-CONV-6] are counted, with figures for each turn", async () => {
    const { step, conversations, experiment } = await conversationsOf(plan());
    const { begun, completed, early, running, turns } = conversations;
    expect(early).toEqual([]);
    expect(running).toBeLessThanOrEqual(2);
    expect(begun).toBe(completed + running);
    expect(turns.map(({ turn, andLater }) => [turn, andLater])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
    expect(turns.reduce((sum, { successes }) => sum + successes, 0)).toBe(step.successes);
    expect(turns[0]?.firstToken.count).toBe(turns[0]?.successes);
    // 57 words and the template's 7 tokens, then the answer of 5 with the space before it, and 8 more.
    expect(turns.map(({ promptTokens }) => promptTokens)).toEqual([64, 78, 92]);
    expect(turns.map(({ outputTokens }) => outputTokens)).toEqual([5, 5, 5]);
    expect(step.chat?.server?.prefixCacheHitRate).toBeGreaterThan(0.3);
    const { content } = exportOne(experiment, "html");
    expect(content).toContain("Turns of conversations");
    expect(content).toContain("conversations of 3 turns");
  });

  it("[LAB-CONV-4] end early if a turn fails, with the reason", async () => {
    fixture.chat.faults.push({ kind: "status", status: 400 }, { kind: "break" });
    const { conversations } = await conversationsOf(plan());
    expect(conversations.early.map(({ status, count }) => `${status} ${count}`).toSorted()).toEqual(
      ["INVALID_ARGUMENT 1", "UNAVAILABLE 1"],
    );
    expect(conversations.turns[0]?.failures).toBe(2);
    const { begun, completed, running } = conversations;
    expect(begun).toBe(completed + running + 2);
    // Nothing follows a turn that failed.
    expect(
      [...byConversation().values()].filter((turns) => turns.length === 1).length,
    ).toBeGreaterThanOrEqual(2);
  });

  it("[LAB-CONV-3] wait between turns, by a distribution of the seed", async () => {
    const think = { kind: "uniform", leastMs: 120, mostMs: 180 } as const;
    const load = clients({ levels: [1] });
    const { step } = await conversationsOf(plan({ think }, { load, requestsPerStep: 6 }));
    // Two conversations of three turns: four waits.
    expect(step.seconds).toBeGreaterThan(0.47);
  });

  it("[LAB-CONV-7] a client's requests keep its pace", async () => {
    const load = clients({ levels: [1], paceMs: 100 });
    const { step } = await conversationsOf(plan({}, { load, requestsPerStep: 6 }));
    expect(step.seconds).toBeGreaterThan(0.49);
  });

  it("[LAB-CONV-8] are those of a ShareGPT trace, with their system messages", async () => {
    using files = new TraceFiles();
    const prompts = {
      kind: "trace",
      path: files.write("sharegpt.json", SHAREGPT),
      format: "sharegpt",
      from: 0,
      until: null,
      read: null,
    } as const;
    const { conversations } = await conversationsOf(plan({ turns: null }, {}, { prompts }));
    expect(conversations.turns.map(({ turn }) => turn)).toEqual([1, 2]);
    const all = byConversation();
    expect(all.get("Be brief")?.[0]?.map(({ role }) => role)).toEqual(["system", "user"]);
    const [, asked] = [...all.entries()].find(([first]) => first.startsWith("Summarize")) ?? [];
    const two = asked?.find(({ length }) => length > 1);
    expect(two?.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(two?.[2]?.content).toBe("And now shorter, please");
  });

  it("[LAB-TRACE-18] are AIPerf's, with system prompts, images and lengths of answers", async () => {
    using files = new TraceFiles();
    const prompts = {
      kind: "trace",
      path: files.write("multi-turn.jsonl", AIPERF_MULTI_TURN),
      format: "aiperf",
      from: 0,
      until: null,
      read: null,
    } as const;
    const outputs = { kind: "fixed", tokens: 3 } as const;
    await conversationsOf(plan({ turns: null }, {}, { prompts, outputs }));
    const all = byConversation();
    expect(all.get("You are a helpful assistant.")?.[0]?.map(({ role }) => role)).toEqual([
      "system",
      "user",
    ]);
    const bodies = fixture.chat.bodies.filter(({ stream }) => stream);
    const contents = bodies.map(({ messages }) => JSON.stringify(messages?.at(-1)?.content));
    expect(contents.filter((each) => each?.includes("data:image/png;base64,AAAA"))).not.toEqual([]);
    expect(new Set(bodies.map(({ max_tokens: length }) => length))).toEqual(new Set([40, 3]));
  });

  it("[LAB-CONV-10, LAB-CONV-11] begin at a rate, with planned and achieved starts", async () => {
    const load: Load = { kind: "rate", rates: [5], arrivals: { kind: "constant" } };
    // Long enough for later turns on a busy machine.
    const open = { load, secondsPerStep: 4, requestsPerStep: null };
    const think = { kind: "fixed", ms: 30 } as const;
    const { step, conversations, experiment } = await conversationsOf(plan({ think }, open));
    expect(step.load).toEqual({ kind: "rate", value: 5, of: "conversations" });
    // On a busy machine one may be planned outside of the span.
    const planned = conversations.planned ?? 0;
    expect(Math.abs(planned - 20)).toBeLessThanOrEqual(1);
    expect(conversations).toMatchObject({ begun: planned, early: [] });
    expect(conversations.turns.map(({ turn }) => turn)).toEqual([1, 2, 3]);
    // Turns are requests of the span, too.
    expect(step.generator.sends).toBeGreaterThan(25);
    expect(step.generator.offeredRate).toBeCloseTo(step.generator.sends / step.seconds, 1);
    const { completed, running } = conversations;
    expect(completed + running).toBe(planned);
    const { content } = exportOne(experiment, "html");
    expect(content).toContain("5 conversations/s");
    expect(content).toContain("Planned starts");
    const whole = [...byConversation().values()].filter((turns) => turns.length === 3);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole[0]?.[2]?.slice(0, 3)).toEqual(whole[0]?.[1]);
    const { command } = await fixture.lab.requests["lab.command"]({ plan: experiment.plan }, never);
    expect(command).toContain("--request-rate-range=5");
    expect(command).toContain("--turn-think=30");
  });

  it("[LAB-CONV-11] don't begin at a rate while as many as planned are in progress", async () => {
    // Slow, since five rejected ones before the first response end the step: 1.6 s here.
    const load: Load = { kind: "rate", rates: [5], arrivals: { kind: "constant" } };
    const think = { kind: "fixed", ms: 600_000 } as const;
    const open = {
      load,
      secondsPerStep: 4,
      requestsPerStep: null,
      warmup: { kind: "fixed", seconds: 0 },
    } as const;
    const given = plan({ think, mostInProgress: 3 }, open);
    const { step, conversations } = await conversationsOf(given);
    expect(conversations).toMatchObject({ begun: 3, running: 3 });
    // On a busy machine one may be planned outside of the span.
    const planned = conversations.planned ?? 0;
    expect(planned).toBeGreaterThan(15);
    expect(step.failures).toEqual([
      {
        status: "ABORTED",
        message: "3 conversations were in progress already; it was not begun",
        count: (planned ?? 0) - 3,
      },
    ]);
    const { command } = await fixture.lab.requests["lab.command"]({ plan: given }, never);
    expect(command).toContain("--max-conversations=3");
  });

  it("[LAB-TRACE-16, LAB-CONV-10] are those of a trace's ids, at the recorded instants", async () => {
    using files = new TraceFiles();
    const entry = (timestamp: number, session: string, tokens: number) =>
      JSON.stringify({
        timestamp,
        input_length: tokens,
        output_length: 3,
        session_id: session,
      });
    const prompts = {
      kind: "trace",
      path: files.write(
        "sessions.jsonl",
        [entry(0, "b", 30), entry(500, "a", 40), entry(1500, "a", 20), entry(2500, "c", 10)].join(
          "\n",
        ),
      ),
      format: "mooncake",
      from: 0,
      until: null,
      read: null,
    } as const;
    const load: Load = { kind: "trace", speeds: [1] };
    const open = { load, requestsPerStep: null };
    const recorded = { turns: null, laterLengths: null, think: { kind: "recorded" } } as const;
    const { step, conversations, experiment } = await conversationsOf(
      plan(recorded, open, { prompts }),
    );
    expect(conversations).toMatchObject({ planned: 3, begun: 3, completed: 3, early: [] });
    expect(step.successes).toBe(4);
    expect(experiment.plan.traffic[0]?.inputs).toMatchObject({
      prompts: { read: { requests: 4, sessions: 3 } },
    });
    const second = fixture.chat.bodies.find(({ messages }) => messages?.length === 3);
    expect(second?.messages?.map(({ content }) => content.trim().split(" ").length)).toEqual([
      33, 3, 20,
    ]);
    // The second turn of a came 1 s after its first, as recorded, whatever the response took; on a busy machine the
    // first may arrive late.
    const [, a1, a2] = fixture.chat.engine.stamps.slice(-4).map(({ arrivedAt }) => arrivedAt);
    expect((a2 ?? 0) - (a1 ?? 0)).toBeGreaterThan(500);
  });

  it("[LAB-CONV-9] are in the command, and rejected in unsuitable plans", async () => {
    const { lab } = fixture;
    const think = { kind: "exponential", meanMs: 500 } as const;
    const given = plan(
      { turns: { kind: "geometric", mean: 4 }, think },
      { load: clients({ paceMs: 50 }) },
    );
    const { command } = await lab.requests["lab.command"]({ plan: given }, never);
    expect(command).toContain(
      "--turns=geometric:4 --turn-input-len=8 --turn-think=exponential:500",
    );
    expect(command).toContain("--pace=50");
    const start = (refused: ExperimentPlan) =>
      lab.requests["lab.start"]({ plan: refused, name: "" }, never);
    const mixed = plan({}, { load: { kind: "rate", rates: [5], arrivals: { kind: "poisson" } } });
    const alone = fixture.plan().traffic;
    await expect(start({ ...mixed, traffic: [...mixed.traffic, ...alone] })).rejects.toThrow(
      "traffic mixes conversations with requests alone",
    );
    await expect(start(plan({ think: { kind: "recorded" } }))).rejects.toThrow(
      "think is 'recorded', which needs a trace",
    );
    await expect(start(plan({}, {}, { endpoint: "completions" }))).rejects.toThrow(
      "which takes no messages",
    );
    await expect(start(plan({ mostInProgress: 8 }))).rejects.toThrow(
      "conversation.mostInProgress is 8, but load is 'concurrency', whose clients have one conversation each",
    );
    await expect(start(plan({ turns: null }))).rejects.toThrow("needs a trace of conversations");
    await expect(start(plan({ turns: { kind: "uniform", least: 3, most: 2 } }))).rejects.toThrow(
      "turns.least is 3, more than most, 2",
    );
  });
});
