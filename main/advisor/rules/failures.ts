import type { Remedy } from "../../contract/index.ts";
import {
  adviceRemedy,
  changeRemedy,
  measureRemedy,
  type ModelRule,
  type ServerRule,
} from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const FEW_FAILURES = 5;
const RISES = 1.2;

/** Requests that failed for other reasons than a full queue, a timeout in it, or a client that disconnected. */
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
      : "The server's metrics can't be read, and its statistics do not include rejections.",
  judge(window) {
    const { failed, rejectedBefore, seconds } = window;
    const all = allRequests(window);
    if (!failed || all === 0 || seconds < of.FEW_SECONDS) return "unknown";
    if (failed.rejected < FEW_FAILURES || failed.rejected < 0.01 * all) return "fine";
    const rate = failed.rejected / seconds;
    const rises = rejectedBefore !== null && rate > RISES * rejectedBefore;
    return {
      title: rises ? "Rejected requests are increasing" : "Requests are rejected",
      symptom:
        failed.refused !== null && failed.refused >= failed.rejected / 2
          ? "The queue is full when they arrive, so they are rejected at once."
          : "The queue is full when they arrive, or they time out in queue.",
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
    measureRemedy(
      window,
      "Find its capacity",
      "A limited queue rejects what it can't serve. Measure the highest load without rejections.",
    ),
    of.moreInstances(window),
  ];
  if (size > 0)
    remedies.push(
      changeRemedy(
        window,
        `Raise the queue limit from ${size} to ${size * 2}`,
        "Absorbs bursts. Under lasting overload it only adds latency.",
        [{ path: ["dynamic_batching", "default_queue_policy", "max_queue_size"], value: size * 2 }],
      ),
    );
  remedies.push(
    adviceRemedy(
      "Send fewer requests, or add servers",
      "Clients should back off when requests are rejected.",
    ),
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
      symptom: "The model responds with errors.",
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
        adviceRemedy(
          "Read the error messages",
          window.config.python
            ? "The server's log has the traceback of each exception in execute, with file and line; the responses have its message."
            : "See the responses, the server's log, or a traced request, which shows the step that failed.",
        ),
        adviceRemedy(
          "Restore the configuration that worked",
          "If it started with a change, revert it in the configuration's history.",
        ),
        measureRemedy(
          window,
          "Check whether a generated request fails too",
          "If generated requests succeed, check the names, shapes and types that clients send.",
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
  title: "A decoupled model is called in a way that allows one response",
  severity: "error",
  judge(window) {
    if (!window.config.decoupled) return "fine";
    if (allRequests(window) === 0 || window.seconds < of.FEW_SECONDS) return "unknown";
    if (!isDecoupledMisuse(window)) return "fine";
    return {
      symptom:
        "The model can send any number of responses, and most requests fail: an HTTP infer call or a unary gRPC call allows only one.",
      evidence: [
        of.perSecond("Failed", faults(window) / window.seconds),
        of.share("Of all requests", faults(window) / allRequests(window)),
        of.words("Transaction policy", "decoupled"),
      ],
      remedies: [
        adviceRemedy(
          "Use the gRPC stream, or generate_stream over HTTP",
          "Both allow any number of responses per request.",
        ),
        adviceRemedy(
          "Read the error messages",
          "If they name something other than decoupled transactions, the model itself fails.",
        ),
      ],
    };
  },
};

/** Messages of ONNX Runtime, CUDA, C++, Node and the kernel. */
const NO_MEMORY =
  /out of memory|out_of_memory|cudaErrorMemoryAllocation|bad_alloc|failed to allocate memory|allocation failed|cannot allocate memory|\bOOM\b/i;

export const outOfMemory: ServerRule = {
  id: "M3",
  title: "Memory ran out",
  severity: "error",
  judge({ texts }) {
    const found = texts.findLast(({ text }) => NO_MEMORY.test(text));
    if (!found) return "fine";
    return {
      ...(found.model === null ? {} : { model: found.model }),
      symptom: found.model ? `${found.model} ran out of memory.` : "The server ran out of memory.",
      evidence: [of.words("Message", found.text.slice(0, 400))],
      remedies: [
        adviceRemedy(
          "Unload unused models",
          "Each instance holds the weights and the memory of its largest batch.",
        ),
        adviceRemedy(
          "Lower max_batch_size, or the number of instances",
          "Memory grows with both: each instance has its own session.",
        ),
        adviceRemedy(
          "Limit the queue",
          "Queued requests keep their inputs in memory. Set max_queue_size.",
        ),
      ],
    };
  },
};
