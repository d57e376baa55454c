import {
  adviceRemedy,
  changeRemedy,
  measureRemedy,
  type ModelRule,
  type ServerRule,
} from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const FEW_LOOKUPS = 100;
const FEW_MISSES = 50;

const withoutCache = (window: ModelWindow) =>
  changeRemedy(
    window,
    "Turn the model's response cache off",
    "Every request is computed, without lookups and copies into the cache.",
    [{ path: ["response_cache"], value: null }],
  );

export const cacheOffInServer: ModelRule = {
  id: "C3",
  title: "The model's cache is on and the server has none",
  severity: "warning",
  judge(window) {
    const { config, counts } = window;
    if (!config.responseCache || config.sequences !== null || config.decoupled) return "fine";
    if (counts.cacheHits + counts.cacheMisses > 0) return "fine";
    if (window.seconds < of.FEW_SECONDS || counts.successes < 20) return "unknown";
    return {
      symptom: "The configuration turns the response cache on, but no request was looked up in it.",
      evidence: [
        of.count("Requests", counts.successes),
        of.count("Cache lookups", counts.cacheHits + counts.cacheMisses),
      ],
      remedies: [
        adviceRemedy(
          "Start the server with a cache",
          "For example --cache-config local,size=268435456, for 256 MiB shared by all models.",
        ),
        withoutCache(window),
      ],
    };
  },
};

export const cacheCostsMore: ModelRule = {
  id: "C4",
  title: "The response cache costs more than it saves",
  severity: "warning",
  judge(window) {
    const { config, counts, cacheNs, computeMs } = window;
    if (!config.responseCache) return "fine";
    const lookups = counts.cacheHits + counts.cacheMisses;
    if (lookups < FEW_LOOKUPS || window.seconds < of.FEW_SECONDS) return "unknown";
    if (computeMs === null) return "fine";
    const savedMs = counts.cacheHits * computeMs;
    const costMs = (cacheNs.hit + cacheNs.miss) / 1e6;
    if (savedMs >= costMs) return "fine";
    return {
      symptom: "Looking up and storing responses takes more time than cache hits save.",
      evidence: [
        of.share("Hit rate", counts.cacheHits / lookups),
        ...of.ms("Compute that hits saved", savedMs),
        ...of.ms("Lookups and insertions", costMs),
        ...of.ms("Compute per miss", computeMs),
        of.count("Lookups", lookups),
      ],
      remedies: [
        withoutCache(window),
        measureRemedy(
          window,
          "Measure with inputs that repeat as yours do",
          "Set the number of distinct inputs to what your clients send.",
          { distinctInputs: 100 },
        ),
      ],
    };
  },
};

export const cacheTooSmall: ServerRule = {
  id: "C5",
  title: "The response cache is too small",
  severity: "warning",
  unwatched: ({ metrics, insight }) =>
    insight || metrics?.cache
      ? null
      : "The server has no response cache, or does not report evictions.",
  judge({ cache }) {
    if (!cache || cache.misses < FEW_MISSES) return "unknown";
    if (cache.evictions < 0.8 * cache.misses) return "fine";
    return {
      symptom: "Nearly every stored response evicts another, often before it is requested again.",
      evidence: [
        of.count("Misses, each stores a response", cache.misses),
        of.count("Evictions", cache.evictions),
        of.share("Evictions per miss", cache.evictions / cache.misses),
      ],
      remedies: [
        adviceRemedy(
          "Give the cache more memory",
          "All models share it. Raise size in --cache-config and restart the server.",
        ),
        adviceRemedy(
          "Cache only models that gain from it",
          "Turn off response_cache for models whose requests rarely repeat.",
        ),
      ],
    };
  },
};

export const summariesOff: ModelRule = {
  id: "C6",
  title: "No latency summaries for a cached model",
  severity: "info",
  unwatched: ({ metrics }) =>
    metrics?.summaries ? null : "The server exports no latency summaries for any model.",
  judge({ config, metrics, counts }) {
    if (!metrics.at(-1)?.summaries || !config.responseCache) return "fine";
    if (counts.successes === 0) return "unknown";
    return {
      symptom:
        "The server exports latency summaries, but leaves out requests of models with a response cache.",
      evidence: [of.count("Requests", counts.successes), of.count("Cache hits", counts.cacheHits)],
      remedies: [
        adviceRemedy(
          "Take percentiles from the clients",
          "Or from histograms, or from Batchdeck's engine, which counts cached answers too.",
        ),
      ],
    };
  },
};

/** The console's own requests repeat on purpose: sample traffic and experiments. */
const OWN_CLIENT = /^batchdeck-load-generator\b/;

export const duplicates: ModelRule = {
  id: "D1",
  title: "One client sends the same requests again",
  severity: "info",
  unwatched: ({ insight }) =>
    insight ? null : "Clients of the cache are not reported by this server.",
  judge({ config, clients, seconds }) {
    if (!config.responseCache) return "fine";
    const others = clients.filter(({ userAgent }) => !OWN_CLIENT.test(userAgent));
    if (clients.length > 0 && others.length === 0) return "fine";
    if (others.length === 0 || seconds < of.FEW_SECONDS) return "unknown";
    const most = others.reduce((best, each) => (each.hits > best.hits ? each : best));
    if (most.lookups < FEW_LOOKUPS) return "unknown";
    if (most.hits < 0.9 * most.lookups) return "fine";
    const name = most.userAgent ? `${most.address} (${most.userAgent})` : most.address;
    return {
      symptom: `Nearly all requests of ${name} are repeats: unneeded retries, a loop, or a missing cache in the client.`,
      evidence: [
        of.words("Client", name),
        of.count("Its requests", most.lookups),
        of.share("Repeats", most.hits / most.lookups),
        of.perSecond("Its duplicates", most.hits / seconds),
      ],
      remedies: [
        adviceRemedy(
          "Check what the client does",
          "Usual reasons are retries after a timeout that is too short, and polling.",
        ),
        adviceRemedy(
          "Cache responses in the client",
          "A response cached there needs neither network nor server.",
        ),
      ],
    };
  },
};
