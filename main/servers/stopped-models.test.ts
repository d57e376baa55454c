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

test("what served before and does not after has stopped, but for the model itself", async () => {
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

test("a model with one version left still serves; one that the index leaves out does not", async () => {
  const server = new FakeServer();
  server.index = [ready("two"), { ...ready("two"), version: "2" }, ready("both")];
  const stopped = await watchStops(server, "part");
  server.index = [gone("two", "unloaded"), { ...ready("two"), version: "2" }];
  expect(await stopped()).toEqual([{ model: "both", reason: "" }]);
});

test("a server that does not answer before or after reports nothing", async () => {
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
