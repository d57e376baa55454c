import type { Remedy } from "../../contract/index.ts";
import { adviseOf, changeOf, measureOf, type ModelRule, type ServerRule } from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const FEW_FAILURES = 5;
const RISES = 1.2;

/** Requests that failed for other reasons than a full queue, a timeout in it, or a client that left. */
function faults({ failed, counts }: ModelWindow): number {
  return failed ? failed.backend + failed.other : counts.failures;
}

function allRequests(window: ModelWindow): number {
  const { failed, counts } = window;
  return counts.successes + faults(window) + (failed ? failed.rejected + failed.canceled : 0);
}

export const rejectionsRise: ModelRule = {
  id: "O3",
  title: "Requests are rejected",
  severity: "warning",
  unwatched: ({ insight, metrics }) =>
    insight || metrics
      ? null
      : "The server's metrics cannot be read, and its statistics leave rejections out.",
  judge(window) {
    const { failed, rejectedBefore, seconds } = window;
    const all = allRequests(window);
    if (!failed || all === 0 || seconds < of.FEW_SECONDS) return "unknown";
    if (failed.rejected < FEW_FAILURES || failed.rejected < 0.01 * all) return "fine";
    const rate = failed.rejected / seconds;
    const rises = rejectedBefore !== null && rate > RISES * rejectedBefore;
    return {
      title: rises ? "More and more requests are rejected" : "Requests are rejected",
      symptom:
        failed.refused !== null && failed.refused >= failed.rejected / 2
          ? "The queue is full when they come, so they are turned away at once."
          : "The queue is full when they come, or they wait in it for longer than its policy allows.",
      evidence: [
        of.perSecond("Rejected", rate),
        ...(rejectedBefore === null ? [] : [of.perSecond("Just before", rejectedBefore)]),
        of.share("Of all requests", failed.rejected / all),
        ...(failed.refused === null ? [] : [of.count("Found the queue full", failed.refused)]),
        ...of.splitEvidence(window),
      ],
      remedies: againstRejection(window),
    };
  },
};

function againstRejection(window: ModelWindow): Remedy[] {
  const { config } = window;
  const size = config.dynamicBatching?.maxQueueSize ?? 0;
  const remedies: Remedy[] = [
    measureOf(
      window,
      "Find out how much it can serve",
      "Rejecting is what a limited queue is for: if more comes than can be served, somebody has to be told.",
    ),
    of.moreInstances(window),
  ];
  if (size > 0)
    remedies.push(
      changeOf(
        window,
        `Let ${size * 2} requests wait instead of ${size}`,
        "It takes up bursts. Against a load that lasts it only lengthens the wait.",
        [{ path: ["dynamic_batching", "default_queue_policy", "max_queue_size"], value: size * 2 }],
      ),
    );
  remedies.push(
    adviseOf("Send less, or to more servers", "Clients should back off when they are refused."),
  );
  return remedies;
}

export const failuresRise: ModelRule = {
  id: "R1",
  title: "Requests fail",
  severity: "error",
  judge(window) {
    const failed = faults(window);
    const all = allRequests(window);
    if (all === 0 || window.seconds < of.FEW_SECONDS) return "unknown";
    if (failed < FEW_FAILURES || failed < 0.01 * all || isDecoupledMisuse(window)) return "fine";
    return {
      symptom: "The model answers requests with errors.",
      evidence: [
        of.perSecond("Failed", failed / window.seconds),
        of.share("Of all requests", failed / all),
        ...(window.failed
          ? [
              of.count("In the model's backend", window.failed.backend),
              of.count("Elsewhere", window.failed.other),
            ]
          : []),
      ],
      remedies: [
        adviseOf(
          "Read what the errors say",
          "The answers hold it, the server's log may, and a traced request shows at which step it ended.",
        ),
        adviseOf(
          "Go back to the configuration that worked",
          "If it began with a change, the configuration's history takes it back with one click.",
        ),
        measureOf(
          window,
          "See whether a request of ours fails too",
          "If generated requests succeed, look at what the clients send: names, shapes, types.",
          { concurrencies: [1] },
        ),
      ],
    };
  },
};

function isDecoupledMisuse(window: ModelWindow): boolean {
  const failed = faults(window);
  return window.config.decoupled && failed >= FEW_FAILURES && failed >= 0.5 * allRequests(window);
}

export const decoupledOverHttp: ModelRule = {
  id: "O4",
  title: "A decoupled model is asked in a way that allows one response",
  severity: "error",
  judge(window) {
    if (!window.config.decoupled) return "fine";
    if (allRequests(window) === 0 || window.seconds < of.FEW_SECONDS) return "unknown";
    if (!isDecoupledMisuse(window)) return "fine";
    return {
      symptom:
        "The model may answer a request any number of times, and most requests fail: an HTTP infer call, or a unary gRPC call, has room for one answer only.",
      evidence: [
        of.perSecond("Failed", faults(window) / window.seconds),
        of.share("Of all requests", faults(window) / allRequests(window)),
        of.words("Transaction policy", "decoupled"),
      ],
      remedies: [
        adviseOf(
          "Use the gRPC stream, or generate_stream over HTTP",
          "Both carry any number of responses to a request.",
        ),
        adviseOf(
          "Read what the errors say",
          "If they name something else than decoupled transactions, it is the model that fails.",
        ),
      ],
    };
  },
};

/** As ONNX Runtime, CUDA, C++, Node and the kernel say it. */
const NO_MEMORY =
  /out of memory|out_of_memory|cudaErrorMemoryAllocation|bad_alloc|failed to allocate memory|allocation failed|cannot allocate memory|\bOOM\b/i;

export const outOfMemory: ServerRule = {
  id: "M3",
  title: "Memory ran out",
  severity: "error",
  judge({ words }) {
    const found = words.findLast(({ text }) => NO_MEMORY.test(text));
    if (!found) return "fine";
    return {
      ...(found.model === null ? {} : { model: found.model }),
      symptom: found.model
        ? `${found.model} could not get the memory it asked for.`
        : "The server could not get the memory it asked for.",
      evidence: [of.words("It says", found.text.slice(0, 400))],
      remedies: [
        adviseOf(
          "Unload models that nobody asks",
          "Each keeps its weights and the memory of its largest batch, once for each instance.",
        ),
        adviseOf(
          "Lower max_batch_size, or the number of instances",
          "Memory grows with both: an instance has a session of its own.",
        ),
        adviseOf(
          "Limit what the queue may hold",
          "Waiting requests keep their inputs in memory: set max_queue_size.",
        ),
      ],
    };
  },
};
