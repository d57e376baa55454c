import { z } from "zod";
import { fieldChange } from "./configs.ts";
import { connectionDraft, shownConnection } from "./connections.ts";
import { request, topic } from "./define.ts";
import { figureId } from "./figures.ts";
import { observedFigure, observedModel } from "./observed.ts";
import { serverStatus } from "./servers.ts";
import { provenance } from "./telemetry.ts";
import { unreadable } from "./unreadable.ts";

export const MAX_REPLICAS = 200;

const port = z.number().int().min(1).max(65_535).nullable();

export const fleetMembers = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("listed"),
    /** Addresses as a user writes them, HOST:PORT or a URL; "" without one. */
    members: z
      .array(
        z.object({
          name: z.string().max(100),
          grpc: z.string().max(300),
          http: z.string().max(300),
          metrics: z.string().max(300),
        }),
      )
      .max(MAX_REPLICAS),
  }),
  z.object({
    kind: z.literal("dns"),
    /** All its addresses, of A and AAAA records; or SRV records, which name hosts and `records`' ports. */
    host: z.string().min(1).max(253),
    /** `srvGrpc` and `srvHttp`: SRV records, whose ports are gRPC's or HTTP's; the others are as given. */
    records: z.enum(["addresses", "srvGrpc", "srvHttp"]).default("addresses"),
    grpcPort: port,
    httpPort: port,
    metricsPort: port,
    encrypted: z.boolean().default(false),
    everySeconds: z.number().int().min(5).max(3600).default(30),
  }),
  /** The key that was given out for a workload of a cluster. */
  z.object({
    kind: z.literal("workload"),
    workload: z.string().min(1).max(600),
    /** Ports of its pods that are served with TLS; absent: none. */
    encrypted: z.array(z.enum(["grpc", "http", "metrics"])).optional(),
  }),
]);
export type FleetMembers = z.infer<typeof fleetMembers>;

const own = { grpc: true, http: true, metrics: true } as const;

/** Kind and security apply to every replica. */
export const fleetDraft = connectionDraft
  .omit(own)
  .extend({ name: z.string().trim().min(1).max(100), members: fleetMembers });
export type FleetDraft = z.infer<typeof fleetDraft>;

export const shownFleet = shownConnection
  .omit(own)
  .extend({ id: z.number(), members: fleetMembers });
export type ShownFleet = z.infer<typeof shownFleet>;

export const fleetSummary = z.object({
  id: z.number(),
  name: z.string(),
  members: fleetMembers,
  replicas: z.number(),
  live: z.number(),
  /** Models whose configuration differs between replicas. */
  drifting: z.array(z.string()),
  /** Requests per second over all replicas and models; null where none reports it. */
  requestsPerSecond: z.number().nullable(),
  /** Why the last look-up of members failed; null: it didn't. */
  problem: z.string().nullable(),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** One model on one replica. */
export const gridCell = z.object({
  state: observedModel.shape.state,
  reason: z.string().nullable(),
  versions: z.array(z.string()),
  /** Index of its configuration, 0 is the most frequent one; null: not read, or not available. */
  configuration: z.number().nullable(),
  value: z.number().nullable(),
});
export type GridCell = z.infer<typeof gridCell>;

export const gridReplica = z.object({
  key: z.string(),
  serverId: z.string(),
  name: z.string(),
  address: z.string(),
  /** How it is reached, such as through a port-forward; "": directly. */
  note: z.string(),
  /** A problem that its cluster reports, such as why its pod is not ready; "": none. */
  trouble: z.string(),
  state: serverStatus.shape.state,
  /** ms since the epoch when the state began */
  since: z.number(),
  /** Why its address does not respond. */
  reason: z.string().nullable(),
  version: z.string().nullable(),
  /** Number of restarts and replacements that were seen. */
  restarts: z.number(),
  /** When the last one was seen, ms since the epoch. */
  restartedAt: z.number().nullable(),
  /** In the order of the frame's models; null: it has no such model. */
  cells: z.array(gridCell.nullable()),
  /** All of its models together. */
  total: z.number().nullable(),
});
export type GridReplica = z.infer<typeof gridReplica>;

export const gridFrame = z.object({
  fleetId: z.number(),
  t: z.number(),
  name: z.string(),
  problem: z.string().nullable(),
  /** Members above the maximum, which are left out. */
  leftOut: z.number(),
  figure: figureId,
  provenance,
  /** Where unavailable: why, and which setting of the servers would turn it on. */
  hint: z.string().nullable(),
  models: z.array(z.string()),
  replicas: z.array(gridReplica),
  /** Per model over all replicas: counts added and histograms merged; null where that is not possible. */
  totals: z.array(z.number().nullable()),
  total: z.number().nullable(),
});
export type GridFrame = z.infer<typeof gridFrame>;

export const driftGroup = z.object({
  /** The same for equal configurations, of other fleets too. */
  fingerprint: z.string(),
  /** Keys of the replicas that serve with it. */
  replicas: z.array(z.string()),
  /** Difference from the first, most frequent group; empty for the first. */
  changes: z.array(fieldChange),
});
export const modelDrift = z.object({
  model: z.string(),
  /** Most frequent first; one group: no drift. */
  groups: z.array(driftGroup),
  /** Replicas whose configuration could not be read, and why. */
  unread: z.array(z.object({ replica: z.string(), reason: z.string() })),
});
export type ModelDrift = z.infer<typeof modelDrift>;

/** How requests were distributed over the last minute. */
export const trafficSkew = z.object({
  /** "": all models together. */
  model: z.string(),
  seconds: z.number(),
  requests: z.number(),
  /** 0..1 */
  evenShare: z.number(),
  shares: z.array(z.object({ replica: z.string(), requests: z.number(), share: z.number() })),
  /** A sentence where the distribution is far from even, with a remedy; null: nearly even, or not enough requests. */
  finding: z.string().nullable(),
});
export type TrafficSkew = z.infer<typeof trafficSkew>;

const fleet = z.object({ fleetId: z.number() });

export const fleetRequests = {
  /** INVALID_ARGUMENT names the field in `details.field`. */
  "fleets.add": request(fleetDraft, fleet),
  /** Replaces a fleet; `kept` secrets are unchanged, and so are replicas that are reached the same way. */
  "fleets.edit": request(fleet.extend({ fleet: fleetDraft }), z.object({})),
  "fleets.fleet": request(fleet, shownFleet),
  "fleets.remove": request(fleet, z.object({})),
  /** Deletes a stored fleet that can't be opened, and its secrets. */
  "fleets.removeUnreadable": request(unreadable.pick({ id: true }), z.object({})),
  /** Reads the configurations now. */
  "fleets.readConfigurations": request(fleet, z.object({})),
};

export const fleetTopics = {
  "fleets.list": topic(z.object({}), z.array(fleetSummary)),
  /** Stored fleets that can't be opened. */
  "fleets.unreadable": topic(z.object({}), z.array(unreadable)),
  "fleets.grid": topic(fleet.extend({ figure: figureId }), gridFrame),
  "fleets.drift": topic(fleet, z.array(modelDrift)),
  "fleets.skew": topic(fleet, z.array(trafficSkew)),
  /** A replica's status, as of any server; null for an unknown id. */
  "fleets.replica": topic(z.object({ serverId: z.string() }), serverStatus.nullable()),
  /** All live replicas together, by model; "" stands for the servers themselves. */
  "fleets.totals": topic(fleet, z.array(observedFigure)),
};
