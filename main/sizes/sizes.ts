import { StatusError } from "../../base/status-error.ts";
import { SIZE_PROBE_PARAMETER } from "../../engine/types.ts";
import type { Clock } from "../../base/clock.ts";
import { exchangeOnce, prepareRequest } from "../wire/exchange/index.ts";
import { type FileHints, type ModelFileFacts, NO_HINTS } from "./file-hints.ts";
import type { InputChoice, ModelDetail, ModelSizes, SizeAttempt } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { batchLimit, defaultWire, isDecoupled, withAssumedConfig } from "../wire/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { hasDynamicDims, sizeCandidates } from "./candidates.ts";
import { toFingerprint } from "./fingerprint.ts";
import { choiceText, probeSizes, type SendChoice } from "./probe.ts";
import type { SizeStore } from "./size-store.ts";
import { createTrial } from "./create-trial.ts";

export interface SizesDeps {
  readonly store: SizeStore;
  readonly clock: Clock;
  readonly events: EventSink;
  /** What is known of a model's file; null where it is out of reach. */
  readonly readFileFacts: (serverId: string, model: string) => Promise<ModelFileFacts | null>;
  /** Something is measured, which requests would disturb. */
  readonly isBusy: () => boolean;
}

/** After a search that a slow or absent server ended. */
const BLOCKED_MS = 60_000;

/** A model as it is now. */
interface Subject {
  readonly server: ServerAdapter;
  /** With a configuration: one that the server does not show is taken from its tensors. */
  readonly detail: ModelDetail;
  readonly fingerprint: string;
  readonly key: string;
  readonly hints: FileHints;
}

/** Finds sizes for dynamic dimensions that run, and remembers them for each model (SPEC.md). */
export class Sizes {
  readonly #deps: SizesDeps;
  /** What failed since the host began, by model and fingerprint. */
  readonly #failed = new Map<string, readonly SizeAttempt[]>();
  /** Until when a model is not searched again without being asked, by the same key: its server could not be asked. */
  readonly #blocked = new Map<string, number>();
  readonly #searches = new Map<string, Search>();

  constructor(deps: SizesDeps) {
    this.#deps = deps;
  }

  /** What is known; sends nothing. */
  async get(server: ServerAdapter, detail: ModelDetail): Promise<ModelSizes> {
    return this.#known(await this.#subject(server, detail));
  }

  /** As known, or found by at most eight requests, one after the other; callers at once share them. */
  async find(server: ServerAdapter, detail: ModelDetail, signal: AbortSignal): Promise<ModelSizes> {
    const subject = await this.#subject(server, detail);
    const known = this.#known(subject);
    if (known.state !== "untried" || this.#deps.isBusy()) return known;
    // A stream may take long, and giving it up counts as a failure.
    if (isDecoupled(subject.detail)) return known;
    if ((this.#blocked.get(subject.key) ?? 0) > this.#deps.clock.monotonic()) return known;
    const search = this.#searches.get(subject.key) ?? this.#begin(subject);
    return await search.join(signal);
  }

  /** Forgets what failed and tries again. */
  async search(
    server: ServerAdapter,
    detail: ModelDetail,
    signal: AbortSignal,
  ): Promise<ModelSizes> {
    const subject = await this.#subject(server, detail);
    this.#failed.delete(subject.key);
    this.#blocked.delete(subject.key);
    return await this.find(server, detail, signal);
  }

  /** Sends one request with a choice, remembered if it succeeds. INVALID_ARGUMENT where it does not fit the model. */
  async try(
    server: ServerAdapter,
    detail: ModelDetail,
    { shapes, byInput }: InputChoice,
    signal: AbortSignal,
  ): Promise<ModelSizes> {
    const choice = { shapes, byInput };
    const subject = await this.#subject(server, detail);
    const { found, attempts } = await probeSizes(
      [choice],
      this.#sender(subject),
      this.#deps.clock,
      signal,
    );
    if (found) {
      this.#keep(subject, found);
      return { state: "found", ...found, attempts: [...attempts] };
    }
    return { state: "failed", ...choice, attempts: [...attempts] };
  }

  /** A request with this choice succeeded. */
  async remember(server: ServerAdapter, detail: ModelDetail, choice: InputChoice): Promise<void> {
    const subject = await this.#subject(server, detail);
    if (hasDynamicDims(subject.detail)) this.#keep(subject, choice);
  }

  async #subject(server: ServerAdapter, reported: ModelDetail): Promise<Subject> {
    const detail = withAssumedConfig(reported);
    const facts = await this.#deps.readFileFacts(server.id, detail.name);
    const fingerprint = toFingerprint(detail, facts?.stamp ?? null);
    const hints = itemHints(facts?.hints ?? NO_HINTS, detail);
    return {
      server,
      detail,
      fingerprint,
      key: `${server.id}\n${detail.name}\n${fingerprint}`,
      hints,
    };
  }

  #known({ server, detail, fingerprint, key, hints }: Subject): ModelSizes {
    const [first = { shapes: {}, byInput: {} }] = sizeCandidates(detail, hints);
    if (!hasDynamicDims(detail)) return { state: "fixed", ...first, attempts: [] };
    const found = this.#deps.store.get(server.id, detail.name, fingerprint);
    if (found) return { state: "found", ...found, attempts: [] };
    const failed = this.#failed.get(key);
    return failed
      ? { state: "failed", ...first, attempts: [...failed] }
      : { state: "untried", ...first, attempts: [] };
  }

  #begin(subject: Subject): Search {
    const { key } = subject;
    const search = new Search((signal) => this.#run(subject, signal));
    this.#searches.set(key, search);
    void search.ended.then(() => this.#searches.delete(key));
    return search;
  }

  async #run(subject: Subject, signal: AbortSignal): Promise<ModelSizes> {
    const { server, detail, hints, key } = subject;
    const { clock, events } = this.#deps;
    const choices = sizeCandidates(detail, hints);
    const first = choices[0] ?? { shapes: {}, byInput: {} };
    const { found, attempts, blocked } = await probeSizes(
      choices,
      this.#sender(subject),
      clock,
      signal,
    );
    const requests = attempts.length === 1 ? "1 request" : `${attempts.length} requests`;
    const sent = `${requests}${describeCounted(server, attempts)}`;
    if (found) {
      this.#keep(subject, found);
      const message = `Found sizes that run for '${detail.name}' with ${sent}: ${choiceText(found)}.`;
      events.emit({ level: "info", source: server.id, message });
      return { state: "found", ...found, attempts: [...attempts] };
    }
    if (blocked || attempts.length === 0) {
      this.#blocked.set(key, clock.monotonic() + BLOCKED_MS);
      return { state: "untried", ...first, attempts: [...attempts] };
    }
    this.#failed.set(key, attempts);
    const message = `No sizes that run were found for '${detail.name}' with ${sent}: ${attempts.at(-1)?.message}`;
    events.emit({ level: "warning", source: server.id, message });
    return { state: "failed", ...first, attempts: [...attempts] };
  }

  #keep({ server, detail, fingerprint, key }: Subject, choice: InputChoice): void {
    const { store, clock } = this.#deps;
    this.#failed.delete(key);
    const known = store.get(server.id, detail.name, fingerprint);
    if (JSON.stringify(known) === JSON.stringify(choice)) return;
    store.put(server.id, detail.name, { fingerprint, choice, at: clock.now() });
  }

