import type { Load } from "../../../main/contract/index.ts";

interface LoadKind {
  readonly value: Load["kind"];
  readonly label: string;
  /** What it is and when to use it. */
  readonly about: string;
  /** Its initial load. */
  readonly first: Load;
}

/** The shapes of load, the simplest first. */
export const loadKinds: readonly LoadKind[] = [
  {
    value: "concurrency",
    label: "Clients",
    about:
      "Closed loop: N clients; each waits for a response before sending the next. Shows the server's maximum throughput. A slow server gets fewer requests, which hides queues that real callers would see.",
    first: { kind: "concurrency", levels: [1, 8, 32], thinkMs: 0 },
  },
  {
    value: "rate",
    label: "Rate",
    about:
      "Open loop: requests are sent on a fixed schedule, whether or not the server keeps up, and latency counts from the scheduled time. Shows what callers see at a given rate.",
    first: { kind: "rate", rates: [50, 100, 200], arrivals: { kind: "poisson" } },
  },
  {
    value: "profile",
    label: "Profile",
    about: "Open loop: a rate that changes over time, in ramps and steps, as one measurement.",
    first: {
      kind: "profile",
      parts: [
        { seconds: 5, from: 10, to: 100 },
        { seconds: 10, from: 100, to: 100 },
        { seconds: 5, from: 100, to: 10 },
      ],
      arrivals: { kind: "poisson" },
    },
  },
  {
    value: "bursts",
    label: "Bursts",
    about: "Open loop: bursts of requests at a fixed interval. Shows how fast a queue drains.",
    first: { kind: "bursts", size: 32, everyMs: 1000 },
  },
  {
    value: "trace",
    label: "Trace",
    about:
      "Open loop: requests are sent at the instants that the trace records, whether or not the server keeps up.",
    first: { kind: "trace", speeds: [1] },
  },
  {
    value: "intervals",
    label: "Recorded",
    about: "Open loop: recorded gaps between requests, repeated.",
    first: { kind: "intervals", micros: [10_000] },
  },
];
