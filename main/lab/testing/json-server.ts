import type { Answer } from "./inference-server.ts";

interface JsonInput {
  readonly name: string;
  readonly shape: readonly number[];
  readonly datatype: string;
  readonly data: readonly number[];
}

/**
 * The protocol over HTTP without binary tensors, as MLServer has it (SeldonIO/MLServer, mlserver/rest/endpoints.py at ab7066c
 * and mlserver/types/dataplane.py: a request that is no such JSON is a 422): model `ranker` adds up each row of four of
 * `x` into `y`. `seen`: bodies of its inferences.
 */
export function jsonProtocol(seen: string[] = [], extensions: readonly string[] = []): Answer {
  const pages: Readonly<Record<string, unknown>> = {
    "/v2": { name: "mlserver", version: "1.7.1", extensions },
    "/v2/models/ranker": {
      name: "ranker",
      versions: ["v1"],
      platform: "",
      inputs: [{ name: "x", datatype: "FP32", shape: [-1, 4] }],
      outputs: [{ name: "y", datatype: "FP32", shape: [-1, 1] }],
    },
  };
  return ({ path, body }, response) => {
    const isInference = path.endsWith("/infer");
    if (isInference) seen.push(body.toString("latin1"));
    const answer = isInference ? inferred(body) : pages[path];
    const status = answer ? 200 : isInference ? 422 : 404;
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(answer ?? { error: "Input should be a valid request" }));
  };
}

function inferred(body: Buffer): unknown {
  try {
    const { inputs } = JSON.parse(body.toString()) as { inputs: readonly JsonInput[] };
    const [x] = inputs;
    const rows = x?.shape[0] ?? 0;
    if (x?.name !== "x" || x.datatype !== "FP32" || x.data.length !== rows * 4) return null;
    const row = (i: number) => x.data.slice(4 * i, 4 * i + 4);
    const data = Array.from({ length: rows }, (_, i) => row(i).reduce((sum, each) => sum + each));
    return {
      model_name: "ranker",
      model_version: "v1",
      id: "1",
      outputs: [{ name: "y", shape: [rows, 1], datatype: "FP32", data }],
    };
  } catch {
    return null;
  }
}
