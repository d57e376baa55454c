import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { Repeats } from "../../base/repeats.ts";
import type { ServerState } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { EarlyEngine } from "./early-engine.ts";
import { type Endpoints, EngineChild } from "./engine-child.ts";
import { startEngineProcess } from "./engine-process.ts";
import { answersHealthCheck, HealthWatch, hungAfterSeconds } from "./health-watch.ts";
import { ProcessLog } from "./process-log.ts";

export interface SupervisorOptions {
  readonly entry: URL;
  /** Used for the first start if it is still running with the same arguments. */
  readonly early?: EarlyEngine | null;
  /** Called before each start. */
  readonly args: () => readonly string[];
  readonly clock: Clock;
  readonly events: EventSink;
  /** Delays in ms before the first, second, … restart after a crash; the last one repeats. */
  readonly backoffMs?: readonly number[];
  /** Number of consecutive crashes after which it isn't restarted. */
  readonly crashLimit?: number;
  /** A run that served this long, ms, resets the number of crashes. */
  readonly stableMs?: number;
  /** Maximum ms from start until it serves. */
  readonly readyLimitMs?: number;
  /** Maximum ms for a stopping engine to drain before it is killed. */
  readonly stopLimitMs?: number;
  /** Called before each start: why the repository prevents it, as a sentence, or null. */
  readonly obstacle?: () => string | null;
  /** Interval of checks while there is an obstacle, ms. */
  readonly obstacleRetryMs?: number;
  /** Interval of health checks while the engine serves, ms. */
  readonly healthEveryMs?: number;
}

/** `live`: the process serves. `stale` does not occur. */
export interface EngineStatus {
  readonly state: ServerState;
  /** When the state began, ms since the epoch. */
  readonly since: number;
  readonly reason: string | null;
  /** Why the model repository prevents its start; null: it doesn't. */
  readonly repositoryProblem: string | null;
  /** Number of starts after the first. */
  readonly restarts: number;
  /** When it last served again after a restart, ms since the epoch. */
  readonly restartedAt: number | null;
  readonly pid: number | null;
  readonly endpoints: Endpoints | null;
}

/**
 * Keeps one engine process running: starts it, restarts it with growing delays after crashes, gives up after several
 * consecutive crashes, and stops it gracefully. Each change is reported as a host event.
 */
