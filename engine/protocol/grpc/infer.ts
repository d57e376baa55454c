import { engineClock } from "../../scheduling/clock.ts";
import { releaseOf } from "../../requests/lent-outputs.ts";
import type { Engine, InferRequest, InferResponse, RequestTrace } from "../../types.ts";
import { encodeInferResponse } from "./encode-response.ts";
import { toInferRequest } from "./infer-messages.ts";
import { readInferRequest } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

/** ModelInfer. */
export function infer(path: string, engine: Engine, clock = engineClock): UnaryMethod {
  return {
    path,
    handle(bytes, call) {
      const message = readInferRequest(path, bytes);
      const { modelName, modelVersion } = message;
      // Triton checks for an unknown model before any other error in a request.
      if (!engine.modelReady(modelName, modelVersion)) {
        engine.modelMetadata(modelName, modelVersion);
      }
      const request = toInferRequest(message, call, engine);
      return request instanceof Promise ? request.then(run) : run(request);
    },
  };

  function run(request: InferRequest): Promise<Uint8Array> {
    const trace = engine.startTrace(request.modelName, request.id);
    if (trace !== undefined) return traced({ ...request, trace });
    return engine.infer(request).then(encodeLast);
  }

  async function traced(request: InferRequest & { trace: RequestTrace }): Promise<Uint8Array> {
    request.trace.stamp("RECEIVED", clock.now());
    try {
      return encodeInferResponse(await engine.infer(request));
    } finally {
      request.trace.stamp("SENT", clock.now());
    }
  }
}

/** The message has its own copy of the outputs. */
function encodeLast(response: InferResponse): Uint8Array {
  const bytes = encodeInferResponse(response);
  releaseOf(response.outputs)?.();
  return bytes;
}
