import { runServe, type ServeMessage } from "../../../engine/serve.ts";
import { TestRepository } from "../../../engine/testing/repository.ts";

/** The real engine with a model `echo`, as what a pod's ports lead to. */
export async function startEngine() {
  await using stack = new AsyncDisposableStack();
  const repository = stack.use(await TestRepository.create());
  await repository.identity("echo", "max_batch_size: 8");
  const stop = new AbortController();
  const ready = Promise.withResolvers<ServeMessage>();
  const exited = runServe(
    [
      `--model-repository=${repository.path}`,
      "--http-port=0",
      "--grpc-port=0",
      "--metrics-port=0",
      "--cache-config=local,size=1048576",
    ],
    { version: "0", out: () => {}, err: () => {}, send: ready.resolve, stop: stop.signal },
  );
  stack.defer(async () => {
    stop.abort();
    await exited;
  });
  const message = await ready.promise;
  if (message.type !== "ready") throw new Error(message.message);
  const running = stack.move();
  return {
    http: message.http,
    grpc: message.grpc,
    metrics: message.metrics,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
