import type { CanaryPlan } from "../../contract/index.ts";
import { seededRandom } from "../../wire/index.ts";

export type Which = "a" | "b";

/** What one server gets: a number of requests, and the gap after each, µs. */
export interface Stream {
  readonly which: Which;
  /** Index among the side's servers. */
  readonly server: number;
  readonly requests: number;
  readonly micros: readonly number[];
}

/**
 * One schedule of Poisson arrivals for both sides, determined by the seed: each request goes to B with the probability of
 * its share, and within a side to its servers in turn. Servers without requests are left out.
 */
export function scheduleStreams(
  { seconds, requestsPerSecond, share, seed }: CanaryPlan,
  servers: Readonly<Record<Which, number>>,
): Stream[] {
  const random = seededRandom(seed);
  const instants = new Map<string, { which: Which; server: number; at: number[] }>();
  const turns = { a: 0, b: 0 };
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) * 1e6) / requestsPerSecond;
    if (at >= seconds * 1e6) break;
    const which = random() < share ? "b" : "a";
    const server = turns[which]++ % servers[which];
    const stream = instants.get(`${which}${server}`) ?? { which, server, at: [] };
    instants.set(`${which}${server}`, stream);
    stream.at.push(at);
  }
  return [...instants.values()].map(({ which, server, at: all }) => ({
    which,
    server,
    requests: all.length,
    micros: all.map((at, index) => Math.round((all[index + 1] ?? seconds * 1e6) - at)),
  }));
}
