import { expect, it, vi } from "vitest";
import { GrpcClient } from "../wire/transport/index.ts";
import { RepositoryIndex } from "./repository-index.ts";
import { startRecordedTriton } from "./testing/recorded-triton.ts";
import { TritonOverGrpc } from "./triton/index.ts";

it("[SERVER-M4] shares one request among calls of one moment", async () => {
  await using triton = await startRecordedTriton();
  const grpc = new GrpcClient(triton.address);
  using stack = new DisposableStack();
  stack.defer(() => grpc.close());
  const client = new TritonOverGrpc(grpc);
  const requested = vi.spyOn(client, "repositoryIndex");
  const index = new RepositoryIndex(client);
  const [first, second] = await Promise.all([index.read(), index.read()]);
  expect(second).toEqual(first);
  expect(first.length).toBeGreaterThan(0);
  expect(requested).toHaveBeenCalledTimes(1);
  await index.read();
  expect(requested).toHaveBeenCalledTimes(2);
  await Promise.all([index.read(), index.read(new AbortController().signal)]);
  expect(requested).toHaveBeenCalledTimes(4);
});
