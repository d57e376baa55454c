import { readFileSync } from "node:fs";
import { type Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import { tritonMethod } from "./triton-method.ts";

interface Exchange {
  name: string;
  method: string;
  request: object;
  response?: object;
  code: keyof typeof status;
  details?: string;
}

const { exchanges }: { exchanges: Exchange[] } = JSON.parse(
  readFileSync(new URL("../fixtures/triton-grpc.json", import.meta.url), "utf8"),
);

export interface RecordedTriton extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  /** Of the newest call. */
  readonly metadata: () => Metadata | null;
}

interface Options {
  /** Default: without encryption. */
  readonly credentials?: ServerCredentials;
  /** Required in each call's `authorization`; otherwise UNAUTHENTICATED. */
  readonly authorization?: string;
  readonly port?: number;
}

/**
 * A gRPC server that responds as recorded from Triton 2.64.0; what was not recorded is UNIMPLEMENTED, as are methods
 * other than `methods`.
 */
export async function startRecordedTriton(
  methods?: readonly string[],
  { credentials = ServerCredentials.createInsecure(), authorization, port = 0 }: Options = {},
): Promise<RecordedTriton> {
  const server = new Server();
  let newest: Metadata | null = null;
  const admit = (metadata: Metadata) => {
    newest = metadata;
    return authorization === undefined || metadata.get("authorization")[0] === authorization;
  };
  for (const method of new Set(exchanges.map((exchange) => exchange.method)))
    if (methods?.includes(method) ?? true) addMethod(server, method, admit);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, taken) =>
      error ? reject(error) : resolve(taken),
    );
  });
  return {
    address: `127.0.0.1:${bound}`,
    metadata: () => newest,
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  };
}

/** All models, which was not recorded: the recorded ones combined. */
function allStatistics(): Exchange {
  const recorded = exchanges.filter(
    ({ method, code }) => method === "ModelStatistics" && code === "OK",
  );
  const stats = recorded.flatMap(
    ({ response }) => (response as { model_stats?: object[] }).model_stats ?? [],
  );
  return {
    name: "all",
    method: "ModelStatistics",
    request: {},
    response: { model_stats: stats },
    code: "OK",
  };
}

function addMethod(server: Server, method: string, admit: (metadata: Metadata) => boolean): void {
  const { definition, request, response } = tritonMethod(method);
  server.addService(definition, {
    [method]: (
      call: { request: Buffer; metadata: Metadata },
      answer: (error: object | null, value?: object) => void,
    ) => {
      if (!admit(call.metadata))
        return answer({ code: status.UNAUTHENTICATED, details: "who are you?" });
      const same = (exchange: Exchange) =>
        call.request.equals(request.encode(request.fromObject(exchange.request)).finish());
      const found =
        exchanges.find((exchange) => exchange.method === method && same(exchange)) ??
        (method === "ModelStatistics" && call.request.length === 0 ? allStatistics() : undefined);
      if (!found) return answer({ code: status.UNIMPLEMENTED, details: "not recorded" });
      if (found.code !== "OK") return answer({ code: status[found.code], details: found.details });
      answer(null, response.fromObject(found.response ?? {}));
    },
  });
}
