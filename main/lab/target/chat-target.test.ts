import { expect, it } from "vitest";
import { plainTarget } from "../../wire/index.ts";
import { startProduct } from "../../servers/kinds/testing/product.ts";
import { ChatTarget } from "./chat-target.ts";

it.each([
  ["/v1/models", "vllm"],
  ["/v3/models", "openvino"],
] as const)("[LAB-CHAT-1] goes by the interface that lists its models: %s", async (at, kind) => {
  await using server = await startProduct((_method, path) =>
    path === at ? { body: { object: "list", data: [{ id: "tiny" }] } } : undefined,
  );
  const target = plainTarget(server.address);
  if (!target) throw new Error("no address");
  using chat = new ChatTarget(target);
  expect(await chat.models()).toEqual([{ name: "tiny" }]);
  expect(chat.kind).toBe(kind);
});
