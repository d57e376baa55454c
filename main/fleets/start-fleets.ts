import type { Clock } from "../../base/clock.ts";
import { parseFleetServerId } from "../contract/index.ts";
import type { ChangeProbes } from "../change-probes/index.ts";
import type { ConfigService } from "../configs/index.ts";
import type {
  canaryRequests,
  canaryTopics,
  fleetRequests,
  fleetTopics,
  ModelUsage,
  rolloutRequests,
  rolloutTopics,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { Lab } from "../lab/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "../sizes/index.ts";
import type { Db } from "../store/index.ts";
import { Canaries } from "./canary/canaries.ts";
import type { SecretKeeping } from "./definition.ts";
import { fleetHandlers } from "./fleet-handlers.ts";
import { Fleets } from "./fleets.ts";
import type { WorkloadSource } from "./members.ts";
import { systemResolver } from "./members/resolver.ts";
import type { ReplicaPorts } from "./ports.ts";
import { Rollouts } from "./rollouts/rollouts.ts";
import type { Fleet } from "./fleet.ts";

interface FleetsParts extends ReplicaPorts {
  readonly servers: ServerDirectory;
  readonly workloads: WorkloadSource;
  readonly configs: ConfigService;
  readonly lab: Lab;
  readonly sizes: Sizes;
  readonly probes: Pick<ChangeProbes, "begin">;
  /** Entry module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly secrets: SecretKeeping;
  readonly db: Db;
  readonly events: EventSink;
  readonly clock: Clock;
}

type Requests = typeof fleetRequests & typeof rolloutRequests & typeof canaryRequests;
type Topics = typeof fleetTopics & typeof rolloutTopics & typeof canaryTopics;

interface FleetsDomain extends DomainHandlers<keyof Requests, keyof Topics>, AsyncDisposable {
  /** The name of a fleet; null if it doesn't exist. */
  fleetName(id: number): string | null;
  /** Whose pods a fleet or one of its replicas is; null for other servers. */
  workloadOf(serverId: string): string | null;
  /** The fleets of which `server` is a replica that has `model`. */
  withReplica(server: ServerAdapter, model: string): ModelUsage["fleets"];
  readonly rollouts: Pick<Rollouts, "openOver">;
  readonly canaries: Pick<Canaries, "activeWith">;
}

/** Fleets, their rollouts, and comparisons of servers and fleets. */
export function startFleets(parts: FleetsParts): FleetsDomain {
  const owned = new AsyncDisposableStack();
  const fleets = owned.use(new Fleets({ ...parts, resolver: systemResolver }));
  const rollouts = owned.use(new Rollouts({ ...parts, fleets }));
  const canaries = owned.use(new Canaries({ ...parts, fleets }));
  const { requests, topics } = fleetHandlers({ ...parts, fleets, rollouts });
  return {
    rollouts,
    canaries,
    workloadOf: (serverId) => {
      const id = parseFleetServerId(serverId)?.fleet;
      const members = fleets.list().find((each) => each.id === id)?.definition.members;
      return members?.kind === "workload" ? members.workload : null;
    },
    fleetName: (id) => fleets.list().find((each) => each.id === id)?.name ?? null,
    withReplica: (server, model) => fleetsWith(fleets.list(), server, model),
    requests: { ...requests, ...rollouts.requests, ...canaries.requests },
    topics: { ...topics, ...rollouts.topics, ...canaries.topics },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The fleets of which `server` is a replica that has `model`, also if the server is connected separately. */
function fleetsWith(
  fleets: readonly Fleet[],
  server: ServerAdapter,
  model: string,
): ModelUsage["fleets"] {
  return fleets.flatMap(({ id, name, replicas }) => {
    const replica = replicas.find(
      (each) =>
        isSamePlace(each.server, server) && each.models.some((known) => known.name === model),
    );
    return replica ? [{ id, name, replica: replica.member.name }] : [];
  });
}

function isSamePlace(a: ServerAdapter, b: ServerAdapter): boolean {
  if (a.id === b.id) return true;
  const [one, other] = [a.status.endpoints, b.status.endpoints];
  if (!one || !other) return false;
  const sameGrpc = one.grpc !== "" && one.grpc === other.grpc;
  return sameGrpc || (one.http !== "" && one.http === other.http);
}
