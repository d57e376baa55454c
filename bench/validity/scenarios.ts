import type { Load, Wire } from "../../main/contract/index.ts";
import type { Behaviour } from "../../main/lab/reference-server/behaviour.ts";

/** A load on the reference server; its latencies on a quiet machine are known and reproducible. */
export interface Scenario {
  readonly wire: Wire;
  readonly load: Load;
  readonly behaviour: Behaviour;
}

const clients = (level: number): Load => ({ kind: "concurrency", levels: [level], thinkMs: 0 });
const poisson = (rate: number): Load => ({
  kind: "rate",
  rates: [rate],
  arrivals: { kind: "poisson" },
});

/** One FIFO queue before a server that computes for `ms`. */
const computing = (ms: number): Behaviour => ({
  work: "compute",
  service: { kind: "fixed", ms },
  parallelism: 1,
  queueLimit: 1e6,
  stall: null,
  seed: 7,
});

/** Answers each request after `ms` without computing. */
const sleeping = (ms: number): Behaviour => ({
  service: { kind: "fixed", ms },
  parallelism: 1000,
  queueLimit: 1e6,
  stall: null,
  seed: 7,
});

export const scenarios: Readonly<Record<string, Scenario>> = {
  "1 client, 4 ms": { wire: "http", load: clients(1), behaviour: computing(4) },
  "8 clients, 4 ms": { wire: "grpc", load: clients(8), behaviour: computing(4) },
  "32 clients, 2 ms": { wire: "http", load: clients(32), behaviour: computing(2) },
  "160/s, 4 ms": { wire: "grpc", load: poisson(160), behaviour: computing(4) },
  "200/s, 2 ms": { wire: "http", load: poisson(200), behaviour: computing(2) },
  "8 clients, asleep 20 ms": { wire: "http", load: clients(8), behaviour: sleeping(20) },
  "200/s, asleep 10 ms": { wire: "grpc", load: poisson(200), behaviour: sleeping(10) },
};
