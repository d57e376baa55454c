import { z } from "zod";
import { request, topic } from "./define.ts";

/** Requests that are sent to a model while something about it changes. */
export const probeOptions = z.object({
  /** Requests per second, at equal distances. */
  rate: z.number().int().min(1).max(100),
  /** A response is late that comes more than this after its request was due, ms; null: found out before the change. */
  lateMs: z.number().int().min(1).max(60_000).nullable(),
});
export type ProbeOptions = z.infer<typeof probeOptions>;

/** `watch`: what happens while a person lets it run, such as an autoscaler's work. */
const probedChange = z.object({
  kind: z.enum(["apply", "revert", "rollout", "watch"]),
  /** In the configuration's history, once it is there. */
  revisionId: z.number().nullable(),
  rolloutId: z.number().nullable(),
});
export type ProbedChange = z.infer<typeof probedChange>;

/**
 * Why a request got no response, as its client observes it:
 * - `refused`: no connection could be opened.
 * - `closed`: the server closed the connection (FIN) over HTTP/1.1, where nothing announces it.
 * - `closedWithoutGoaway`: the same over HTTP/2, where GOAWAY would have announced it.
 * - `goaway`: the server announced with GOAWAY that it doesn't process the request.
 * - `refusedStream`: the server refused the request unprocessed (REFUSED_STREAM) and kept the connection.
 * - `cutAfterGoaway`: the server announced the end with GOAWAY, but closed while the request was in progress.
 * - `reset`: the connection was reset (RST).
 * - `stream`: the server ended the call (RST_STREAM) and kept the connection.
 * - `silent`: nothing came within the deadline, and the connection stayed open.
 */
const connectionLoss = z.enum([
  "refused",
  "closed",
  "closedWithoutGoaway",
  "goaway",
  "refusedStream",
  "cutAfterGoaway",
  "reset",
  "stream",
  "silent",
]);
export type ConnectionLoss = z.infer<typeof connectionLoss>;

/** Whether the server guarantees that it did not process the request, which may then be sent again. */
export function isUnprocessed(loss: ConnectionLoss | null): boolean {
  return loss === "goaway" || loss === "refusedStream";
}

/** Of the requests that were sent over one kind of connection. */
const connectionCounts = z.object({
  sent: z.number(),
  failed: z.number(),
  lost: z.number(),
  late: z.number(),
  /** How the lost ones were lost, as far as known. */
  losses: z.array(z.object({ how: connectionLoss, count: z.number() })),
  /** Those that the server refused unprocessed and that were sent again, however they ended then. 0 in probes of versions that didn't. */
  sentAgain: z.number().default(0),
});
export type ConnectionCounts = z.infer<typeof connectionCounts>;

export const probeCounts = z.object({
  sent: z.number(),
  /** Answered without an error, late or not. */
  ok: z.number(),
  /** Answered with an error. */
  failed: z.number(),
  /** Not answered: the connection broke or was refused, or nothing came within the deadline. */
  lost: z.number(),
  late: z.number(),
  /** The longest time without a successful response, ms; null with none. */
  longestGapMs: z.number().nullable(),
  /** The slowest successful response, from when its request was due, ms. */
  slowestMs: z.number().nullable(),
  /** How late the console itself sent a request at most, ms; contained in the times above. */
  sendDelayMs: z.number(),
  /** The first error or loss, in the server's or the client's words; "" without one. */
  firstFailure: z.string(),
  /** Null in probes of versions that opened a connection for each request. */
  byConnection: z
    .object({
      /** A connection for each request. */
      fresh: connectionCounts,
      /** One connection that stays open. `reopened`: how often it was opened again. */
      kept: connectionCounts.extend({ reopened: z.number() }),
    })
    .nullable()
    .default(null),
});
export type ProbeCounts = z.infer<typeof probeCounts>;
export type ConnectionKind = keyof NonNullable<ProbeCounts["byConnection"]>;

export const changeProbe = z.object({
  id: z.number(),
  serverId: z.string(),
  model: z.string(),
  change: probedChange,
  /** `interrupted`: the console ended during it. */
  state: z.enum(["preparing", "before", "during", "after", "done", "notRun", "interrupted"]),
  /** Why no probe ran; "". */
  reason: z.string(),
  rate: z.number(),
  /** In effect; null while it is not found out. */
  lateMs: z.number().nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  counts: probeCounts,
  /** Whether the change that it was about succeeded; null while it is under way, and without one. */
  changeSucceeded: z.boolean().nullable(),
  /** What happened on the server in the meantime, as events say it, and on its cluster until shortly after; the first ones. */
  events: z.array(z.object({ time: z.number(), message: z.string() })),
});
export type ChangeProbe = z.infer<typeof changeProbe>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const changeProbeRequests = {
  /** Why no probe can run, in a sentence; null: one can. Sends no inference request. */
  "probes.check": request(model, z.object({ reason: z.string().nullable() })),
  /**
   * Sends requests until they are stopped or `seconds` have passed. FAILED_PRECONDITION where no probe can run;
   * ALREADY_EXISTS where one runs on the model.
   */
  "probes.start": request(
    model.extend({ options: probeOptions, seconds: z.number().int().min(1).max(1800) }),
    z.object({ id: z.number() }),
  ),
  /** Ends one that "probes.start" began, and answers when its result is there. */
  "probes.stop": request(z.object({ id: z.number() }), z.object({})),
};

export const changeProbeTopics = {
  /** A model's probes, newest first, at most 50. */
  "probes.model": topic(model, z.array(changeProbe)),
};
