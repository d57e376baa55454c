import { seededRandom } from "../../wire/index.ts";

export type ServiceTime =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly least: number; readonly most: number }
  | { readonly kind: "exponential"; readonly mean: number };

/** How the server handles requests, in ms. */
export interface Behaviour {
  readonly service: ServiceTime;
  /** Absent: it sleeps for the service time. `compute`: it computes on a separate thread, `parallelism` 1. */
  readonly work?: "compute";
  /** Concurrent requests; the rest queue in order. */
  readonly parallelism: number;
  /** With this many queued, further requests are rejected in Triton's words. */
  readonly queueLimit: number;
  /** Nothing starts and nothing is answered for `duration`, from `at` after the first request; ms. */
  readonly stall: { readonly at: number; readonly duration: number } | null;
  readonly seed: number;
}

/** Draws one service time after another, ms. */
export function serviceTimes({ service, seed }: Pick<Behaviour, "service" | "seed">): () => number {
  const random = seededRandom(seed);
  switch (service.kind) {
    case "fixed":
      return () => service.ms;
    case "uniform":
      return () => service.least + (service.most - service.least) * random();
    case "exponential":
      return () => -service.mean * Math.log(1 - random());
  }
}
