import { expect, test } from "vitest";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import { findDependents } from "./dependents.ts";

test("of a server whose files are out of reach, what is not loaded may be an ensemble", async () => {
  const server = new FakeServer();
  server.index = [
    { name: "part", state: "READY" },
    { name: "both", state: "READY" },
    { name: "asleep", state: "UNAVAILABLE", reason: "unloaded" },
  ];
  server.config = { ensemble_scheduling: { step: [{ model_name: "part" }] } };
  const answers = server.modelDetail.bind(server);
  server.modelDetail = async (model) =>
    model === "asleep" ? { ...(await answers(model)), config: null, ready: false } : answers(model);
  expect(await findDependents(server, () => null, "part")).toEqual({
    ensembles: ["both"],
    unknown: ["asleep"],
  });
});
