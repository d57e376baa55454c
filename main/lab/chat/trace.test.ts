import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Load, RequestTrace } from "../../contract/index.ts";
import {
  MOONCAKE,
  SHAREGPT,
  TraceFiles,
} from "../../wire/inputs/chat/traces/testing/trace-files.ts";
import { exportOne } from "../testing/export-one.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";
import { never } from "../testing/lab-fixture.ts";

let fixture: ChatFixture;
let files: TraceFiles;
beforeEach(async () => {
  files = new TraceFiles();
  fixture = await createChatFixture({ prefillMs: 5, decodeMs: 2 });
});
afterEach(async () => {
  files[Symbol.dispose]();
  await fixture[Symbol.asyncDispose]();
});

const WARM = { kind: "fixed", seconds: 0.3 } as const;

function tracePlan(trace: Partial<RequestTrace>, load: Load = { kind: "trace", speeds: [1] }) {
  const prompts = {
    kind: "trace",
    path: files.write("trace.jsonl", MOONCAKE),
    format: "mooncake",
    from: 0,
    until: null,
    read: null,
    ...trace,
  } as const;
  return fixture.plan({ load, warmup: { kind: "fixed", seconds: 0 } }, { prompts });
}

const streamed = () => fixture.chat.bodies.filter(({ stream }) => stream);

describe("a trace replayed on a chat server", () => {
  it("[LAB-TRACE-11, LAB-SCHEDULE-10] sends each request once, at its instant, with its lengths", async () => {
    const { steps, plan, state } = await fixture.run(tracePlan({}));
    expect(state).toBe("done");
    const [step] = steps;
    expect(step).toMatchObject({ successes: 4, failures: [], load: { kind: "rate" } });
    expect(step?.seconds).toBeCloseTo(0.4);
    expect(step?.chat).toMatchObject({ promptTokens: 3420, outputTokens: 14 });
    expect(streamed().map(({ max_tokens }) => max_tokens)).toEqual([5, 3, 4, 2]);
    const arrived = fixture.chat.engine.stamps
      .slice(-4)
      .map(({ arrivedAt }) => performance.timeOrigin + arrivedAt - (step?.startedAt ?? 0));
    // A busy machine may be late, and never early; clocks of processes differ by a few ms.
    for (const [i, due] of [0, 100, 300, 300].entries()) {
      expect(arrived[i]).toBeGreaterThan(due - 20);
    }
    expect(step?.generator.sends).toBe(4);
    expect(step?.generator.lagP99Ms).not.toBeNull();
    const { inputs } = plan.traffic[0] ?? {};
    expect(inputs).toMatchObject({ prompts: { read: { requests: 4, seconds: 0.4 } } });
  });

  it("[LAB-TRACE-6] hits the prefix cache like the recorded requests, without hits from the warm-up", async () => {
    const plan = { ...tracePlan({}), warmup: WARM };
    const [step] = (await fixture.run(plan)).steps;
    expect(step?.verdict.reasons.map(({ id }) => id)).not.toContain("V13");
    expect(step?.warmup.seconds).toBeGreaterThan(0);
    expect(step?.chat?.server?.prefixCacheHitRate).toBeGreaterThan(0.2);
    expect(step?.chat?.server?.prefixCacheHitRate).toBeLessThan(0.7);
  });

  it("[LAB-TRACE-9, LAB-TRACE-12] replays a part of it, faster and slower, a step for each speed", async () => {
    const load: Load = { kind: "trace", speeds: [0.5, 2] };
    const { steps, plan } = await fixture.run(tracePlan({ from: 0.1, until: 0.4 }, load));
    expect(steps.map(({ seconds }) => Number(seconds.toFixed(3)))).toEqual([0.6, 0.15]);
    expect(steps.map(({ successes }) => successes)).toEqual([3, 3]);
    expect(steps.map(({ load: { value } }) => Math.round(value * 100) / 100)).toEqual([5, 20]);
    const [a, b] = [streamed().slice(0, 3), streamed().slice(3)];
    expect(a.map(({ messages }) => messages?.[0]?.content)).not.toEqual(
      b.map(({ messages }) => messages?.[0]?.content),
    );
    const preview = await fixture.lab.requests["lab.preview"]({ plan }, never);
    expect(preview).toMatchObject({ requests: 6, measurements: 2 });
  });

  it("[LAB-TRACE-13] names the trace and its changes in report and command", async () => {
    const load: Load = { kind: "trace", speeds: [2] };
    const experiment = await fixture.run(tracePlan({ from: 0.1, until: 0.4 }, load));
    const { content } = exportOne(experiment, "html");
    expect(content).toMatch(
      /Mooncake trace trace\.jsonl \(SHA-256 [0-9a-f]{12}…\), 0\.1 s to 0\.4 s of it, 3 requests/,
    );
    expect(content).toContain("at 2 times the recorded speed");
    const { command } = await fixture.lab.requests["lab.command"]({ plan: experiment.plan }, never);
    expect(command).toMatch(
      /--trace=\S+trace\.jsonl --trace-format=mooncake --trace-span=0\.1:0\.4 --trace-sha256=[0-9a-f]{64} .*--speed=2 /,
    );
  });

  it("[LAB-TRACE-8] is rejected when the file changes between plan and run", async () => {
    const { plan } = await fixture.run(tracePlan({}));
    files.write("trace.jsonl", `${MOONCAKE}\n${MOONCAKE}`);
    await expect(fixture.lab.requests["lab.start"]({ plan, name: "" }, never)).rejects.toThrow(
      "has changed since the plan was made",
    );
  });

  it("[LAB-TRACE-14] takes lengths of a trace at another load, and conversations only so", async () => {
    const path = files.write("sharegpt.json", SHAREGPT);
    const rate: Load = { kind: "rate", rates: [20], arrivals: { kind: "constant" } };
    const [step] = (await fixture.run(tracePlan({ path, format: "sharegpt" }, rate))).steps;
    expect(step?.successes).toBe(20);
    expect(streamed()[0]?.messages?.at(-1)?.content).toContain("Jeff Walker");
    const start = (plan: ReturnType<typeof tracePlan>) =>
      fixture.lab.requests["lab.start"]({ plan, name: "" }, never);
    await expect(start(tracePlan({ path, format: "sharegpt" }))).rejects.toThrow(
      "does not record when requests arrived; use a rate or clients",
    );
    await expect(start(fixture.plan({ load: { kind: "trace", speeds: [1] } }))).rejects.toThrow(
      "needs one kind of requests, with prompts from a trace",
    );
    await expect(start(tracePlan({ from: 2, until: 1 }))).rejects.toThrow(
      "until is 1; it must be after from, 2",
    );
  });

  it("[LAB-TRACE-10] is summarised before it is run", async () => {
    const path = files.write("trace.jsonl", MOONCAKE);
    const summary = await fixture.lab.requests["lab.requestTrace"](
      { path, format: null, from: 0, until: 0.2 },
      never,
    );
    expect(summary).toMatchObject({ format: "mooncake", requests: 4, part: { requests: 2 } });
  });
});
