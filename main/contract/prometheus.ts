import { z } from "zod";
import { connectionDraft, shownConnection } from "./connections.ts";
import { request, topic } from "./define.ts";
import { unreadable } from "./unreadable.ts";

const reached = {
  name: true,
  http: true,
  tls: true,
  auth: true,
  headers: true,
  proxy: true,
} as const;

/** Sent as X-Scope-OrgID to servers that keep the metrics of several tenants; "": not sent. */
const tenant = z.string().max(150).default("");

/** A connection to a server with Prometheus' HTTP API; `http`: its address with the path before /api/v1. */
export const prometheusDraft = connectionDraft.pick(reached).extend({ tenant });
export type PrometheusDraft = z.infer<typeof prometheusDraft>;

export const shownPrometheus = shownConnection.pick(reached).extend({ id: z.string(), tenant });
export type ShownPrometheus = z.infer<typeof shownPrometheus>;

/** What a server of the API reports about itself. */
export const prometheusAbout = z.object({
  /** "Prometheus", or as it names itself; null where it doesn't. */
  product: z.string().nullable(),
  version: z.string().nullable(),
  /** Targets, and targets whose last scrape succeeded; null where it has no `up`. */
  targets: z.object({ all: z.number(), up: z.number() }).nullable(),
});
export type PrometheusAbout = z.infer<typeof prometheusAbout>;

const labels = z.record(z.string(), z.string());

/** The label that differs from replica to replica of a fleet: a pod's name or an address. */
export const replicaLabel = z.enum(["pod", "instance"]);
export type ReplicaLabel = z.infer<typeof replicaLabel>;

/** Where a server's metrics are recorded. */
export const prometheusLink = z.object({
  /** Id of the connection. */
  prometheus: z.string().max(100),
  /** Labels that all series of the server, or of the fleet's replicas, have. */
  labels: labels.refine((all) => Object.keys(all).length > 0, "Choose at least one label."),
  /** Of a fleet: the label that differs from replica to replica; null: of one server. */
  replicaLabel: replicaLabel.nullable(),
});
export type PrometheusLink = z.infer<typeof prometheusLink>;

export const shownLink = prometheusLink.extend({
  /** The server, or the fleet. */
  serverId: z.string(),
  /** Name of the connection. */
  name: z.string(),
  /** Why the last read of its history failed; null: it didn't. */
  problem: z.string().nullable(),
});
export type ShownLink = z.infer<typeof shownLink>;

/** One target whose series may be the server's. */
export const linkCandidate = z.object({
  /** Labels that Prometheus added to the server's own. */
  labels,
  /** Signs that it is the server, a short sentence each; may be empty. */
  evidence: z.array(z.string()),
  /** Models named by its series. */
  models: z.array(z.string()),
  /** Of a fleet: number of targets. */
  targets: z.number(),
  replicaLabel: replicaLabel.nullable(),
});
export type LinkCandidate = z.infer<typeof linkCandidate>;

/** What a panel's values count in; "seconds" are shown in the unit that fits, "share" is 0..1. */
export const PANEL_UNITS = [
  "none",
  "perSecond",
  "requestsPerSecond",
  "tokensPerSecond",
  "seconds",
  "milliseconds",
  "bytes",
  "share",
  "percent",
  "watts",
  "celsius",
] as const;
export const panelUnit = z.enum(PANEL_UNITS);
export type PanelUnit = z.infer<typeof panelUnit>;

const promql = z.string().trim().min(1).max(4000);

/** A chart of PromQL on a server's page. */
export const panelDraft = z.object({
  title: z.string().trim().min(1).max(100),
  prometheus: z.string().max(100),
  /** $labels is replaced by the server's labels, $__interval and $__rate_interval by durations, as in Grafana. */
  query: promql,
  unit: panelUnit,
});
export type PanelDraft = z.infer<typeof panelDraft>;

export const panel = panelDraft.extend({ id: z.number() });
export type Panel = z.infer<typeof panel>;

