import { expect, it } from "vitest";
import { httpTo, startProduct } from "../testing/product.ts";
import { fetchAdmitted, Probe, metricsPage } from "./index.ts";

it("reports every request and its response in one line, shortened", async () => {
  await using server = await startProduct(() => ({ body: `${"long\n".repeat(100)}` }));
  const received: [string, string, boolean][] = [];
  const probe = new Probe((...each) => received.push(each), undefined);
  expect(await probe.get(server.reach.http, "/a", ({ json }) => json ?? null)).toBeNull();
  expect(await probe.get(server.reach.http, "/b", ({ status }) => status)).toBe(200);
  expect(received.map(([question, , spoke]) => [question, spoke])).toEqual([
    [`GET http://${server.address}/a`, false],
    [`GET http://${server.address}/b`, true],
  ]);
  expect(received[0]?.[1]).toMatch(/^200 long long .* …$/);
});

it("rejects with unreachability only if nothing responded", async () => {
  using dead = httpTo("127.0.0.1:1");
  const probe = new Probe(() => {}, undefined);
  expect(await probe.get(dead, "/", () => true)).toBeNull();
  expect(() => probe.end()).toThrow(/Can't reach http:\/\/127\.0\.0\.1:1/);
  await using server = await startProduct(() => undefined);
  expect(await probe.get(server.reach.http, "/", () => null)).toBeNull();
  expect(() => probe.end()).not.toThrow();
  expect(await probe.get(null, "/", () => true)).toBeNull();
});

it.each<[string, boolean]>([
  ["up 1\n", true],
  ['a_b:c{x="}"} +Inf', true],
  ["# TYPE up gauge\n", true],
  ["Not Found", false],
  ["# Title\n\nSome text", false],
  ["<html>hello</html>", false],
])("[SERVER-M1] of metrics or none: %j is %s", async (body, is) => {
  await using server = await startProduct(() => ({ body }));
  const { text, why } = await metricsPage(server.reach.http, "/metrics", undefined);
  expect(text !== null).toBe(is);
  expect(why === "").toBe(is);
});

it.each([
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
])("says of status %i that it is not let in", async (status, code) => {
  await using server = await startProduct(() => ({ status, body: "no" }));
  using http = httpTo(server.address);
  await expect(fetchAdmitted(http, "/v1/config", undefined)).rejects.toMatchObject({ code });
});
