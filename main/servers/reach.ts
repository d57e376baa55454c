import type { ServerAccess } from "../wire/index.ts";
import { GrpcClient, ServerHttp } from "../wire/transport/index.ts";
import type { Reach } from "./kinds/kind.ts";

/** The clients for a server's endpoints; they connect on first use. FAILED_PRECONDITION for unusable certificates. */
export function openReach(
  { grpc, http, metrics }: ServerAccess,
  models: readonly string[] = [],
): Reach & Disposable {
  using stack = new DisposableStack();
  const overHttp = http && stack.use(new ServerHttp(http));
  const overGrpc = grpc && stack.adopt(new GrpcClient(grpc), (client) => client.close());
  const ofMetrics = metrics && stack.use(new ServerHttp(metrics));
  const open = stack.move();
  return {
    http: overHttp,
    grpc: overGrpc,
    metrics: ofMetrics ?? overHttp,
    models,
    [Symbol.dispose]: () => open.dispose(),
  };
}
