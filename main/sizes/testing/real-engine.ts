import { runServe, type ServeMessage } from "../../../engine/serve.ts";
import { systemClock } from "../../../base/clock.ts";
import type { RemoteServer } from "../../servers/remote-server.ts";
import { tritonServer } from "../../servers/testing/triton-server.ts";

export interface RealEngine extends AsyncDisposable {
  readonly adapter: RemoteServer;
  /** The sum of a counter over the versions of a model; 0 where it is not there. */
  count(metric: string, model: string): Promise<number>;
}

/** The real engine on loopback over the models of `repository`, as the server `id` of a console. */
export async function startRealEngine(repository: string, id: string): Promise<RealEngine> {
  const stop = new AbortController();
  const ready = Promise.withResolvers<ServeMessage>();
  const exited = runServe(
    [`--model-repository=${repository}`, "--http-port=0", "--grpc-port=0", "--metrics-port=0"],
    { version: "0", out: () => {}, err: () => {}, send: ready.resolve, stop: stop.signal },
  );
  const message = await ready.promise;
  if (message.type !== "ready") throw new Error(message.message);
  const { http, grpc, metrics } = message;
  const endpoints = { http, grpc, metrics: "" };
  const adapter = tritonServer({ id, name: id, kind: "triton", endpoints }, systemClock);
  return {
    adapter,
    count: async (metric, model) => {
      const text = await (await fetch(`http://${metrics}/metrics`)).text();
      return text
        .split("\n")
        .filter((line) => line.startsWith(`${metric}{`) && line.includes(`model="${model}"`))
        .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    },
    [Symbol.asyncDispose]: async () => {
      adapter[Symbol.dispose]();
      stop.abort();
      await exited;
    },
  };
}
