import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { pause, timeLimit } from "../../base/wait.ts";
import type { Experiment, LaunchFailure, LaunchPlan } from "../contract/index.ts";
import type { Lab } from "../lab/index.ts";
import {
  type Connection,
  plainConnection,
  type ServerAdapter,
  type ServerDirectory,
} from "../servers/index.ts";
import type { ServedCandidate } from "./site.ts";

export interface MeasureParts {
  readonly lab: Pick<Lab, "runner" | "turn">;
  readonly servers: ServerDirectory;
  /** Opens a server that is not listed. */
  readonly open: (
    id: string,
    connection: Connection,
    caveat: string | null,
  ) => ServerAdapter & Disposable;
  readonly attach: (server: ServerAdapter) => Disposable;
  readonly clock: Clock;
}

export interface Measured {
  readonly id: number;
  /** Null: complete. */
  readonly failure: LaunchFailure | null;
}

/** Servers of candidates have one name, so that the comparison doesn't take them for different servers. */
const SERVER_NAME = "Launched server";
const LIVE_LIMIT_MS = 60_000;
const PAUSE_MS = 200;

/** Runs the plan's load on a candidate that is ready, as an experiment of the lab. `onStarted`: with its id. */
export async function measureCandidate(
  { lab, servers, open, attach, clock }: MeasureParts,
  {
    plan,
    served,
    seed,
    label,
    serverId,
    onStarted,
  }: {
    readonly plan: LaunchPlan;
    readonly served: ServedCandidate;
    readonly seed: number;
    readonly label: string;
    /** For a server of its own. */
    readonly serverId: string;
    readonly onStarted: (id: number) => void;
  },
  signal: AbortSignal,
): Promise<Measured> {
  using owned = new DisposableStack();
  const { at } = served;
  let server: ServerAdapter;
  if ("serverId" in at) server = servers.get(at.serverId);
  else {
    const connection = plainConnection({ grpc: "", http: at.address, metrics: "" }, plan.product);
    const opened = owned.use(open(serverId, { ...connection, name: SERVER_NAME }, at.caveat));
    owned.use(attach(opened));
    server = opened;
  }
  const both = AbortSignal.any([signal, served.gone]);
  await untilLive(server, clock, both);
  const experiment = { ...plan.experiment, serverId: server.id, seed };
  const id = await startWhenFree(lab, experiment, label, both);
  onStarted(id);
  const cancel = () => void lab.runner.cancel(id).catch(() => {});
  both.addEventListener("abort", cancel, { once: true });
  owned.defer(() => both.removeEventListener("abort", cancel));
  if (both.aborted) cancel();
  const finished = await lab.runner.finished(id);
  signal.throwIfAborted();
  return { id, failure: (await served.check()) ?? experimentFailure(finished) };
}

async function untilLive(server: ServerAdapter, clock: Clock, signal: AbortSignal): Promise<void> {
  const words = () => server.status.reason ?? "It did not answer.";
  using limit = timeLimit(clock, LIVE_LIMIT_MS, () => new StatusError("UNAVAILABLE", words()));
  const both = AbortSignal.any([signal, limit]);
  while (server.status.state !== "live") {
    if (server.status.state === "failed") throw new StatusError("UNAVAILABLE", words());
    if ("askNow" in server && typeof server.askNow === "function") server.askNow();
    await pause(clock, PAUSE_MS, both);
  }
}

/** Another measurement goes first. */
async function startWhenFree(
  { runner, turn }: MeasureParts["lab"],
  plan: LaunchPlan["experiment"],
  label: string,
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    await untilFree(turn, signal);
    try {
      return await runner.start(plan, label);
    } catch (error) {
      if (turn.holder === null) throw error;
    }
  }
}

async function untilFree(turn: Lab["turn"], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (turn.holder === null) return;
  using owned = new DisposableStack();
  await new Promise<void>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    owned.defer(() => signal.removeEventListener("abort", stop));
    owned.use(turn.onChanged((holder) => holder === null && resolve()));
  });
}

function experimentFailure({ id, state, reason, steps }: Experiment): LaunchFailure | null {
  if (state === "done" && steps.some(({ complete }) => complete)) return null;
  const words = reason ?? "No step is complete.";
  return { kind: "measurement", reason: `Experiment ${id} is ${state}: ${words}` };
}
