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

/** The generator draws the instants of the measured span with this seed of the run's. */
const SPAN_SEED = 3;
/** Requests at the beginning of a closed loop, for each client, that still see it fill. */
const FILLING = 2;

/**
 * What requests would have taken in this run if the server had never waited for a CPU, without what the way to it takes:
 * its own CPU times, queued first in, first out behind the instants of the plan.
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

/** CPU times and the least that the server's own hand-over added to one; of a server that sleeps, its service time. */
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

/** Places of the server that get free, earliest first. */
class Places {
  readonly #freeAt: number[];

  constructor(count: number) {
    this.#freeAt = Array.from({ length: count }, () => 0);
  }

  /** When a request that arrives at `at` is served. */
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

/** Each client sends again once its request is answered. */
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