export class EngineSupervisor {
  readonly log = new ProcessLog();
  readonly #options: Required<SupervisorOptions>;
  readonly #listeners = new Listeners<EngineStatus>("supervision");
  #status: EngineStatus;
  #child: EngineChild | null = null;
  #starts = 0;
  #crashes = 0;
  readonly #repeats = new Repeats();
  /** Why the current process was killed, as a sentence; null: it wasn't. */
  #killReason: string | null = null;
  #obstacle: string | null = null;
  #controlSecret: string | null = null;
  #stopping = false;
  /** Number of calls of `stop`. */
  #stops = 0;
  #readyAt: number | null = null;
  #restartedAt: number | null = null;
  #timer: Disposable | null = null;
  #health: Disposable | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = {
      backoffMs: [500, 1000, 2000],
      crashLimit: 3,
      stableMs: 30_000,
      readyLimitMs: 120_000,
      stopLimitMs: 10_000,
      obstacle: () => null,
      early: null,
      obstacleRetryMs: 2000,
      healthEveryMs: 5000,
      ...options,
    };
    this.#status = {
      state: "stopped",
      since: options.clock.now(),
      reason: null,
      repositoryProblem: null,
      restarts: 0,
      restartedAt: null,
      pid: null,
      endpoints: null,
    };
  }

  get status(): EngineStatus {
    return this.#status;
  }

  /** Required by the running engine's control calls; null: nothing. */
  get controlSecret(): string | null {
    return this.#controlSecret;
  }

  onStatus(listener: (status: EngineStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Starts it and resets the number of crashes. Does nothing while it is running or starting. */
  start(): void {
    if (this.#child) return;
    this.#callOff();
    this.#stopping = false;
    this.#crashes = 0;
    this.#launch();
  }

  /** Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#stops += 1;
    this.#stopping = true;
    this.#callOff();
    const child = this.#child;
    if (!child) return this.#setStatus("stopped", null);
    const ended = Promise.withResolvers<void>();
    using _listening = this.onStatus(({ state }) => state === "stopped" && ended.resolve());
    child.stop(this.#options.stopLimitMs);
    await ended.promise;
  }

  /** Restarts it, unless it is stopped again in the meantime. */
  async restart(): Promise<void> {
    const stopped = this.stop();
    const stops = this.#stops;
    await stopped;
    if (stops === this.#stops) this.start();
  }

  /** Resolves once it serves. Throws UNAVAILABLE with the reason if it gave up or was stopped. */
  async serves(): Promise<void> {
    const settled = Promise.withResolvers<void>();
    const look = ({ state, reason }: EngineStatus) => {
      if (state === "live") settled.resolve();
      if (state === "failed" || state === "stopped")
        settled.reject(new StatusError("UNAVAILABLE", reason ?? "it was stopped."));
    };
    using _listening = this.onStatus(look);
    look(this.status);
    await settled.promise;
  }

  #launch(): void {
    const { entry, early, clock, readyLimitMs, events, obstacle, obstacleRetryMs } = this.#options;
    const before = this.#obstacle;
    this.#obstacle = obstacle();
    if (this.#obstacle !== null) {
      this.#timer = clock.after(obstacleRetryMs, () => this.#launch());
      if (this.#obstacle === before) return;
      this.#setStatus("failed", this.#obstacle);
      events.emit({
        level: "error",
        source: "engine",
        message: `The embedded engine cannot start: ${this.#obstacle}`,
      });
      return;
    }
    this.#starts += 1;
    this.#readyAt = null;
    this.log.add(`--- start ${this.#starts} ---`);
    this.#killReason = null;
    const args = this.#options.args();
    const process = early?.take(args) ?? startEngineProcess(entry, args);
    this.#controlSecret = process.secret;
    const child = new EngineChild(process.child, clock, {
      line: (line) => this.log.add(line),
      ready: (endpoints) => this.#ready(endpoints),
      fault: (part, text) => {
        const message = `An error in the embedded engine, in ${part}: ${text} It goes on.`;
        if (!this.#repeats.isNew(message, clock.monotonic())) return;
        events.emit({ level: "error", source: "engine", message });
      },
      ended: (reason) => this.#ended(this.#killReason ?? reason),
    });
    this.#child = child;
    this.#setStatus("starting", null);
    events.emit({
      level: "info",
      source: "engine",
      message: `Starting the embedded engine${child.pid === null ? "" : ` (process ${child.pid})`}.`,
    });
    this.#timer = clock.after(readyLimitMs, () => {
      this.#kill(`it did not serve within ${readyLimitMs / 1000} s.`);
    });
  }

  #ready(endpoints: Endpoints): void {
    const { clock, events } = this.#options;
    this.#callOff();
    this.#watchHealth(endpoints);
    this.#readyAt = clock.monotonic();
    const again = this.#starts > 1;
    if (again) this.#restartedAt = clock.now();
    this.#setStatus("live", null, endpoints);
    events.emit({
      level: "info",
      source: "engine",
      message: `The embedded engine serves${again ? " again" : ""}: gRPC ${endpoints.grpc}, HTTP ${endpoints.http}, metrics ${endpoints.metrics}.`,
      ...(again && { mark: { kind: "restart" } }),
    });
  }

  #watchHealth({ http }: Endpoints): void {
    const { clock, events, healthEveryMs } = this.#options;
    const emit = (level: "info" | "warning", message: string) =>
      events.emit({ level, source: "engine", message });
    this.#health = new HealthWatch({
      clock,
      everyMs: healthEveryMs,
      ask: () => answersHealthCheck(http, healthEveryMs),
      onSilent: (seconds) =>
        emit(
          "warning",
          `The embedded engine has not answered health checks for ${seconds} s. It is restarted after ${hungAfterSeconds(healthEveryMs)} s.`,
        ),
      onAnswered: () => emit("info", "The embedded engine answers health checks again."),
      onHung: (seconds) =>
        this.#kill(`it answered no health check for ${seconds} s and was killed.`),
    });
  }

  #kill(reason: string): void {
    this.#killReason = reason;
    this.#child?.kill();
  }

  #ended(reason: string): void {
    this.#callOff();
    this.#child = null;
    if (this.#stopping) {
      this.#setStatus("stopped", null);
      this.#options.events.emit({
        level: "info",
        source: "engine",
        message: "The embedded engine was stopped.",
      });
    } else this.#crashed(reason);
  }

  #crashed(reason: string): void {
    const { backoffMs, clock, crashLimit, events, stableMs } = this.#options;
    const wasStable = this.#readyAt !== null && clock.monotonic() - this.#readyAt > stableMs;
    this.#crashes = wasStable ? 1 : this.#crashes + 1;
    if (this.#crashes >= crashLimit) {
      this.#setStatus("failed", reason);
      events.emit({
        level: "error",
        source: "engine",
        message: `The embedded engine ended ${this.#crashes} times in a row and is not started again: ${reason}`,
        mark: { kind: "restart" },
      });
      return;
    }
    const pause = backoffMs[Math.min(this.#crashes, backoffMs.length) - 1] ?? 0;
    this.#setStatus("restarting", reason);
    this.#timer = clock.after(pause, () => this.#launch());
    events.emit({
      level: "warning",
      source: "engine",
      message: `The embedded engine ended unexpectedly and starts again in ${pause / 1000} s: ${reason}`,
      mark: { kind: "restart" },
    });
  }

  /** Cancels a planned start and health checks. */
  #callOff(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#health?.[Symbol.dispose]();
    this.#health = null;
    this.#obstacle = null;
  }

  #setStatus(state: ServerState, reason: string | null, endpoints: Endpoints | null = null): void {
    this.#status = {
      state,
      since: this.#options.clock.now(),
      reason,
      repositoryProblem: this.#obstacle,
      restarts: Math.max(0, this.#starts - 1),
      restartedAt: this.#restartedAt,
      pid: this.#child?.pid ?? null,
      endpoints,
    };
    this.#listeners.emit(this.#status);
  }
}
