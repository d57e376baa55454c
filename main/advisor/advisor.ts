import type { Clock } from "../../base/clock.ts";
import type { AdviceFrame, MachineFrame } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { ServerAdapter } from "../servers/index.ts";
import type { MetricsReading } from "../servers/metrics/index.ts";
import { type Answered, partsByModel, type Sampler } from "../telemetry/index.ts";
import { Board } from "./board.ts";
import { readConfigFacts } from "./config-facts.ts";
import { ControlWatch } from "./control-watch.ts";
import type { Interval } from "./interval.ts";
import { MachineWatch } from "./machine-watch.ts";
import { observe } from "./observe.ts";
import { ReasonWatch } from "./reason-watch.ts";
import type { ServerFacts, ServerWindow } from "./rule.ts";
import { MODEL_RULES, SERVER_RULES } from "./rules/index.ts";
import { type ModelWindow, toWindow } from "./window.ts";
import { TextWatch } from "./text-watch.ts";

/** Seconds of responses that a verdict is based on; it is compared with as many before them. */
const SPAN = 15;

interface Watched {
  /** Changes when the model is reloaded. */
  readonly loads: string;
  /** Oldest first, at most two spans. */
  readonly intervals: Interval[];
}

/** What a server reported besides its statistics, second by second. */
interface Look {
  readonly metrics: MetricsReading | null;
  readonly cache: ServerWindow["cache"];
}

export interface AdvisorParts {
  readonly server: ServerAdapter;
  readonly sampler: Sampler;
  readonly clock: Clock;
  /** ms; null: none is set. */
  readonly findObjective: (model: string) => number | null;
  /** The newest lines of the server's output; null if unreadable. */
  readonly log: (() => readonly string[]) | null;
}

/** Judges one server and its models once per poll. */
export class Advisor implements Disposable {
  readonly #parts: AdvisorParts;
  readonly #board: Board;
  readonly #machine: MachineWatch;
  readonly #reasons: ReasonWatch;
  readonly #texts: TextWatch;
  readonly #control: ControlWatch;
  readonly #frames = new Listeners<void>("advisor");
  readonly #models = new Map<string, Watched>();
  readonly #looks: Look[] = [];
  readonly #listening: Disposable;
  #frame: AdviceFrame;
  #machineFrame: MachineFrame | null = null;

  constructor(parts: AdvisorParts) {
    const { server, sampler, clock, log } = parts;
    this.#parts = parts;
    this.#board = new Board(server.id);
    this.#machine = new MachineWatch(server, clock);
    this.#reasons = new ReasonWatch(server);
    this.#texts = new TextWatch(log);
    this.#control = new ControlWatch(server);
    this.#frame = { serverId: server.id, t: clock.now(), findings: [], rules: this.#rules() };
    this.#listening = sampler.onAnswer((answered) => this.#see(answered));
  }

  get frame(): AdviceFrame {
    return this.#frame;
  }

  /** Null before the server's first response. */
  get machine(): MachineFrame | null {
    return this.#machineFrame;
  }

  onFrame(listener: () => void): Disposable {
    return this.#frames.add(listener);
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    this.#reasons[Symbol.dispose]();
  }

