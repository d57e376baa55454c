import { describe, expect, it } from "vitest";
import type { ModelStatistics } from "../../../engine/types.ts";
import { statistics } from "../../telemetry/testing/answers.ts";
import { learnKnown } from "./known.ts";

const part = (count: number) => ({ count, ns: count * 1e6 });

/** Executions of single requests, 1 ms each in input, inference and output. */
function after(executions: number): ModelStatistics[] {
  const each = part(executions);
  return [
    {
      ...statistics("m", executions),
      batch_stats: [
        { batch_size: 1, compute_input: each, compute_infer: each, compute_output: each },
      ],
    },
  ];
}

/** The loads sent, s, and the samples learned; `perSecond` executions are reported. */
async function learn(perSecond: number, first = 0) {
  const loads: number[] = [];
  let now = after(first);
  const known = learnKnown({
    statistics: () => Promise.resolve(now),
    load: (seconds) => {
      loads.push(seconds);
      now = after(first + perSecond * loads.reduce((sum, each) => sum + each, 0));
      return Promise.resolve();
    },
    instances: 2,
    seconds: 5,
  });
  return { loads, known: await known.catch((error: Error) => error.message) };
}

describe("[TUNE-12] knowledge before a search", () => {
  it("comes from the server's statistics, without a load if they suffice", async () => {
    const { loads, known } = await learn(10, 20);
    expect(loads).toEqual([]);
    expect(known).toMatchObject({ known: [{ size: 1, count: 20, ns: 3e6, busy: 1.5 }] });
  });

  it("comes from a load, and then a longer one, if they don't suffice", async () => {
    expect((await learn(4)).loads).toEqual([5]);
    expect((await learn(1)).loads).toEqual([5, 15]);
  });

  it("fails with one sentence if nothing can be learned", async () => {
    const { loads, known } = await learn(0.1);
    expect(loads).toEqual([5, 15]);
    expect(known).toBe(
      "Not enough executions to learn from after 20 s of load: at least 20 of one batch size are needed. Raise the load.",
    );
  });

  it("names a server that doesn't report batches", async () => {
    const silent = { ...statistics("m", 20_000), batch_stats: [] };
    await expect(
      learnKnown({
        statistics: () => Promise.resolve([silent]),
        load: () => Promise.resolve(),
        instances: 1,
        seconds: 5,
      }),
    ).rejects.toThrow("The server doesn't report the times of this model's batches (batch_stats)");
  });
});
