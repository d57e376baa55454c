import type { ServerKind } from "../contract/index.ts";

/** OpenVINO Model Server serves OpenAI's interface next to those of TensorFlow Serving (v1) and KServe (v2). */
export const chatInterface = (kind: ServerKind): string => (kind === "openvino" ? "/v3" : "/v1");
