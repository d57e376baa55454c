import type { Clock } from "../../base/clock.ts";
import { configFromJson } from "../../engine/config/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { toSingleBatches } from "../simulation/index.ts";
import type { ExecutionLogStore } from "./execution-log-store.ts";
import { type Answers, ExecutionLog } from "./execution-log.ts";

/** Readings of a server's statistics, and its configurations. */
export interface AnswerSource {
  onAnswer(listener: (answers: Answers) => void): Disposable;
  /** The model's active configuration; null while unknown. */
  config(model: string): Readonly<Record<string, unknown>> | null;
}

export interface ExecutionLogsDeps {
  readonly clock: Clock;
  readonly store: Pick<ExecutionLogStore, "get" | "put">;
  readonly getSampler: (serverId: string) => AnswerSource;
  /** The key under which a server's log is stored; for the embedded engine, its repository. */
  readonly keptAs: (serverId: string) => string;
}

type LoggedServer = Pick<ServerAdapter, "id" | "insight">;

interface Logged {
  readonly log: ExecutionLog;
  readonly save: () => void;
  readonly listening: DisposableStack;
  /** While single batches are collected. */
  watching: Disposable | null;
  watchedAt: number;
}

const MAX_MODELS = 50;
const SAVE_MS = 60_000;
/** ms for which single batches are collected, and for which their spread stays valid. */
const WATCH_MS = 2000;
const WATCH_AGAIN_MS = 60_000;

/** Logs of the models of the latest questions (WHATIF-7, WHATIF-9). */
export class ExecutionLogs implements Disposable {
  readonly #deps: ExecutionLogsDeps;
  readonly #logs = new Map<string, Logged>();
  #saving: Disposable | null = null;

  constructor(deps: ExecutionLogsDeps) {
    this.#deps = deps;
  }

  /** The model's log so far; starts one if needed. `isCollecting`: more is known in a moment. */
  of(
    server: LoggedServer,
    model: string,
  ): { readonly log: ExecutionLog; readonly isCollecting: boolean } {
    const key = keyFor(server.id, model);
    const known = this.#logs.get(key) ?? this.#start(server.id, model);
    // Reinserted last: the oldest question's log is dropped first.
    this.#logs.delete(key);
    this.#logs.set(key, known);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > MAX_MODELS && oldest !== undefined) this.#end(oldest);
    this.#watch(server, model, known);
    this.#saving ??= this.#deps.clock.after(SAVE_MS, () => this.#save());
    return { log: known.log, isCollecting: known.watching !== null };
  }

  /** The log of a model, if a question started one. */
  find(serverId: string, model: string): ExecutionLog | undefined {
    return this.#logs.get(keyFor(serverId, model))?.log;
  }

  [Symbol.dispose](): void {
    this.#saving?.[Symbol.dispose]();
    for (const key of this.#logs.keys()) this.#end(key);
  }

  #start(serverId: string, model: string): Logged {
    const { getSampler, store, keptAs, clock } = this.#deps;
    const source = getSampler(serverId);
    const kept = keptAs(serverId);
    const log = new ExecutionLog(model, store.get(kept, model, clock.now()));
    let saved = log.executions;
    const listening = new DisposableStack();
    listening.use(
      source.onAnswer((answers) => log.add(answers, configuredInstances(source.config(model)))),
    );
    const save = () => {
      if (log.executions === saved) return;
      store.put(kept, model, log, clock.now());
      saved = log.executions;
    };
    return { log, save, listening, watching: null, watchedAt: Number.NEGATIVE_INFINITY };
  }

  #save(): void {
    for (const { save } of this.#logs.values()) save();
    this.#saving = this.#deps.clock.after(SAVE_MS, () => this.#save());
  }

  #end(key: string): void {
    const logged = this.#logs.get(key);
    this.#logs.delete(key);
    logged?.save();
    logged?.listening.dispose();
  }

  /** Collects single batches for a moment if the server reports them. */
  #watch({ insight }: LoggedServer, model: string, logged: Logged): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (!insight || logged.watching || now - logged.watchedAt < WATCH_AGAIN_MS) return;
    logged.watchedAt = now;
    const watching = new DisposableStack();
    const end = () => {
      logged.watching = null;
      watching.dispose();
    };
    watching.use(
      insight.watchBatches(model, {
        batches: (batches) => logged.log.addBatches(toSingleBatches(batches)),
        ended: end,
      }),
    );
    watching.use(clock.after(WATCH_MS, end));
    logged.watching = watching;
    logged.listening.defer(end);
  }
}

const keyFor = (serverId: string, model: string) => `${serverId}\n${model}`;

function configuredInstances(config: Readonly<Record<string, unknown>> | null): number | null {
  if (config === null) return null;
  const { instance_group } = configFromJson(config);
  return Math.max(
    1,
    instance_group.reduce((sum, { count }) => sum + count, 0),
  );
}
