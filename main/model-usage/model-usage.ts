import { StatusError } from "../../base/status-error.ts";
import { findDependents, type RepositoryFinder } from "../configs/index.ts";
import {
  fleetServerId,
  type ModelUsage,
  type TuningSearchSummary,
  type TuningSession,
} from "../contract/index.ts";
import type { LabUsage } from "../lab/index.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** What each part of the host says of itself. */
export interface UsageSources {
  /** The repository on this machine that has a server's model; null where it is out of reach. */
  readonly findRepository: (serverId: string, model: string) => string | null;
  /** Whether a configuration serves in place of the model's file. */
  readonly servesOverride: (serverId: string, model: string) => Promise<boolean>;
  readonly labUsage: (serverId: string, models: ReadonlySet<string>) => LabUsage;
  readonly openSessions: () => readonly TuningSession[];
  readonly openSearches: () => readonly TuningSearchSummary[];
  readonly fleetsWith: (server: ServerAdapter, model: string) => ModelUsage["fleets"];
  readonly rolloutsOf: (
    fleet: ModelUsage["fleets"][number],
    model: string,
  ) => ModelUsage["rollouts"];
  readonly canariesWith: (
    serverIds: ReadonlySet<string>,
    models: ReadonlySet<string>,
  ) => ModelUsage["canaries"];
  readonly alertRulesOn: (
    serverId: string,
    models: ReadonlySet<string>,
  ) => ModelUsage["alertRules"];
}

type EnsembleUsage = Pick<ModelUsage, "ensembles" | "unchecked" | "problem">;

/** What stops or fails when `model` of `server` is unloaded. A server that can't answer for its ensembles is a `problem`. */
export async function modelUsage(
  server: ServerAdapter,
  model: string,
  sources: UsageSources,
  signal?: AbortSignal,
): Promise<ModelUsage> {
  const findRepository = (each: string) => sources.findRepository(server.id, each);
  const [found, override] = await Promise.all([
    ensemblesOver(server, findRepository, model, signal),
    takesConfigurations(server)
      ? sources.servesOverride(server.id, model).catch(() => false)
      : Promise.resolve(false),
  ]);
  const serving = found.ensembles.filter((each) => each.serving).map(({ name }) => name);
  const affected = new Set([model, ...serving]);
  const isAffected = (each: { readonly serverId: string; readonly model: string }) =>
    each.serverId === server.id && affected.has(each.model);
  const tuning = sources
    .openSessions()
    .filter(isAffected)
    .map(({ id, name, state }) => ({ id, name, state }));
  const searches = sources
    .openSearches()
    .filter(isAffected)
    .map(({ id, name, state }) => ({ id, name, state }));
  const fleets = sources.fleetsWith(server, model);
  const canarySides = new Set([server.id, ...fleets.map(({ id }) => fleetServerId(id))]);
  return {
    ...found,
    override,
    ...sources.labUsage(server.id, affected),
    tuning,
    searches,
    fleets,
    rollouts: fleets.flatMap((fleet) => sources.rolloutsOf(fleet, model)),
    canaries: sources.canariesWith(canarySides, affected),
    alertRules: sources.alertRulesOn(server.id, affected),
  };
}

/** Other kinds of servers have no ensembles. */
const takesConfigurations = (server: ServerAdapter) =>
  server.capabilities.includes("configuration");

async function ensemblesOver(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  model: string,
  signal: AbortSignal | undefined,
): Promise<EnsembleUsage> {
  const none: EnsembleUsage = { ensembles: [], unchecked: [], problem: null };
  if (!takesConfigurations(server)) return none;
  try {
    const index = await server.repositoryIndex(signal);
    const ready = new Set(index.filter(({ state }) => state === "READY").map(({ name }) => name));
    const { ensembles, unknown } = await findDependents(server, findRepository, model, signal);
    return {
      ensembles: ensembles.map((name) => ({ name, serving: ready.has(name) })),
      unchecked: unknown,
      problem: null,
    };
  } catch (thrown) {
    return { ...none, problem: StatusError.from(thrown).message };
  }
}
