import { expect, test } from "vitest";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import { watchStops } from "./stopped-models.ts";

const ready = (name: string) => ({ name, version: "1", state: "READY" as const });
const gone = (name: string, reason: string) => ({
  name,
  version: "1",
  state: "UNAVAILABLE" as const,
  reason,
});

test("reports models that served before and not after, except the model itself", async () => {
  const server = new FakeServer();
  server.index = [ready("part"), ready("both"), ready("other"), gone("old", "unloaded")];
  const stopped = await watchStops(server, "part");
  server.index = [
    gone("part", "unloaded"),
    gone("both", "it does not fit"),
    ready("other"),
    gone("old", "unloaded"),
  ];
  expect(await stopped()).toEqual([{ model: "both", reason: "it does not fit" }]);
});

test("ignores a model with one version left; reports one that the index leaves out", async () => {
  const server = new FakeServer();
  server.index = [ready("two"), { ...ready("two"), version: "2" }, ready("both")];
  const stopped = await watchStops(server, "part");
  server.index = [gone("two", "unloaded"), { ...ready("two"), version: "2" }];
  expect(await stopped()).toEqual([{ model: "both", reason: "" }]);
});

test("reports nothing for a server that does not respond before or after", async () => {
  const server = new FakeServer();
  server.index = [ready("both")];
  server.down = true;
  const before = await watchStops(server, "part");
  server.down = false;
  server.index = [];
  expect(await before()).toEqual([]);
  server.index = [ready("both")];
  const after = await watchStops(server, "part");
  server.down = true;
  expect(await after()).toEqual([]);
});
