import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { LogEntry, PodLogWish } from "../../contract/index.ts";
import { silenceReason } from "../access/api-errors.ts";
import type { KubeApi } from "../access/api.ts";
import type { ContainerStatus, Pod } from "../objects.ts";
import { readPod } from "../read-objects.ts";
import { LogLines } from "../../log-lines.ts";
import { endOfLog, isWithoutLog, refusedLog, statusIn } from "./log-text.ts";

/** Lines within this time are sent together, ms. */
const GATHER_MS = 100;
/** A log that is not followed arrives at once; in a followed one the first line may take longer, ms. */
const ANSWER_LIMIT_MS = 20_000;
/** Max characters of lines that wait to be sent. */
const MAX_WAITING = 8 * 1024 * 1024;

export interface PodLogDeps {
  readonly api: KubeApi;
  readonly clock: Clock;
  readonly wish: PodLogWish;
  readonly send: (entries: LogEntry[]) => void;
}

type State = Extract<LogEntry, { kind: "state" }>["state"];

/**
 * Reads a container's log from the API server (pods/log of the core API v1) and reports it as it comes, the newest lines
 * where it comes too fast. It is read once: an end is reported with its reason, and nothing is opened again by itself.
 */
export class PodLog implements Disposable {
  readonly #deps: PodLogDeps;
  readonly #stop = new AbortController();
  readonly #lines = new LogLines();
  #waiting: string[] = [];
  #size = 0;
  #dropped = 0;
  #isOpen = false;
  /** The kubelet's message in place of a log, while nothing else has arrived; null after that. */
  #withheld: string | null = "";
  #flushTimer: Disposable | null = null;

  constructor(deps: PodLogDeps) {
    this.#deps = deps;
    this.#sendState("opening");
    void this.#read();
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#flushTimer?.[Symbol.dispose]();
  }

  async #read(): Promise<void> {
    const { clock, wish } = this.#deps;
    using _quiet = clock.after(ANSWER_LIMIT_MS, () => {
      if (!this.#isOpen)
        this.#sendState("quiet", "No response yet: the container may have written nothing.");
    });
    try {
      const before = wish.follow ? await this.#status() : undefined;
      const body = await this.#open();
      this.#isOpen = true;
      this.#sendState("open");
      await this.#take(body);
      if (this.#withheld) {
        const { container } = wish;
        this.#sendState("failed", `The node no longer has a log of the container ${container}.`);
        return;
      }
      await this.#end(before);
    } catch (error) {
      const words = this.#isOpen
        ? `The log was cut off: ${silenceReason(error)}.`
        : refusedLog(error, wish);
      this.#sendState("failed", words);
    }
  }

  #open() {
    const { namespace, pod, container, previous, follow, lines } = this.#deps.wish;
    const query = new URLSearchParams({
      container,
      tailLines: String(lines),
      ...(previous && { previous: "true" }),
      ...(follow && { follow: "true" }),
    });
    return this.#deps.api.stream(
      `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query.toString()}`,
      "get pods/log",
      this.#stop.signal,
      follow ? 0 : ANSWER_LIMIT_MS,
    );
  }

  async #take(body: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of body) this.#add(this.#lines.push(bytes));
    this.#add(this.#lines.rest());
  }

  async #end(before: ContainerStatus | undefined): Promise<void> {
    const { follow, container } = this.#deps.wish;
    if (!follow) return this.#sendState("ended");
    try {
      this.#sendState("ended", endOfLog(container, before, await this.#pod()));
    } catch (error) {
      const isGone = StatusError.from(error).code === "NOT_FOUND";
      const words = isGone ? refusedLog(error, this.#deps.wish) : "The API server ended the log.";
      this.#sendState("ended", words);
    }
  }

  /** As far as it may be read; undefined else. */
  async #status(): Promise<ContainerStatus | undefined> {
    const pod = await this.#pod().catch(() => null);
    return statusIn(pod, this.#deps.wish.container);
  }

  #pod(): Promise<Pod> {
    const { namespace, pod } = this.#deps.wish;
    const path = `/api/v1/namespaces/${namespace}/pods/${pod}`;
    return this.#deps.api.get(path, "get pods", readPod, this.#stop.signal);
  }

  #add(lines: readonly string[]): void {
    if (lines.length === 0 || this.#stop.signal.aborted) return;
    if (this.#withheld !== null) {
      const [first = "", ...more] = lines;
      if (this.#withheld === "" && isWithoutLog(first) && more.length === 0) {
        this.#withheld = first;
        return;
      }
      const all = this.#withheld === "" ? lines : [this.#withheld, ...lines];
      this.#withheld = null;
      this.#add(all);
      return;
    }
    for (const line of lines) {
      this.#waiting.push(line);
      this.#size += line.length;
    }
    const most = this.#deps.wish.lines;
    let surplus = Math.max(0, this.#waiting.length - most);
    let size = this.#size - countCharacters(this.#waiting.slice(0, surplus));
    while (size > MAX_WAITING) size -= this.#waiting[surplus++]?.length ?? size;
    this.#waiting.splice(0, surplus);
    this.#size = size;
    this.#dropped += surplus;
    this.#flushTimer ??= this.#deps.clock.after(GATHER_MS, () => this.#flush());
  }

  #flush(): void {
    const { send } = this.#deps;
    this.#flushTimer?.[Symbol.dispose]();
    this.#flushTimer = null;
    const entries = this.#entries();
    if (entries.length > 0) send(entries);
  }

  #entries(): LogEntry[] {
    const dropped: LogEntry[] =
      this.#dropped === 0 ? [] : [{ kind: "dropped", lines: this.#dropped }];
    const lines = this.#waiting.map((text) => ({ kind: "line" as const, text }));
    this.#waiting = [];
    this.#size = 0;
    this.#dropped = 0;
    return [...dropped, ...lines];
  }

  /** After the waiting lines. */
  #sendState(state: State, words = ""): void {
    const { clock, send } = this.#deps;
    if (this.#stop.signal.aborted) return;
    this.#flushTimer?.[Symbol.dispose]();
    this.#flushTimer = null;
    send([...this.#entries(), { kind: "state", state, words, at: clock.now() }]);
  }
}

function countCharacters(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