  #see(answered: Answered): void {
    const { before, now, frame } = answered;
    this.#machine.take(answered);
    if (before) this.#observe(answered);
    this.#control.ask();
    const { sampler, server } = this.#parts;
    const readConfig = (model: string) => sampler.config(model);
    this.#machineFrame = this.#machine.frame(now, frame, readConfig);
    this.#frame = {
      serverId: server.id,
      t: now.t,
      findings: this.#board.findings,
      rules: this.#rules(),
    };
    this.#frames.emit();
  }

  #observe(answered: Answered): void {
    const { before, now, delta, frame } = answered;
    if (!before) return;
    const parts = partsByModel(delta);
    const metrics = { before: this.#looks.at(-1)?.metrics ?? null, now: this.#machine.metrics };
    const seen = new Map<string, string>();
    for (const { model, version, loadId } of now.versions.values())
      seen.set(model, `${seen.get(model) ?? ""} ${version}:${loadId}`);
    this.#board.forget((model) => this.#models.get(model)?.loads !== seen.get(model));
    for (const model of this.#models.keys()) if (!seen.has(model)) this.#models.delete(model);
    for (const [model, loads] of seen) {
      const pair = { before, now, parts: parts.get(model) };
      const interval = observe(pair, model, this.#reasons.take(model));
      const known = this.#models.get(model);
      const watched = known?.loads === loads ? known : { loads, intervals: [] };
      this.#models.set(model, watched);
      if (interval && known) watched.intervals.push(interval);
      if (watched.intervals.length > 2 * SPAN) watched.intervals.shift();
    }
    this.#followReasons();
    this.#looks.push({ metrics: metrics.now, cache: cacheBetween(answered, metrics) });
    if (this.#looks.length > SPAN) this.#looks.shift();
    this.#judge(now.t, frame);
  }

  #judge(t: number, frame: Answered["frame"]): void {
    const facts = this.#facts();
    for (const model of this.#models.keys()) {
      const window = this.#window(model);
      if (!window) continue;
      for (const rule of MODEL_RULES) {
        const verdict = rule.unwatched?.(facts) ? "unknown" : rule.judge(window);
        this.#board.judge(t, { rule, model, verdict, from: window.from, to: window.to });
      }
    }
    const from = t - this.#looks.length * 1000;
    const window: ServerWindow = {
      from,
      to: t,
      metrics: this.#looks.flatMap(({ metrics }) => metrics ?? []),
      cache: addCaches(this.#looks),
      loadRefusal: this.#control.refusal,
      texts: this.#texts.texts(t, frame.models),
    };
    for (const rule of SERVER_RULES) {
      const verdict = rule.unwatched?.(facts) ? "unknown" : rule.judge(window);
      this.#board.judge(t, { rule, model: null, verdict, from, to: t });
    }
  }

  /** Null while the model has done nothing, or its configuration is unknown. */
  #window(model: string): ModelWindow | null {
    const intervals = this.#models.get(model)?.intervals ?? [];
    const config = this.#parts.sampler.config(model);
    if (intervals.length === 0 || !config) return null;
    return toWindow(intervals.slice(-SPAN), {
      model,
      config: readConfigFacts(config),
      objectiveMs: this.#parts.findObjective(model),
      metrics: this.#looks.flatMap(({ metrics }) => metrics ?? []),
      earlier: intervals.slice(0, -SPAN),
      peer: (name) => (name === model ? null : this.#window(name)),
    });
  }

  /** Reasons are watched where a delay makes them matter, and while requests arrive. */
  #followReasons(): void {
    const models = [...this.#models].filter(([model, { intervals }]) => {
      const config = this.#parts.sampler.config(model);
      const delay = config && readConfigFacts(config).dynamicBatching?.delayMs;
      return delay && intervals.slice(-SPAN).some(({ counts }) => counts.executions > 0);
    });
    this.#reasons.follow(models.map(([model]) => model));
  }

  #facts(): ServerFacts {
    const { server, log } = this.#parts;
    return {
      insight: server.insight !== null,
      metrics: this.#machine.metrics,
      log: log !== null,
    };
  }

  #rules(): AdviceFrame["rules"] {
    const facts = this.#facts();
    return [...MODEL_RULES, ...SERVER_RULES].map(({ id, title, unwatched }) => ({
      rule: id,
      title,
      unwatched: unwatched?.(facts) ?? null,
    }));
  }
}

/** The cache's activity between two polls; from the server's metrics if its telemetry does not report it. */
function cacheBetween(
  { snapshot, cacheBefore }: Answered,
  { before, now }: { before: MetricsReading | null; now: MetricsReading | null },
): Look["cache"] {
  const [earlier, later] = snapshot ? [cacheBefore, snapshot.cache] : [before?.cache, now?.cache];
  if (!earlier || !later || later.misses < earlier.misses) return null;
  return {
    misses: later.misses - earlier.misses,
    evictions: later.evictions - earlier.evictions,
  };
}

function addCaches(looks: readonly Look[]): Look["cache"] {
  const known = looks.flatMap(({ cache }) => cache ?? []);
  if (known.length === 0) return null;
  return {
    misses: known.reduce((total, { misses }) => total + misses, 0),
    evictions: known.reduce((total, { evictions }) => total + evictions, 0),
  };
}
