import { adviceRemedy, changeRemedy, measureRemedy, type ModelRule } from "../rule.ts";
import * as of from "./common.ts";

export const objectiveBroken: ModelRule = {
  id: "L1",
  title: "The latency objective is missed",
  severity: "warning",
  judge(window) {
    const { objectiveMs, p99Ms, queueMs, computeMs, counts, config } = window;
    if (objectiveMs === null) return "fine";
    if (window.seconds < of.FEW_SECONDS || counts.successes < of.FEW_EXECUTIONS) return "unknown";
    // A mean above the objective proves that the percentile is, too; one below proves nothing.
    const mean = (queueMs ?? 0) + (computeMs ?? 0);
    const seen = p99Ms ?? mean;
    if (seen <= objectiveMs) return p99Ms === null ? "unknown" : "fine";
    const queued = (queueMs ?? 0) > (computeMs ?? 0);
    const delay = config.dynamicBatching?.delayMs ?? 0;
    return {
      symptom: queued
        ? "Requests exceed the latency objective, and most of it is time in queue."
        : "Requests exceed the latency objective, and most of it is compute time.",
      evidence: [
        ...of.ms("Latency objective, p99", objectiveMs),
        ...of.ms(p99Ms === null ? "Mean, already above it" : "p99", seen),
        ...of.splitEvidence(window),
        ...of.waitingEvidence(window),
      ],
      remedies: [
        ...(delay > 0 && delay >= objectiveMs / 4
          ? [
              changeRemedy(
                window,
                "Remove the batching delay",
                "It can use a quarter of the objective or more before anything is computed.",
                [{ path: ["dynamic_batching", "max_queue_delay_microseconds"], value: null }],
              ),
            ]
          : []),
        ...(queued ? [of.moreInstances(window)] : []),
        ...(!queued && config.maxBatchSize > 1 && config.dynamicBatching
          ? [
              changeRemedy(
                window,
                `Lower max_batch_size to ${Math.max(1, Math.floor(config.maxBatchSize / 2))}`,
                "A smaller batch computes faster; throughput may fall.",
                [
                  {
                    path: ["max_batch_size"],
                    value: Math.max(1, Math.floor(config.maxBatchSize / 2)),
                  },
                ],
              ),
            ]
          : []),
        measureRemedy(
          window,
          "Find the highest load that meets it",
          "p99 at each concurrency shows how many concurrent requests are too many.",
        ),
      ],
    };
  },
};

export const percentileUnknown: ModelRule = {
  id: "O2",
  title: "The latency objective can't be checked from counters",
  severity: "info",
  unwatched: ({ insight }) => (insight ? "The engine reports exact percentiles." : null),
  judge({ objectiveMs, p99Ms, counts }) {
    if (objectiveMs === null || p99Ms !== null) return "fine";
    if (counts.successes === 0) return "unknown";
    return {
      symptom:
        "A p99 objective is set, but the server exports only counters, which give no percentiles.",
      evidence: [
        ...of.ms("Latency objective, p99", objectiveMs),
        of.count("Requests", counts.successes),
      ],
      remedies: [
        adviceRemedy(
          "Let the server export histograms",
          "--metrics-config summary_latencies=true, or histogram_latencies=true in versions that have it.",
        ),
        adviceRemedy(
          "Measure at the client",
          "An experiment against this server computes percentiles from every request.",
        ),
      ],
    };
  },
};
