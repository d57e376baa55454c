import { inference } from "../../../assets/proto/index.ts";
import { systemClock } from "../../scheduling/clock.ts";
import type { Engine, InferRequest, RequestTrace } from "../../types.ts";
import { encodeInferResponse } from "./encode-response.ts";
import { requestOf } from "./infer-messages.ts";
import { decode } from "./unary.ts";
import type { CallContext, UnaryMethod } from "./wire.ts";

/** ModelInfer. */
export function infer(path: string, engine: Engine, clock = systemClock): UnaryMethod {
  return {
    path,
    handle(bytes, call) {
      const request = read(decode(path, inference.ModelInferRequest, bytes), call);
      const trace = engine.startTrace(request.modelName, request.id);
      if (trace !== undefined) return traced({ ...request, trace });
      return engine.infer(request).then(encodeInferResponse);
    },
  };

  function read(message: inference.ModelInferRequest, call: CallContext): InferRequest {
    try {
      return requestOf(message, call);
    } catch (error) {
      // Whatever else is wrong with a request, Triton tells first that its model is not there.
      engine.modelMetadata(message.model_name, message.model_version);
      throw error;
    }
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
