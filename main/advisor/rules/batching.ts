import type { Remedy } from "../../contract/index.ts";
import { adviceRemedy, changeRemedy, measureRemedy, type ModelRule } from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const SINGLE = 1.2;
const FULL = 0.9;

function runsSingly(window: ModelWindow): boolean {
  return (window.meanBatch ?? SINGLE) < SINGLE && of.requestsWait(window);
}

function isFull({ meanBatch, config, queueMs, computeMs }: ModelWindow): boolean {
  return (
    config.maxBatchSize > 1 &&
    (meanBatch ?? 0) >= FULL * config.maxBatchSize &&
    (queueMs ?? 0) > (computeMs ?? 0)
  );
}

export const batchesDoNotForm: ModelRule = {
  id: "B6",
  title: "Batches do not form",
  severity: "warning",
  judge(window) {
    const { config, counts } = window;
    if (!of.isPlain(window) || config.maxBatchSize <= 1) return "fine";
    if (!of.ranEnough(window)) return "unknown";
    if (!runsSingly(window)) return "fine";
    return {
      symptom: config.dynamicBatching
        ? "Requests wait more than half of their compute time, and nearly all run alone although dynamic batching is on."
        : "Requests wait more than half of their compute time, and all run alone because dynamic batching is off.",
      evidence: [
        ...of.batchEvidence(window),
        ...of.splitEvidence(window),
        ...of.waitingEvidence(window),
        of.count("Executions", counts.executions),
      ],
      remedies: config.dynamicBatching
        ? batchingAdvice(window)
        : [of.turnOnBatching(window), batchAtClient],
    };
  },
};

const batchAtClient = adviceRemedy(
  "Send several items in one request",
  "A client that has several items can batch them itself: fewer requests, and the server does not wait for others.",
);

function batchingAdvice(window: ModelWindow): Remedy[] {
  const { variableInputs, dynamicBatching, python } = window.config;
  const remedies: Remedy[] = [];
  if (variableInputs.length > 0)
    remedies.push(
      adviceRemedy(
        `Send ${variableInputs.join(", ")} in fewer shapes`,
        python
          ? "Only requests of equal shape share a batch. Pad to a few sizes, or set allow_ragged_batch: execute then gets requests of any shapes, each with its own tensors."
          : "Only requests of equal shape share a batch. Pad to a few sizes, or set allow_ragged_batch if the model supports it.",
      ),
    );
  if (dynamicBatching?.delayMs === 0)
    remedies.push(
      changeRemedy(
        window,
        "Set a batching delay of 0.5 ms",
        python
          ? "Holds requests up to 0.5 ms to form larger batches. It only pays off if model.py computes a batch together."
          : "Holds requests up to 0.5 ms to form larger batches. It pays off where a batch takes little longer than a single request.",
        [{ path: ["dynamic_batching", "max_queue_delay_microseconds"], value: 500 }],
      ),
    );
  remedies.push(of.moreInstances(window));
  return remedies;
}

export const batchesAreFull: ModelRule = {
  id: "B7",
  title: "Batches are full and requests still wait",
  severity: "warning",
  judge(window) {
    const { config } = window;
    if (!of.isPlain(window) || config.maxBatchSize <= 1) return "fine";
    if (!of.ranEnough(window)) return "unknown";
    if (!isFull(window)) return "fine";
    const larger = config.maxBatchSize * 2;
    return {
      symptom:
        "Nearly every batch has max_batch_size items, and requests wait longer than they compute.",
      evidence: [
        ...of.batchEvidence(window),
        ...of.splitEvidence(window),
        ...of.waitingEvidence(window),
      ],
      remedies: [
        changeRemedy(window, `Raise max_batch_size to ${larger}`, of.largerBatchText(window), [
          { path: ["max_batch_size"], value: larger },
        ]),
        of.moreInstances(window),
        limitQueue(window),
      ],
    };
  },
};

export const queueDominates: ModelRule = {
  id: "T1",
  title: "Requests spend most of their time waiting",
  severity: "warning",
  judge(window) {
    const { config, queueMs, computeMs } = window;
    if (!of.isPlain(window)) return "fine";
    if (!of.ranEnough(window) || queueMs === null || computeMs === null) return "unknown";
    const single = config.maxBatchSize > 1 && runsSingly(window);
    const delay = config.dynamicBatching?.delayMs ?? 0;
    const dominates = queueMs >= 1 && queueMs > 2 * computeMs && queueMs > 2 * delay;
    if (!dominates || single || isFull(window)) return "fine";
    return {
      symptom: "Requests wait more than twice as long as they compute.",
      evidence: [
        ...of.splitEvidence(window),
        ...of.waitingEvidence(window),
        ...of.batchEvidence(window),
        of.perSecond("Requests", window.counts.successes / window.seconds),
      ],
      remedies: [
        ...(config.maxBatchSize > 1 && !config.dynamicBatching ? [of.turnOnBatching(window)] : []),
        measureRemedy(
          window,
          "Find its capacity",
          "Where throughput stops rising with concurrency, more requests only wait. Stay below that load.",
        ),
        of.moreInstances(window),
        ...(config.dynamicBatching ? [limitQueue(window)] : []),
      ],
    };
  },
};

/** A queue limit turns endless waiting into a rejection that a client can act on. */
function limitQueue(window: ModelWindow): Remedy {
  const limit = of.queueLimit(window);
  return changeRemedy(
    window,
    `Limit the queue to ${limit.value} requests`,
    "Throughput stays the same, but requests that would wait too long are rejected at once.",
    [limit],
  );
}

export const delayOnlyAdds: ModelRule = {
  id: "B8",
  title: "The batching delay only adds latency",
  severity: "warning",
  judge(window) {
    const { config, queueMs, meanBatch, reasons } = window;
    const delay = config.dynamicBatching?.delayMs ?? 0;
    if (delay <= 0) return "fine";
    if (!of.ranEnough(window) || meanBatch === null) return "unknown";
    const parts = reasons && Object.values(reasons);
    const all = parts?.reduce((total, { batches }) => total + batches, 0) ?? 0;
    const waited = reasons?.delay;
    const alone =
      parts && all >= of.FEW_EXECUTIONS
        ? waited !== undefined &&
          waited.batches >= all / 2 &&
          waited.requests < SINGLE * waited.batches
        : meanBatch < SINGLE && (queueMs ?? 0) >= 0.8 * delay && !of.requestsWait(window);
    if (!alone) return "fine";
    return {
      symptom:
        "Requests wait the whole batching delay and no others arrive: batches are no larger than without it.",
      evidence: [
        ...of.ms("Delay", delay),
        ...of.splitEvidence(window),
        ...of.batchEvidence(window),
        ...(waited && parts
          ? [
              of.share("Batches that waited the whole delay", waited.batches / all),
              of.items("Requests in such a batch", waited.requests / waited.batches),
            ]
          : []),
      ],
      remedies: [
        changeRemedy(
          window,
          "Remove the batching delay",
          "A batch then runs as soon as an instance is free, with all requests that wait by then. Under load batches form anyway.",
          [{ path: ["dynamic_batching", "max_queue_delay_microseconds"], value: null }],
        ),
        measureRemedy(
          window,
          "Measure under more load",
          "A delay pays off where several requests arrive within it.",
          { concurrencies: [1, 8, 32] },
        ),
      ],
    };
  },
};
