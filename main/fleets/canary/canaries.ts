import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import {
  type Canary,
  type CanaryPlan,
  type CanarySide,
  type ModelUsage,
  type canaryRequests,
  type canaryTopics,
  parseFleetServerId,
} from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import type { Lab } from "../../lab/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { DomainHandlers } from "../../rpc/index.ts";
import { EMBEDDED_ID, type ServerAdapter, type ServerDirectory } from "../../servers/index.ts";
import type { Sizes } from "../../sizes/index.ts";
import type { Fleets } from "../fleets.ts";
import type { Db } from "../../store/index.ts";
import { CanaryRun, newCanary } from "./canary-run.ts";
import { CanaryStore } from "./canary-store.ts";

interface CanariesOptions {
  readonly fleets: Fleets;
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Entry module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly lab: Pick<Lab, "turn" | "stopTraffic">;
  readonly sizes: Sizes;
}

type Handlers = DomainHandlers<keyof typeof canaryRequests, keyof typeof canaryTopics>;

const OVER: ReadonlySet<Canary["state"]> = new Set(["done", "cancelled", "failed"]);

/** Comparisons of two servers, fleets or versions; one at a time, and not during an experiment. */
export class Canaries implements AsyncDisposable {
  readonly #options: CanariesOptions;
  readonly #listeners = new Listeners<void>("fleets");
  readonly #store: CanaryStore;
  #canaries: readonly Canary[];
  #running: { readonly run: CanaryRun; readonly done: Promise<void> } | null = null;

  constructor(options: CanariesOptions) {
    this.#options = options;
    this.#store = new CanaryStore(options.db);
    this.#canaries = this.#store.list().map((canary) => {
      if (OVER.has(canary.state)) return canary;
      return { ...canary, state: "failed", words: "The console ended while it was running." };
    });
  }

  get requests(): Handlers["requests"] {
    return {
      "canary.start": async (plan, signal) => {
        const [server] = this.#findServers(plan.a);
        this.#findServers(plan.b);
        // No search for input sizes runs during the comparison.
        if (server?.id === EMBEDDED_ID) {
          const detail = await server.modelDetail(plan.a.model, signal);
          await this.#options.sizes.find(server, detail, signal);
        }
        const words = `The comparison of ${this.#describeSide(plan.a)} with ${this.#describeSide(plan.b)} is under way`;
        const turn = this.#options.lab.turn.take(() => words);
        try {
          return { canaryId: this.#begin(plan, turn) };
        } catch (error) {
          turn[Symbol.dispose]();
          throw error;
        }
      },
      "canary.cancel": ({ canaryId }) => {
        if (this.#running?.run.canary.id === canaryId) this.#running.run.cancel();
        return {};
      },
      "canary.remove": ({ canaryId }) => {
        if (this.#running?.run.canary.id === canaryId)
          throw new StatusError("FAILED_PRECONDITION", "It is running; cancel it first.");
        this.#store.remove(canaryId);
        this.#canaries = this.#canaries.filter(({ id }) => id !== canaryId);
        this.#listeners.emit();
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

  /** Running comparisons with one of `models` on one of `servers` (ids, fleets as "fleet-ID"). */
  activeWith(servers: ReadonlySet<string>, models: ReadonlySet<string>): ModelUsage["canaries"] {
    return this.#canaries.flatMap(({ id, state, plan: { a, b } }) => {
      if (OVER.has(state)) return [];
      const uses = ({ server, model }: CanarySide) => servers.has(server) && models.has(model);
      return uses(a) || uses(b) ? [{ id, against: this.#describeSide(uses(a) ? b : a) }] : [];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.run.cancel();
    await this.#running?.done;
  }

  /** Releases the measurement lock `turn` at its end. */
  #begin(plan: CanaryPlan, turn: Disposable): number {
    const { clock, generatorEntry, lab, sizes } = this.#options;
    const made = newCanary(plan, clock.now());
    const run = new CanaryRun(
      { ...made, id: this.#store.create(made) },
      {
        clock,
        generatorEntry,
        stopTraffic: () => lab.stopTraffic(),
        findServers: (side) => this.#findServers(side),
        findSizes: (server, detail) => sizes.get(server, detail),
        changed: (canary) => this.#put(canary),
      },
    );
    this.#put(run.canary);
    const done = this.#go(run, turn);
    this.#running = { run, done };
    return run.canary.id;
  }

  async #go(run: CanaryRun, turn: Disposable): Promise<void> {
    await run.go();
    this.#running = null;
    turn[Symbol.dispose]();
    this.#keep(run.canary);
  }

  #keep(canary: Canary): void {
    try {
      this.#store.save(canary);
    } catch (thrown) {
      const message = `A comparison could not be kept: ${StatusError.from(thrown).message}`;
      this.#options.events.emit({ level: "error", source: "fleets", message });
    }
  }

  #put(canary: Canary): void {
    const others = this.#canaries.filter(({ id }) => id !== canary.id);
    this.#canaries = [canary, ...others].slice(0, CanaryStore.kept);
    this.#listeners.emit();
  }

  #describeSide({ server, model, modelVersion }: CanarySide): string {
    const version = modelVersion === "" ? "" : ` version ${modelVersion}`;
    const fleetId = fleetIdFor(server);
    const { fleets, servers } = this.#options;
    const name = fleetId === null ? servers.get(server).status.name : fleets.get(fleetId).name;
    return `'${model}'${version} on ${name}`;
  }

  #findServers({ server, model }: CanarySide): readonly ServerAdapter[] {
    const fleetId = fleetIdFor(server);
    if (fleetId === null) return [this.#options.servers.get(server)];
    const fleet = this.#options.fleets.get(fleetId);
    const live = fleet.replicas.filter(
      (replica) => replica.live && replica.models.some(({ name }) => name === model),
    );
    if (live.length > 0) return live.map((replica) => replica.server);
    throw new StatusError("UNAVAILABLE", `No live replica of ${fleet.name} has '${model}'.`);
  }
}

/** The fleet's id if a side is a whole fleet, else null. */
function fleetIdFor(server: string): number | null {
  const parts = parseFleetServerId(server);
  return parts?.key === null ? parts.fleet : null;
}