export const promSeries = z.object({
  labels,
  /** ms since the epoch, and the value; null: not a number. */
  points: z.array(z.tuple([z.number(), z.number().nullable()])),
});
export type PromSeries = z.infer<typeof promSeries>;

/** One GPU as DCGM's exporter reports it; null where it does not. */
export const dcgmGpu = z.object({
  gpu: z.string(),
  uuid: z.string(),
  /** The GPU's product name. */
  model: z.string(),
  node: z.string(),
  namespace: z.string(),
  pod: z.string(),
  /** The MIG instance; "": the whole GPU. */
  instance: z.string(),
  /** 0..1 */
  utilization: z.number().nullable(),
  memoryUsedBytes: z.number().nullable(),
  memoryTotalBytes: z.number().nullable(),
  watts: z.number().nullable(),
  celsius: z.number().nullable(),
});
export type DcgmGpu = z.infer<typeof dcgmGpu>;

const server = z.object({ serverId: z.string() });
const connection = z.object({ id: z.string() });

export const prometheusRequests = {
  /** INVALID_ARGUMENT names the field in `details.field`, as with servers. */
  "prometheus.add": request(prometheusDraft, connection),
  /** Replaces all of a connection; `kept` secrets stay. */
  "prometheus.edit": request(connection.extend({ connection: prometheusDraft }), z.object({})),
  /** Also removes its links and panels. */
  "prometheus.remove": request(connection, z.object({})),
  "prometheus.removeUnreadable": request(connection, z.object({})),
  /** Tests a draft and stores nothing. `id`: whose `kept` secrets to use. */
  "prometheus.test": request(
    z.object({ connection: prometheusDraft, id: z.string().nullable() }),
    prometheusAbout,
  ),
  "prometheus.check": request(connection, prometheusAbout),
  /** Targets whose series may be a server's or a fleet's, the likeliest first; at most 100. */
  "prometheus.candidates": request(
    server.extend({ prometheus: z.string() }),
    z.array(linkCandidate),
  ),
  /** Links a server to its series in Prometheus; null removes the link. */
  "prometheus.link": request(server.extend({ link: prometheusLink.nullable() }), z.object({})),
  "prometheus.savePanel": request(
    server.extend({ id: z.number().nullable(), panel: panelDraft }),
    z.object({ id: z.number() }),
  ),
  "prometheus.removePanel": request(server.extend({ id: z.number() }), z.object({})),
  /** All ids of the server's panels, in their new order. */
  "prometheus.orderPanels": request(
    server.extend({ ids: z.array(z.number()).max(100) }),
    z.object({}),
  ),
  /** PromQL over a time range, ms since the epoch. INVALID_ARGUMENT has Prometheus' message about the query. */
  "prometheus.query": request(
    server.extend({
      prometheus: z.string(),
      query: promql,
      from: z.number(),
      to: z.number(),
      maxPoints: z.number().int().min(2).max(1000),
    }),
    z.object({
      series: z.array(promSeries),
      /** Number of series that were left out. */
      leftOut: z.number(),
      stepSeconds: z.number(),
      /** The query as it was sent. */
      query: z.string(),
      warnings: z.array(z.string()),
    }),
  ),
  /** GPUs of the pods or nodes of a server, or of a fleet's replicas. */
  "prometheus.gpus": request(
    server,
    z.object({
      /** Name of the connection; null: the server has no link. */
      name: z.string().nullable(),
      /** How they were found, such as 'pod "triton-0"'; "" where they weren't. */
      by: z.string(),
      gpus: z.array(dcgmGpu),
    }),
  ),
};

export const prometheusTopics = {
  "prometheus.list": topic(z.object({}), z.array(shownPrometheus)),
  /** Stored connections that can't be opened. */
  "prometheus.unreadable": topic(z.object({}), z.array(unreadable)),
  "prometheus.links": topic(z.object({}), z.array(shownLink)),
  /** A server's panels in their order; a replica has those of its fleet. */
  "prometheus.panels": topic(server, z.array(panel)),
};
