import { StatusError } from "../../../base/status-error.ts";

/** Depth of nested calls between models. */
const MAX_DEPTH = 64;

/** A call that an instance waits for, during which it takes no other batch. */
interface WaitingCall {
  /** The instance's identity. */
  readonly instance: object;
  /** The version of the instance, "MODEL/VERSION". */
  readonly model: string;
  /** The versions that run for the call: the called one, or an ensemble's steps. */
  readonly targets: readonly string[];
}

/**
 * All active calls between models. Rejects a call with which all instances of some models would
 * wait for each other forever (PYTHON-BLS-5 and 6).
 */
export class ModelCalls {
  readonly #waiting = new Set<WaitingCall>();
  readonly #instances: (model: string) => number;

  /** `instances`: the number of instances of a version. */
  constructor(instances: (model: string) => number) {
    this.#instances = instances;
  }

  /** Throws INVALID_ARGUMENT for too deeply nested calls. */
  checkDepth(depth: number, model: string): void {
    if (depth <= MAX_DEPTH) return;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the call to model '${model}' is the last of ${depth} that models make to each other for one request, at most ${MAX_DEPTH} are allowed: they may call each other in a loop`,
    );
  }

  /**
   * Returns the function that ends the call. Throws INVALID_ARGUMENT if the call would never end.
   */
  begin(call: WaitingCall): () => void {
    this.#waiting.add(call);
    const stuck = this.#canWait(call) ? this.#stuckModels() : new Set<string>();
    const blocking = call.targets.find((target) => stuck.has(target));
    if (blocking === undefined) return () => this.#waiting.delete(call);
    this.#waiting.delete(call);
    const count = this.#instances(blocking);
    throw new StatusError(
      "INVALID_ARGUMENT",
      `model '${nameIn(call.model)}' calls model '${nameIn(blocking)}', ${count === 1 ? "whose only instance waits" : `all ${count} instances of which wait`} for a call that can't end before this one. Add instances, or end the loop of calls`,
    );
  }

  /** Whether an instance of a called model is itself waiting: otherwise there is no loop. */
  #canWait({ targets }: WaitingCall): boolean {
    for (const { model } of this.#waiting) if (targets.includes(model)) return true;
    return false;
  }

  /** The largest set of models whose instances all wait for models of that set. */
  #stuckModels(): ReadonlySet<string> {
    const stuck = new Set([...this.#waiting].map(({ model }) => model));
    let size = -1;
    while (size !== stuck.size) {
      size = stuck.size;
      for (const model of stuck) {
        const blocked = new Set<object>();
        for (const call of this.#waiting) {
          if (call.model === model && call.targets.some((target) => stuck.has(target))) {
            blocked.add(call.instance);
          }
        }
        if (blocked.size < this.#instances(model)) stuck.delete(model);
      }
    }
    return stuck;
  }
}

/** Model names contain no slash. */
const nameIn = (id: string): string => id.split("/")[0] ?? id;
