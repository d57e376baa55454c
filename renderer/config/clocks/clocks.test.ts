import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config/index.ts";
import { type Arrival, computeClocks } from "./clocks.ts";
import { describeClocks } from "./clock-text.ts";

const patient: Arrival = { deadline: null, timeout: null };

function read(batching: string, arrival: Arrival = patient, level?: string) {
  const { config } = parseConfig(`max_batch_size: 8 ${batching}`);
  const clocks = computeClocks(config, arrival);
  const queue = clocks.queues.find((each) => each.level === level) ?? clocks.queues[0];
  const words = describeClocks(config, arrival, queue);
  return {
    clocks,
    words: words.flatMap(({ sentences }) => sentences).join(" "),
    warnings: words.flatMap(({ warnings }) => warnings).join(" "),
  };
}

const policy = (inner: string, delay = 2000) =>
  `dynamic_batching { max_queue_delay_microseconds: ${delay} default_queue_policy { ${inner} } }`;

test("without dynamic batching there is neither batch nor queue policy", () => {
  const { clocks, words } = read("");
  expect(clocks).toEqual({ delay: null, queues: [], deadline: null });
  expect(words).toContain("Without dynamic_batching no batch forms");
  expect(words).toContain("Only the client’s deadline ends the wait.");
});

test("the batching delay limits how long requests are held and never rejects (SCHED-B6)", () => {
  expect(read(policy("")).words).toContain(
    "when it has 8 items, or at the latest 2 ms after its oldest request arrived",
  );
  expect(read(policy("")).words).toContain("max_queue_delay_microseconds never rejects a request.");
  expect(read(policy("", 0)).words).toContain("a free instance takes the queued requests at once");
});

test("without a queue timeout a request waits until its client's deadline", () => {
  expect(read(policy("")).words).toContain(
    "No queue timeout: only its client’s deadline ends a queued request.",
  );
});

test("REJECT times out, DELAY moves behind and never expires (SCHED-Q2)", () => {
  expect(read(policy("default_timeout_microseconds: 5000")).words).toContain(
    "Still queued after 5 ms, it times out",
  );
  const late = read(policy("timeout_action: DELAY default_timeout_microseconds: 5000"));
  expect(late.words).toContain("moves behind those that are not late and never expires again");
  expect(late.warnings).toContain("may wait forever");
});

test("a full queue rejects at once (SCHED-Q1), and nothing expires once handed over", () => {
  const { words } = read(policy("max_queue_size: 4"));
  expect(words).toContain("If 4 requests of its level are queued already, it is rejected at once.");
  expect(words).toContain("Once its batch is handed to an instance nothing expires");
});

test("an override can only shorten, and does nothing where the default is 0 (SCHED-Q2)", () => {
  const own: Arrival = { deadline: null, timeout: 1000 };
  const allowed = "allow_timeout_override: true";
  const usual = "default_timeout_microseconds: 5000";
  expect(read(policy(`${usual} ${allowed}`), own)).toMatchObject({
    clocks: { queues: [{ timeout: 1000 }] },
  });
  expect(read(policy(`${usual} ${allowed}`), { ...own, timeout: 9000 })).toMatchObject({
    clocks: { queues: [{ timeout: 5000 }] },
    words: expect.stringContaining("it can only shorten the 5 ms") as string,
  });
  expect(read(policy(allowed), own)).toMatchObject({
    clocks: { queues: [{ timeout: 0 }] },
    words: expect.stringContaining("allow_timeout_override has no effect here") as string,
  });
  expect(read(policy(usual), own)).toMatchObject({
    clocks: { queues: [{ timeout: 5000 }] },
    words: expect.stringContaining("ignored: allow_timeout_override is not on") as string,
  });
});

test("a timeout shorter than the delay times out a lone request before its batch is sent", () => {
  const shorter = read(policy("default_timeout_microseconds: 1000"));
  expect(shorter.warnings).toContain("times out after 1 ms, before its batch is sent");
  expect(read(policy("default_timeout_microseconds: 2001")).warnings).toBe("");
});

test("the client's deadline is weighed against the other two", () => {
  const usual = policy("default_timeout_microseconds: 500000");
  expect(read(usual, { deadline: 100_000, timeout: null }).warnings).toContain(
    "gives up before the queue timeout of 500 ms",
  );
  expect(read(usual, { deadline: 1_000_000, timeout: null }).words).toContain(
    "it has 500 ms left for its computation",
  );
  expect(read(usual, { deadline: 1000, timeout: null }).warnings).toContain(
    "gives up before a batch must be sent",
  );
});

test("each priority level has a clock of its own", () => {
  const text =
    "dynamic_batching { priority_levels: 2 default_priority_level: 2 default_queue_policy { default_timeout_microseconds: 7000 } priority_queue_policy { key: 1 value { default_timeout_microseconds: 3000 } } }";
  const { clocks } = read(text);
  expect(clocks.queues.map(({ level, timeout }) => [level, timeout])).toEqual([
    ["1", 3000],
    ["2", 7000],
  ]);
  expect(read(text, patient, "2").words).toContain("after 7 ms");
});
