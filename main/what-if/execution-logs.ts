import { configFromJson } from "../../engine/config/index.ts";
import { type Answers, ExecutionLog } from "./execution-log.ts";

/** What a server's models did between its answers. */
export interface AnswerSource {
  onAnswer(listener: (answers: Answers) => void): Disposable;
  /** The model's active configuration; null while unknown. */
  config(model: string): Readonly<Record<string, unknown>> | null;
}

const MOST_MODELS = 50;

/** Logs of the models that were asked about last. */
export class ExecutionLogs implements Disposable {
  readonly #sourceOf: (serverId: string) => AnswerSource;
  readonly #logs = new Map<
    string,
    { readonly log: ExecutionLog; readonly listening: Disposable }
  >();

  constructor(sourceOf: (serverId: string) => AnswerSource) {
    this.#sourceOf = sourceOf;
  }

  /** What was seen of a model so far; from now on it is logged. */
  of(serverId: string, model: string): Pick<ExecutionLog, "samples" | "instances"> {
    const key = `${serverId}\n${model}`;
    const known = this.#logs.get(key) ?? this.#start(serverId, model);
    // The last asked about stay longest.
    this.#logs.delete(key);
    this.#logs.set(key, known);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > MOST_MODELS && oldest !== undefined) {
      this.#logs.get(oldest)?.listening[Symbol.dispose]();
      this.#logs.delete(oldest);
    }
    return known.log;
  }

  [Symbol.dispose](): void {
    for (const { listening } of this.#logs.values()) listening[Symbol.dispose]();
    this.#logs.clear();
  }

  #start(serverId: string, model: string) {
    const source = this.#sourceOf(serverId);
    const log = new ExecutionLog(model);
    const listening = source.onAnswer((answers) =>
      log.add(answers, configuredInstances(source.config(model))),
    );
    return { log, listening };
  }
}

function configuredInstances(config: Readonly<Record<string, unknown>> | null): number | null {
  if (config === null) return null;
  const { instance_group } = configFromJson(config);
  return Math.max(
    1,
    instance_group.reduce((sum, { count }) => sum + count, 0),
  );
}