  #sender({ server, detail }: Subject): SendChoice {
    const { clock } = this.#deps;
    const wire = isDecoupled(detail) ? "grpc" : defaultWire(server.status.endpoints);
    return async (choice, signal) => {
      const request = await prepareRequest(
        detail,
        createTrial(detail, choice, wire),
        choice.byInput,
      );
      // Batchdeck's engine counts what fails apart from the model's failures (SIZE-10).
      const marked = marksProbes(server)
        ? { ...request, parameters: { ...request.parameters, [SIZE_PROBE_PARAMETER]: true } }
        : request;
      return (await exchangeOnce(server, wire, marked, { clock, signal })).status;
    };
  }
}

/** Whether its statistics leave out failed requests of searches that are marked as such (SIZE-10). */
const marksProbes = ({ capabilities }: Subject["server"]) => capabilities.includes("insight");

/** A remark where failed requests of the search are in the model's statistics; "" otherwise. */
function describeCounted(server: Subject["server"], attempts: readonly SizeAttempt[]): string {
  const failed = attempts.filter(({ ok }) => !ok).length;
  if (failed === 0 || marksProbes(server)) return "";
  const which = failed === 1 ? "the one that failed counts" : `the ${failed} that failed count`;
  return ` (${which} among the model's failures on this server)`;
}

/** Hints of the file for dimensions as requests have them: without the batch. */
function itemHints(hints: FileHints, detail: ModelDetail): FileHints {
  if (batchLimit(detail) === 0) return hints;
  const items = <T>(byInput: Readonly<Record<string, readonly T[]>>) =>
    Object.fromEntries(Object.entries(byInput).map(([name, dims]) => [name, dims.slice(1)]));
  return { ...hints, symbols: items(hints.symbols), sizes: items(hints.sizes) };
}

/** One search for all who want its result; it is cancelled when the last of them has left. */
class Search {
  readonly #abort = new AbortController();
  readonly #result: Promise<ModelSizes>;
  #waiting = 0;

  constructor(run: (signal: AbortSignal) => Promise<ModelSizes>) {
    this.#result = run(this.#abort.signal);
    this.#result.catch(() => {});
  }

  get ended(): Promise<unknown> {
    return this.#result.catch(() => {});
  }

  async join(signal: AbortSignal): Promise<ModelSizes> {
    signal.throwIfAborted();
    this.#waiting += 1;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = () => reject(new StatusError("CANCELLED", "The request was cancelled."));
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([this.#result, left]);
    } finally {
      signal.removeEventListener("abort", leave);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#abort.abort();
    }
  }
}
