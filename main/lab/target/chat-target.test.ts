import { expect, it } from "vitest";
import { plainTarget } from "../../wire/index.ts";
import { startLlamaCpp } from "../../servers/kinds/llama-cpp/testing/llama-cpp.ts";
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

it("[LAB-CHAT-8] recognises the product, and observes it as such", async () => {
  await using server = await startLlamaCpp();
  const target = plainTarget(server.address);
  if (!target) throw new Error("no address");
  using chat = new ChatTarget(target);
  const models = await chat.models();
  await chat.recognise();
  expect(chat.kind).toBe("llamaCpp");
  expect(chat.version).toMatch(/^b\d/);
  const observed = await chat.observe();
  expect(observed.models.map(({ name }) => name)).toEqual(models.map(({ name }) => name));
});
