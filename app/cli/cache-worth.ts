import { setTimeout as sleep } from "node:timers/promises";
import { StatusError } from "../../base/status-error.ts";
import type { CacheObservation } from "../../engine/types.ts";
import { InsightClient, isBatchdeck, TritonOverGrpc } from "../../main/servers/triton/index.ts";
import { formatAuthority } from "../../main/wire/index.ts";
import { GrpcClient } from "../../main/wire/transport/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { untilInterrupted } from "./interrupt.ts";
import { serverOptions } from "./measure/flag-table.ts";
import { integer, number } from "./measure/flag-values.ts";
import { targetFromFlags } from "./measure/server-flags.ts";
import { print } from "./output.ts";

export const cacheWorthCommand: Command = {
  name: "cache-worth",
  summary: "observe a model's requests to see what a response cache would answer",
  help: `Usage: npm run --silent batchdeck -- cache-worth -m MODEL [-u HOST:PORT] [flags]

Observes the requests that the model gets, and predicts the hit rate of an LRU cache of any size before it is turned on.
Sends no load. Hashes of the requests are kept, never their contents. Needs Batchdeck's own engine: a Triton doesn't
show its requests.

  -m MODEL                          A model that serves requests.
  -u HOST:PORT                      gRPC of the server. Default: 127.0.0.1:8001.
  --seconds S                       1 to 3600. Default: 60. Ctrl-C ends it with what was observed.
  --max-memory MIB                  The size that a rate is printed for. Default: what keeps all responses.
  --json                            Prints the observation as JSON.
  --help

Exit code 0: observed; 1: the server can't be reached, doesn't show its requests, or there were none; 2: wrong usage.
`,
  async run(args) {
    const { values, positionals } = parseFlags(args, options);
    const [stray] = positionals;
    if (stray !== undefined) {
      throw new UsageError(`Unexpected argument '${stray}'; see cache-worth --help.`);
    }
    const model = values["model-name"];
    if (model === undefined) throw new UsageError("cache-worth needs -m MODEL.");
    const seconds = integer("--seconds", values.seconds, 1, 3600);
    const given = values["max-memory"];
    const mib = given === undefined ? null : number("--max-memory", given, 0.001, 1_048_576);
    const target = targetFromFlags(values, "grpc");
    const grpc = new GrpcClient(target);
    try {
      if (!isBatchdeck(await new TritonOverGrpc(grpc).serverMetadata({}))) {
        throw new StatusError(
          "FAILED_PRECONDITION",
          `${formatAuthority(target)} doesn't show its requests: only Batchdeck's own engine can observe what a cache would answer.`,
        );
      }
      const observation = await observe(new InsightClient(grpc), model, seconds);
      if (values.json) print(`${JSON.stringify(observation, null, 2)}\n`);
      else print(report(observation, mib === null ? null : mib * MIB));
      return observation.requests > 0 ? 0 : 1;
    } finally {
      grpc.close();
    }
  },
};

const MIB = 2 ** 20;

const options = {
  ...serverOptions,
  "model-name": { type: "string", short: "m" },
  seconds: { type: "string", default: "60" },
  "max-memory": { type: "string" },
  json: { type: "boolean", default: false },
} as const;

async function observe(
  insight: InsightClient,
  model: string,
  seconds: number,
): Promise<CacheObservation> {
  await insight.observeCache(model, seconds);
  const { result } = await untilInterrupted(async (signal) => {
    await sleep(seconds * 1000, undefined, { signal }).catch(() => {});
    return await insight.stopObservingCache(model);
  });
  if (result) return result;
  throw new StatusError(
    "UNAVAILABLE",
    `The observation of '${model}' was lost because the server restarted. Observe again.`,
  );
}

/** `bytes`: size of the cache; null: enough for all responses. */
function report(observation: CacheObservation, bytes: number | null): string {
  const { requests, elapsedNs, distinct, distinctBytes, sampledShare, curve, hashNs, clients } =
    observation;
  const seen = `${requests} requests in ${(elapsedNs / 1e9).toFixed(0)} s`;
  if (requests === 0) return `${seen}. Send the model some load, or observe for longer.\n`;
  const lines = [
    `${seen}; ${Math.round(distinct)} distinct, whose responses need ${size(distinctBytes)}.`,
  ];
  if (sampledShare < 1) {
    lines.push(`Estimated from ${percent(sampledShare)} of the distinct requests.`);
  }
  if (curve.length === 0) lines.push("No request was repeated, so a cache would answer none.");
  else {
    lines.push("", "Memory      Hit rate");
    for (const point of shownPoints(curve)) {
      lines.push(`${size(point.bytes).padEnd(12)}${percent(point.hitRate)}`);
    }
    // The curve's sizes are rounded up.
    const most = bytes ?? Math.max(distinctBytes, curve.at(-1)?.bytes ?? 0);
    const rate = curve.findLast((point) => point.bytes <= most)?.hitRate ?? 0;
    lines.push(
      "",
      `With ${size(most)}: ${percent(rate)} of the requests. A lookup takes ${(hashNs / 1000).toPrecision(2)} µs (median).`,
    );
  }
  const repeating = clients.filter(({ hits }) => hits > 0).slice(0, 5);
  if (repeating.length > 0) {
    lines.push("", "Clients that repeat requests:");
    for (const { address, userAgent, hits, lookups } of repeating) {
      lines.push(`  ${address} ${userAgent}: ${hits} of ${lookups}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Enough points to show the curve's shape. */
function shownPoints(curve: CacheObservation["curve"]): CacheObservation["curve"] {
  const MOST = 12;
  const step = Math.max(1, (curve.length - 1) / (MOST - 1));
  const indices = Array.from({ length: Math.min(MOST, curve.length) }, (_, i) =>
    Math.round(i * step),
  );
  return indices.flatMap((index) => curve[index] ?? []);
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const size = (bytes: number) =>
  bytes < MIB ? `${(bytes / 1024).toPrecision(3)} KiB` : `${(bytes / MIB).toPrecision(3)} MiB`;
