import type { ServerStatus } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import { NO_ACCESS } from "../../wire/index.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/adapter.ts";
import type { Observation, RawFigure } from "../../servers/observation.ts";

const refused = () => Promise.reject(new Error("not asked here"));

/** A server whose answers a test gives. */
export class FakeServer implements ServerAdapter {
  readonly id: string;
  readonly capabilities = [];
  readonly insight = null;
  /** How often it was asked. */
  asked = 0;
  answer: (signal?: AbortSignal) => Promise<Observation> = async () => observationOf([]);
  readonly #listeners = new Listeners<ServerStatus>("observation");
  #status: ServerStatus;

  constructor(id: string) {
    this.id = id;
    this.#status = {
      id,
      name: id.toUpperCase(),
      kind: "triton",
      state: "live",
      since: 0,
      reason: null,
      restarts: 0,
      endpoints: { grpc: "h:1", http: "", metrics: "" },
      pid: null,
      version: null,
      capabilities: [],
      secure: false,
      nextTry: null,
      repositoryProblem: null,
      restartedAt: null,
      batchdeck: false,
      caveat: null,
    };
  }

  get status(): ServerStatus {
    return this.#status;
  }

  become(status: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...status };
    this.#listeners.emit(this.#status);
  }

  noteRestart(at: number): void {
    this.become({ restartedAt: at });
  }

  /** Answers with these figures from now on. */
  tells(figures: readonly RawFigure[], more: Partial<Observation> = {}): void {
    this.answer = async () => ({ ...observationOf(figures), ...more });
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  observe(signal?: AbortSignal): Promise<Observation> {
    this.asked += 1;
    return this.answer(signal);
  }

  access = async () => NO_ACCESS;
  repositoryIndex = refused;
  statistics = refused;
  telemetry = refused;
  modelDetail = refused;
  load = refused;
  unload = refused;
}

/** Servers that come and go. */
export class FakeDirectory implements ServerDirectory {
  readonly #listeners = new Listeners<void>("observation");
  #servers: readonly ServerAdapter[];

  constructor(servers: readonly ServerAdapter[]) {
    this.#servers = servers;
  }

  set(servers: readonly ServerAdapter[]): void {
    this.#servers = servers;
    this.#listeners.emit();
  }

  list(): readonly ServerAdapter[] {
    return this.#servers;
  }

  get(id: string): ServerAdapter {
    const found = this.#servers.find((server) => server.id === id);
    if (!found) throw new Error(`no server ${id}`);
    return found;
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }
}

function observationOf(figures: readonly RawFigure[]): Observation {
  return { incarnation: null, models: [], figures, exposition: null };
}

export const requests = (total: number, model = "a"): RawFigure => ({
  form: "rate",
  figure: "requestsPerSecond",
  model,
  source: "requests_total",
  total,
});

export const waiting = (value: number, model = "a"): RawFigure => ({
  form: "gauge",
  figure: "waiting",
  model,
  source: "waiting",
  value,
  across: "sum",
});
