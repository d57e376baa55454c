// Simulates off the host's event loop.
import { parentPort } from "node:worker_threads";
import { StatusError } from "../../base/status-error.ts";
import type { WhatIfCurve, WhatIfPrediction } from "../contract/index.ts";
import { curve, predict } from "./predict.ts";
import type { PredictionAnswer, PredictionTask } from "./prediction-worker.ts";
import { RecentResults } from "./recent-results.ts";

const port = parentPort;
if (!port) throw new Error("prediction-thread runs only as a worker");

const predictions = new RecentResults<WhatIfPrediction>();
const curves = new RecentResults<WhatIfCurve>();

port.on("message", ({ id, kind, question, cancelled }: PredictionTask) => {
  const check = () => {
    if (Atomics.load(cancelled, 0) !== 0)
      throw new StatusError("CANCELLED", "The prediction was cancelled");
  };
  const answer = (rest: Omit<PredictionAnswer, "id">) =>
    port.postMessage({ id, ...rest } satisfies PredictionAnswer);
  try {
    check();
    answer({
      result:
        kind === "predict" ? predict(question, check, predictions) : curve(question, check, curves),
    });
  } catch (error) {
    const isStatus = error instanceof StatusError;
    const code = isStatus
      ? error.code
      : error instanceof RangeError
        ? "INVALID_ARGUMENT"
        : "INTERNAL";
    answer({ error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
});
