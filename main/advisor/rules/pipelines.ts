import { adviceRemedy, changeRemedy, type ModelRule } from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

export const slowestStep: ModelRule = {
  id: "E1",
  title: "One step holds the ensemble up",
  severity: "warning",
  judge(window) {
    const { config, counts } = window;
    if (config.steps.length < 2) return "fine";
    if (window.seconds < of.FEW_SECONDS || counts.successes < of.FEW_EXECUTIONS) return "unknown";
    const steps = [...new Set(config.steps)].flatMap((step) => window.peer(step) ?? []);
    const time = ({ queueMs, computeMs }: ModelWindow) => (queueMs ?? 0) + (computeMs ?? 0);
    const whole = steps.reduce((total, each) => total + time(each), 0);
    const slowest = steps.toSorted((a, b) => time(b) - time(a))[0];
    if (!slowest || steps.length < 2) return "unknown";
    const waits = (slowest.queueMs ?? 0) > (slowest.computeMs ?? 0);
    if (time(slowest) < 0.6 * whole || !waits) return "fine";
    const batches = slowest.config.maxBatchSize > 1;
    return {
      title: `${slowest.model} holds the ensemble up`,
      symptom: `Requests spend most of their time at ${slowest.model}, most of it in queue.`,
      evidence: [
        of.share(`Time at ${slowest.model}`, time(slowest) / whole),
        ...steps.flatMap((step) => of.ms(`${step.model}: queue and compute`, time(step))),
        ...of.ms(`Queue of ${slowest.model}`, slowest.queueMs),
      ],
      remedies: [
        ...(batches && !slowest.config.dynamicBatching ? [of.turnOnBatching(slowest)] : []),
        of.moreInstances(slowest),
        changeRemedy(
          window,
          "Limit the ensemble's requests in flight",
          "Bounds memory and queue time inside the ensemble. Throughput stays the same.",
          [{ path: ["ensemble_scheduling", "max_inflight_requests"], value: 32 }],
        ),
      ],
    };
  },
};

export const sequencesWait: ModelRule = {
  id: "S1",
  title: "Sequences wait for a slot",
  severity: "warning",
  judge(window) {
    const { config, queueMs, computeMs, meanBatch } = window;
    if (config.sequences === null) return "fine";
    if (!of.ranEnough(window) || queueMs === null) return "unknown";
    if (queueMs < 1 || queueMs <= 2 * (computeMs ?? 0)) return "fine";
    const direct = config.sequences === "direct";
    return {
      symptom: direct
        ? "Each sequence keeps a batch slot until it ends, and there are more sequences than slots."
        : "More sequences are active than the batcher accepts at a time.",
      evidence: [
        ...of.splitEvidence(window),
        ...of.waitingEvidence(window),
        ...(meanBatch === null ? [] : [of.items("Mean batch", meanBatch)]),
        of.words("Strategy", config.sequences),
      ],
      remedies: [
        ...(direct
          ? [
              changeRemedy(
                window,
                "Batch the oldest requests of any sequence",
                "Idle sequences then keep no slot. The model must keep its state by correlation id.",
                [
                  {
                    path: ["sequence_batching", "oldest"],
                    value: { max_candidate_sequences: Math.max(64, 4 * config.maxBatchSize) },
                  },
                ],
              ),
            ]
          : []),
        of.moreInstances(window),
        adviceRemedy(
          "End sequences when they are done",
          "A sequence without an end flag keeps its slot for max_sequence_idle_microseconds.",
        ),
      ],
    };
  },
};
