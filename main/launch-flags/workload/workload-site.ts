import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { pause, timeLimit } from "../../../base/wait.ts";
import { untilHealthy } from "../readiness.ts";
import { LaunchError, type LaunchSite, notReady, type ServedCandidate } from "../site.ts";
import { describePending, failedPod } from "./pod-failure.ts";
import {
  appliedSettings,
  type ContainerSettings,
  deleteStuckPods,
  describePlace,
  hasSettings,
  type HeldFlags,
  isKserves,
  isRunning,
  originalSettings,
  settingsPatch,
} from "./restore.ts";
import type { FlagWorkloads, WorkloadContainer, WorkloadPod } from "./source.ts";

const LOOK_MS = 1000;

export interface WorkloadSiteParts {
  readonly source: FlagWorkloads;
  /** With every list that will be applied. */
  readonly held: HeldFlags;
  /** The container's settings of the base and each candidate. */
  readonly settings: readonly ContainerSettings[];
  /** A connected server that its pods are reached through; null: one of them, by a port-forward. */
  readonly serverId: string | null;
  readonly readySeconds: number;
  readonly clock: Clock;
  /** Stores what is about to be replaced; called before each patch. */
  readonly onReplace: () => void;
}

/** Starts each candidate by a patch of a workload, and watches its rollout. The base is measured as it serves. */
export class WorkloadSite implements LaunchSite {
  readonly #parts: WorkloadSiteParts;

  constructor(parts: WorkloadSiteParts) {
    this.#parts = parts;
  }

  async serve(index: number, signal: AbortSignal): Promise<ServedCandidate> {
    const { source, held, settings, serverId, readySeconds, clock, onReplace } = this.#parts;
    const own = settings[index] ?? originalSettings(held);
    const startedAt = clock.monotonic();
    let state = "";
    using limit = timeLimit(clock, readySeconds * 1000, () => new Error("limit"));
    const both = AbortSignal.any([signal, limit]);
    try {
      const container = await this.#requireKnown(index, both);
      if (index > 0) {
        onReplace();
        // Not aborted: what the API server does with a request that is cut is not known.
        const whole = new AbortController().signal;
        await source.patch(held, settingsPatch(container, held.field, own), whole);
        await deleteStuckPods(source, held, own, both);
      }
      const pod = await this.#untilReady(own, both, (now) => {
        state = now;
      });
      await using opened = new AsyncDisposableStack();
      const at = serverId === null ? await this.#forward(pod, opened, both) : { serverId };
      const owned = opened.move();
      return {
        at,
        readySeconds: index === 0 ? null : (clock.monotonic() - startedAt) / 1000,
        gone: new AbortController().signal,
        check: () => this.#check(pod, signal),
        log: () => this.#log({ pod: pod.name, previous: false }, signal),
        [Symbol.asyncDispose]: () => owned.disposeAsync(),
      };
    } catch (error) {
      if (!limit.aborted || signal.aborted || error instanceof LaunchError) throw error;
      throw await this.#late(own, state, signal);
    }
  }

  /** ABORTED when someone else changed the flags since. */
  async #requireKnown(index: number, signal: AbortSignal): Promise<WorkloadContainer> {
    const { source, held } = this.#parts;
    const { containers } = await source.read(held, signal);
    const container = containers.find(({ name }) => name === held.container);
    const original = originalSettings(held);
    const known = index === 0 ? [original] : [original, ...appliedSettings(held)];
    if (container && known.some((each) => hasSettings(container, held, each))) return container;
    throw new StatusError(
      "ABORTED",
      `The flags of ${describePlace(held)} were changed by someone else in the meantime; they are left as they are.`,
    );
  }

  async #untilReady(
    settings: ContainerSettings,
    signal: AbortSignal,
    onState: (state: string) => void,
  ): Promise<WorkloadPod> {
    const { source, held, clock } = this.#parts;
    for (;;) {
      const { rollout } = await source.read(held, signal);
      const pods = await this.#pods(settings, signal);
      const failed = pods
        .map((pod) => failedPod(pod, held.container))
        .find((each) => each !== null);
      if (failed && !rollout.complete) {
        const log = failed.hasLog ? await this.#log(failed, signal) : [];
        throw new LaunchError(failed.describe(log), log);
      }
      // KServe changes its Deployment some time after the patch: until then the Deployment's state is the former one.
      const isSeen = !isKserves(held.owner) || pods.length > 0;
      if (rollout.failed !== null && isSeen)
        throw new LaunchError(describePending(pods, rollout.failed), await this.#anyLog(pods));
      const ready = pods.find((pod) => pod.ready && !pod.ending);
      if (rollout.complete && ready) return ready;
      onState(describePending(pods, rollout.state).reason);
      await pause(clock, LOOK_MS, signal);
    }
  }

  /** Those whose container has these. */
  async #pods(settings: ContainerSettings, signal: AbortSignal): Promise<WorkloadPod[]> {
    const { source, held } = this.#parts;
    const all = await source.pods(held, signal);
    return all.filter((pod) => isRunning(pod, held, settings));
  }

  async #forward(
    { name }: WorkloadPod,
    owned: AsyncDisposableStack,
    signal: AbortSignal,
  ): Promise<ServedCandidate["at"]> {
    const { source, held, clock } = this.#parts;
    const forward = owned.use(await source.forward(held, name, signal));
    await untilHealthy(forward.address, { clock, signal });
    return { address: forward.address, caveat: forward.caveat };
  }

  async #check(pod: WorkloadPod, signal: AbortSignal) {
    const { source, held } = this.#parts;
    const now = (await source.pods(held, signal)).find(({ uid }) => uid === pod.uid);
    const kind = "crash" as const;
    if (!now || now.ending)
      return { kind, reason: `Its pod ${pod.name} was removed while it was measured.` };
    const restarts = (each: WorkloadPod) =>
      each.statuses.find(({ name }) => name === held.container)?.restarts ?? 0;
    if (restarts(now) === restarts(pod)) return null;
    const log = await this.#log({ pod: pod.name, previous: true }, signal);
    const failed = failedPod(now, held.container);
    const { reason } = failed?.describe(log) ?? { reason: "its container restarted" };
    return { kind, reason: `Its pod ${pod.name} restarted while it was measured: ${reason}` };
  }

  async #late(settings: ContainerSettings, state: string, signal: AbortSignal) {
    const { readySeconds } = this.#parts;
    const pods = await this.#pods(settings, signal).catch(() => []);
    const pending = describePending(pods, state);
    const failure =
      pending.kind === "schedule" ? pending : notReady(readySeconds, pending.reason || state);
    return new LaunchError(failure, await this.#anyLog(pods));
  }

  async #anyLog([pod]: readonly WorkloadPod[]): Promise<readonly string[]> {
    if (!pod) return [];
    const limit = AbortSignal.timeout(10_000);
    return await this.#log({ pod: pod.name, previous: false }, limit).catch(() => []);
  }

  #log(of: { readonly pod: string; readonly previous: boolean }, signal: AbortSignal) {
    const { source, held } = this.#parts;
    return source.log(held, { ...of, container: held.container }, signal);
  }
}
