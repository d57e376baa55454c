import { engineClock } from "../../scheduling/clock.ts";
import { releaseOf } from "../../requests/lent-outputs.ts";
import type { Engine, InferRequest, InferResponse, RequestTrace } from "../../types.ts";
import { encodeInferResponse, encodeInferResponseParts } from "./encode-response.ts";
import type { OutgoingMessage } from "./framing/frame.ts";
import { toInferRequest } from "./infer-messages.ts";
import type { InferRequestMessage } from "./infer-request-message.ts";
import { readInferRequest, readInferRequestParts } from "./unary.ts";
import type { CallContext, UnaryMethod } from "./wire.ts";

/** ModelInfer. */
export function infer(path: string, engine: Engine, clock = engineClock): UnaryMethod {
  return {
    path,
    handle: (bytes, call) => accept(readInferRequest(path, bytes), call),
    handleParts: (parts, call) => accept(readInferRequestParts(path, parts), call),
  };

  function accept(message: InferRequestMessage, call: CallContext): Promise<OutgoingMessage> {
    const { modelName, modelVersion } = message;
    // Triton checks for an unknown model before any other error in a request.
    if (!engine.modelReady(modelName, modelVersion)) engine.modelMetadata(modelName, modelVersion);
    const request = toInferRequest(message, call, engine);
    return request instanceof Promise ? request.then(run) : run(request);
  }

  function run(request: InferRequest): Promise<OutgoingMessage> {
    const trace = engine.startTrace(request.modelName, request.id);
    if (trace !== undefined) return traced({ ...request, trace });
    return engine.infer(request).then(encodeLast);
  }

  async function traced(request: InferRequest & { trace: RequestTrace }): Promise<OutgoingMessage> {
    request.trace.stamp("RECEIVED", clock.now());
    try {
      return encodeLast(await engine.infer(request));
    } finally {
      request.trace.stamp("SENT", clock.now());
    }
  }
}

/** Lent outputs are copied, so that their memory can be used again at once. */
function encodeLast(response: InferResponse): OutgoingMessage {
  const release = releaseOf(response.outputs);
  if (release === undefined) return encodeInferResponseParts(response);
  const bytes = encodeInferResponse(response);
  release();
  return bytes;
}
