import { StatusError } from "../../../base/status-error.ts";
import { MAX_CONVERSATIONS } from "../../contract/index.ts";
import { deriveSeed } from "../../wire/index.ts";
import { RequestPlan } from "../schedule/index.ts";
import { ClosedLoop } from "./closed-loop.ts";
import { DisturbanceProbe } from "./disturbance/probe.ts";
import { laneOpener } from "./lanes.ts";
import type { LoadObserver } from "./load.ts";
import type { LoadSpec, RunSpec } from "./messages.ts";
import { OpenLoop } from "./open-loop.ts";
import { Run, type RunListener } from "./run.ts";
import { Ticker } from "./ticker.ts";
import { encodeTraffic } from "./traffic-kind.ts";

const monotonic = () => performance.now();

/** Prepares a run; disposal closes what it opened. Throws INVALID_ARGUMENT if it is impossible. */
export async function prepareRun(
  spec: RunSpec,
  listener: RunListener,
): Promise<{ readonly run: Run } & Disposable> {
  checkSpec(spec);
  const traffic = await encodeTraffic(spec);
  const opener = await laneOpener(spec);
  const warmup = { requests: new RequestPlan(traffic.warmup, deriveSeed(spec.seed, 0)) };
  const span = { requests: new RequestPlan(traffic.span, deriveSeed(spec.seed, 1)) };
  const probe = probeFor(spec);
  const tools = (observer: LoadObserver) => ({ opener, observer, now: monotonic });
  const load = recordedLoad(spec.load, traffic.instants);
  const run = new Run({
    spec,
    open: load.kind !== "concurrency",
    distinctRequests: traffic.distinct,
    listener,
    now: monotonic,
    ...(probe && { probe }),
    load: (observer, run) =>
      load.kind === "concurrency"
        ? new ClosedLoop(
            traffic,
            load,
            { warmup: warmup.requests, span: span.requests },
            tools(observer),
          )
        : new OpenLoop(
            traffic,
            {
              load,
              plans: {
                warmup: { ...warmup, seed: deriveSeed(spec.seed, 2) },
                span: { ...span, seed: deriveSeed(spec.seed, 3) },
              },
            },
            {
              ...tools(observer),
              alarm: (call) => new Ticker(call),
              mostConversations: mostConversations(spec),
            },
            { requests: spec.requests, reached: (at) => run.endAt(at) },
          ),
  });
  return {
    run,
    [Symbol.dispose]: () => {
      probe?.[Symbol.dispose]();
      opener[Symbol.dispose]();
    },
  };
}

/** A plan has the same limit for all its kinds of requests. */
function mostConversations({ traffic }: RunSpec): number {
  const limits = traffic.flatMap(({ source }) =>
    source.kind === "chat" ? (source.conversation?.mostInProgress ?? []) : [],
  );
  return Math.min(MAX_CONVERSATIONS, ...limits);
}

/** INVALID_ARGUMENT for a trace without instants. */
function recordedLoad(
  load: LoadSpec,
  recorded: Float64Array | null,
): Exclude<LoadSpec, { kind: "trace" }> {
  if (load.kind !== "trace") return load;
  if (recorded === null) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "load is 'trace', but the requests come from no trace that records when they arrived.",
    );
  }
  const { speed, seconds } = load;
  return { kind: "instants", ms: recorded.map((ms) => ms / speed), seconds: seconds / speed };
}

function probeFor({ seconds, sameMachine, serverPid, target }: RunSpec): DisturbanceProbe | null {
  if (sameMachine === undefined) return null;
  const server = sameMachine ? { pid: serverPid ?? null, port: target.port } : null;
  return new DisturbanceProbe(seconds, server);
}

function checkSpec({ wire, traffic }: RunSpec): void {
  const decoupled = traffic.find((kind) => kind.decoupled);
  if (decoupled && wire !== "grpc-stream") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `wire is '${wire}', but model '${decoupled.model}' is decoupled; use 'grpc-stream'.`,
    );
  }
}
