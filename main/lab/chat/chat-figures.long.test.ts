import { expect, it } from "vitest";
import type { Load } from "../../contract/index.ts";
import { createChatFixture } from "../testing/chat-fixture.ts";

/** Slow enough that a shared machine's delay of a token is relatively small. */
const TIMES = { prefillMs: 300, decodeMs: 60 };
const NEAR = 0.1;

/** A wrongly computed figure is wrong every time; one disturbed by a shared machine is not. */
const TRIED = { retry: 3 };

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const LOADS: readonly [string, Load][] = [
  ["clients", { kind: "concurrency", levels: [8], thinkMs: 0 }],
  ["rate", { kind: "rate", rates: [10], arrivals: { kind: "constant" } }],
];

it.each(LOADS)(
  "[LAB-CHAT-10, LAB-CHAT-11, LAB-CHAT-12] first tokens and the time between tokens are the server's own, by %s",
  TRIED,
  async (_, load) => {
    await using fixture = await createChatFixture(TIMES);
    const plan = fixture.plan({ load, secondsPerStep: 4, warmup: { kind: "fixed", seconds: 0 } });
    const [step] = (await fixture.run(plan)).steps;
    const { stamps } = fixture.chat.engine;
    const whole = stamps.filter(({ tokensAt }) => tokensAt.length === 5);
    const first = median(whole.map(({ arrivedAt, tokensAt }) => (tokensAt[0] ?? 0) - arrivedAt));
    const gaps = whole.flatMap(({ tokensAt }) =>
      tokensAt.slice(1).map((at, i) => at - (tokensAt[i] ?? at)),
    );
    expect(step?.chat?.firstTokenFromSend.p50?.value).toBeGreaterThan(first * (1 - NEAR));
    expect(step?.chat?.firstTokenFromSend.p50?.value).toBeLessThan(first * (1 + NEAR));
    expect(step?.chat?.betweenTokens.p50?.value).toBeGreaterThan(median(gaps) * (1 - NEAR));
    expect(step?.chat?.betweenTokens.p50?.value).toBeLessThan(median(gaps) * (1 + NEAR));
  },
);

it(
  "[LAB-CHAT-10] shows a queue in the first token, and a full batch in the rate",
  TRIED,
  async () => {
    await using fixture = await createChatFixture({ ...TIMES, mostRunning: 2 });
    const load: Load = { kind: "concurrency", levels: [4], thinkMs: 0 };
    const plan = fixture.plan({ load, secondsPerStep: 5, warmup: { kind: "fixed", seconds: 1 } });
    const [step] = (await fixture.run(plan)).steps;
    // Two wait for the complete response of two others, 300 + 4 × 60 ms, before their own prefill.
    expect(step?.chat?.firstToken.p50?.value).toBeGreaterThan(700);
    expect(step?.chat?.betweenTokens.p50?.value).toBeLessThan(120);
  },
);
