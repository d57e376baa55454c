import type { TrafficSkew } from "../contract/index.ts";
import type { Seen } from "./ports.ts";

/** Time over which shares are measured, ms. */
const SPAN_MS = 60_000;
/** Minimum number of requests per replica for a finding. */
const MIN_REQUESTS = 20;
/** A share is reported if it is this many times the even share, or this fraction of it. */
const FAR = 2;
/**
 * And if its square root differs by this many standard deviations of a Poisson count (Anscombe 1948): chance alone does
 * that to one of 200 replicas in less than one of a hundred minutes.
 */
const BEYOND_CHANCE = 4;

type NameOf = (replica: string) => string;

interface Interval {
  readonly t: number;
  readonly seconds: number;
  readonly requests: ReadonlyMap<string, number>;
}

/** Counts how many requests each replica answered in the last minute. */
export class Shares {
  readonly #intervals = new Map<string, Interval[]>();

  add(replica: string, { t, live, delta: { seconds, parts } }: Seen): void {
    if (!live || seconds === 0) return;
    const requests = new Map<string, number>();
    for (const part of parts)
      if (part.form === "rate" && part.figure === "requestsPerSecond" && part.model !== "")
        requests.set(part.model, part.growth);
    const kept = (this.#intervals.get(replica) ?? []).filter((each) => t - each.t < SPAN_MS);
    this.#intervals.set(replica, [...kept, { t, seconds, requests }]);
  }

  forget(replica: string): void {
    this.#intervals.delete(replica);
  }

  /**
   * The skew of all models together, then of each. `servedBy`: live replicas that serve each model; `findName`: their
   * display names.
   */
  skews(
    servedBy: ReadonlyMap<string, readonly string[]>,
    now: number,
    findName: NameOf,
  ): TrafficSkew[] {
    const everywhere = [...new Set([...servedBy.values()].flat())];
    return [
      this.#skew("", everywhere, now, findName),
      ...[...servedBy].map(([model, replicas]) => this.#skew(model, replicas, now, findName)),
    ];
  }

  #skew(model: string, replicas: readonly string[], now: number, findName: NameOf): TrafficSkew {
    const counted = replicas.map((replica) => {
      const requests = this.#count(replica, model, now);
      const seconds = this.#seconds(replica, now);
      return { replica, requests, perSecond: seconds === 0 ? 0 : requests / seconds };
    });
    const requests = counted.reduce((total, each) => total + each.requests, 0);
    const rate = counted.reduce((total, each) => total + each.perSecond, 0);
    const shares = counted.map(({ perSecond, ...each }) => ({
      ...each,
      share: rate === 0 ? 0 : perSecond / rate,
    }));
    const evenShare = replicas.length === 0 ? 0 : 1 / replicas.length;
    const seconds = Math.max(0, ...replicas.map((replica) => this.#seconds(replica, now)));
    return {
      model,
      seconds,
      requests: Math.round(requests),
      evenShare,
      shares,
      // A replica that was observed for less time than the others is not judged yet.
      finding: findSkew(
        {
          evenShare,
          requests,
          shares: shares.filter(({ replica }) => this.#seconds(replica, now) > seconds / 2),
        },
        findName,
      ),
    };
  }

  #count(replica: string, model: string, now: number): number {
    let count = 0;
    for (const { requests } of this.#recent(replica, now))
      for (const [name, each] of requests) if (model === "" || name === model) count += each;
    return count;
  }

  #seconds(replica: string, now: number): number {
    return this.#recent(replica, now).reduce((total, { seconds }) => total + seconds, 0);
  }

  #recent(replica: string, now: number): readonly Interval[] {
    return (this.#intervals.get(replica) ?? []).filter(({ t }) => now - t < SPAN_MS);
  }
}

function findSkew(
  { evenShare, requests, shares }: Pick<TrafficSkew, "evenShare" | "requests" | "shares">,
  findName: NameOf,
): string | null {
  if (shares.length < 2 || requests < MIN_REQUESTS * shares.length) return null;
  const sorted = shares.toSorted((a, b) => b.share - a.share);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (!most || !least) return null;
  const even = requests * evenShare;
  const chance = ({ share }: { share: number }) =>
    Math.abs(2 * (Math.sqrt(share * requests) - Math.sqrt(even))) < BEYOND_CHANCE;
  const high = most.share >= evenShare * FAR && !chance(most);
  const low = least.share <= evenShare / FAR && !chance(least);
  if (!high && !low) return null;
  const idle = shares.filter(({ requests: n }) => n === 0).length;
  const far = high
    ? `${findName(most.replica)} answers ${percent(most.share)} of the requests`
    : `${findName(least.replica)} answers ${percent(least.share)} of the requests`;
  const none =
    idle === 0 ? "" : idle === 1 ? " One replica gets none." : ` ${idle} replicas get none.`;
  return `${far}, where an even share is ${percent(evenShare)}.${none} ${HELP}`;
}

/**
 * grpc-js and others: pick_first by default; round_robin by service config (grpc/grpc-node, packages/grpc-js).
 * `--grpc-max-connection-age`, ms: triton-inference-server/server, src/command_line_parser.cc.
 */
const HELP =
  "A likely cause, which these figures do not prove: clients that keep a connection open, over gRPC or HTTP, stay " +
  "with the replica that it leads to. If so, let clients balance themselves (over gRPC a headless Service with dns:/// " +
  "and round_robin), put a proxy that balances single requests between, or let the servers end old connections " +
  "(Triton, for gRPC: --grpc-max-connection-age).";

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
