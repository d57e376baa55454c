import { type OpenLoad, scheduleInstants } from "../../main/lab/schedule/index.ts";
import type { Stamp } from "../../main/lab/reference-server/reference-server.ts";
import { deriveSeed } from "../../main/wire/index.ts";
import { quantile } from "../statistics/quantiles.ts";
import type { Scenario } from "./scenarios.ts";

/** Latencies in ms. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

/** Seed of the measured span's arrivals, derived from the run's. */
const SPAN_SEED = 3;
/** Number of first requests of each closed-loop client, while the loop fills up. */
const FILLING = 2;

/**
 * Latencies that this run would have had if the server had never waited for a CPU, without the time to reach it: its own CPU
 * times in a FIFO queue with the plan's arrivals.
 */
export function undisturbed(
  { load, behaviour }: Scenario,
  stamps: readonly Stamp[],
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Latencies {
  const services = serviceTimes(behaviour, stamps);
  const latencies =
    load.kind === "concurrency"
      ? ofClosedLoop(load.levels[0] as number, services, behaviour.parallelism)
      : ofInstants(
          instants(openLoad(load), deriveSeed(seed, SPAN_SEED), seconds),
          services,
          behaviour.parallelism,
        );
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

/** CPU times plus the minimum of the server's own hand-over; for a server that sleeps, its service time. */
function serviceTimes({ service }: Scenario["behaviour"], stamps: readonly Stamp[]): number[] {
  const computed = stamps.flatMap(({ work }) =>
    work && work.cpuMs !== null ? [{ ms: work.ms, cpuMs: work.cpuMs }] : [],
  );
  if (computed.length > 0) {
    const handOver = quantile(
      computed.map(({ ms, cpuMs }) => ms - cpuMs),
      0.1,
    );
    return computed.map(({ cpuMs }) => cpuMs + handOver);
  }
  if (service.kind !== "fixed") throw new Error("the service time of a scenario is fixed");
  return stamps.map(() => service.ms);
}

function openLoad(load: Scenario["load"]): OpenLoad {
  if (load.kind !== "rate") throw new Error("a scenario has clients or a rate");
  return { kind: "rate", rate: load.rates[0] as number, arrivals: load.arrivals };
}

function instants(load: OpenLoad, seed: number, seconds: number): number[] {
  const schedule = scheduleInstants(load, seed);
  const all: number[] = [];
  for (; schedule.next < seconds * 1000; schedule.advance()) all.push(schedule.next);
  return all;
}

/** The server's slots; the one that becomes free first is used next. */
class Places {
  readonly #freeAt: number[];

  constructor(count: number) {
    this.#freeAt = Array.from({ length: count }, () => 0);
  }

  /** Completion time of a request that arrives at `at`. */
  serve(at: number, service: number): number {
    const place = this.#freeAt.indexOf(Math.min(...this.#freeAt));
    const done = Math.max(at, this.#freeAt[place] as number) + service;
    this.#freeAt[place] = done;
    return done;
  }
}

function ofInstants(
  arrivals: readonly number[],
  services: readonly number[],
  places: number,
): number[] {
  const server = new Places(Math.min(places, arrivals.length));
  return arrivals.map((at, i) => server.serve(at, services[i % services.length] as number) - at);
}

/** Each client sends its next request after a response. */
function ofClosedLoop(clients: number, services: readonly number[], places: number): number[] {
  const server = new Places(Math.min(places, clients));
  const sendAt = Array.from({ length: clients }, () => 0);
  const latencies = services.map((service) => {
    const at = Math.min(...sendAt);
    const done = server.serve(at, service);
    sendAt[sendAt.indexOf(at)] = done;
    return done - at;
  });
  return latencies.slice(FILLING * clients);
}
