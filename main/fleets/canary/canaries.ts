import { StatusError } from "../../../engine/protocol/status.ts";
import type { Clock } from "../../clock.ts";
import type { Canary, CanarySide, canaryRequests, canaryTopics } from "../../contract/index.ts";
import { Listeners } from "../../listeners.ts";
import type { DomainHandlers } from "../../rpc/handlers.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/adapter.ts";
import type { Fleets } from "../fleets.ts";
import { CanaryRun } from "./canary-run.ts";

interface CanariesOptions {
  readonly fleets: Fleets;
  readonly servers: ServerDirectory;
  readonly clock: Clock;
}

type Handlers = DomainHandlers<keyof typeof canaryRequests, keyof typeof canaryTopics>;

const KEPT = 20;

/** Comparisons of two servers, fleets or versions, one at a time; kept until the console ends. */
export class Canaries implements AsyncDisposable {
  readonly #options: CanariesOptions;
  readonly #listeners = new Listeners<void>();
  #canaries: readonly Canary[] = [];
  #running: { readonly run: CanaryRun; readonly done: Promise<void> } | null = null;
  #lastId = 0;

  constructor(options: CanariesOptions) {
    this.#options = options;
  }

  get requests(): Handlers["requests"] {
    return {
      "canary.start": (plan) => {
        if (this.#running)
          throw new StatusError(
            "FAILED_PRECONDITION",
            "A comparison is under way; there is one at a time.",
          );
        this.#serversOf(plan.a);
        this.#serversOf(plan.b);
        const run = new CanaryRun(++this.#lastId, plan, {
          clock: this.#options.clock,
          serversOf: (side) => this.#serversOf(side),
          changed: (canary) => this.#put(canary),
        });
        this.#put(run.canary);
        const done = run.go().finally(() => {
          this.#running = null;
        });
        this.#running = { run, done };
        return { canaryId: run.canary.id };
      },
      "canary.cancel": ({ canaryId }) => {
        if (this.#running?.run.canary.id === canaryId) this.#running.run.cancel();
        return {};
      },
    };
  }

  get topics(): Handlers["topics"] {
    return {
      "canary.list": (_params, sink) => {
        sink.event([...this.#canaries]);
        return this.#listeners.add(() => sink.event([...this.#canaries]));
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.run.cancel();
    await this.#running?.done;
  }

  #put(canary: Canary): void {
    const others = this.#canaries.filter(({ id }) => id !== canary.id);
    this.#canaries = [canary, ...others].slice(0, KEPT);
    this.#listeners.tell();
  }

  #serversOf({ server, model }: CanarySide): readonly ServerAdapter[] {
    const fleetId = /^fleet-(\d+)$/.exec(server)?.[1];
    if (fleetId === undefined) return [this.#options.servers.get(server)];
    const fleet = this.#options.fleets.get(Number(fleetId));
    const live = fleet.replicas.filter(
      (replica) => replica.live && replica.models.some(({ name }) => name === model),
    );
    if (live.length > 0) return live.map((replica) => replica.server);
    throw new StatusError("UNAVAILABLE", `No live replica of ${fleet.name} has '${model}'.`);
  }
}
