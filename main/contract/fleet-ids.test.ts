import { expect, test } from "vitest";
import { fleetServerId, parseFleetServerId, replicaServerId } from "./fleet-ids.ts";

test.each([
  [fleetServerId(3), { fleet: 3, key: null }],
  [replicaServerId(12, "gpu-7:8001"), { fleet: 12, key: "gpu-7:8001" }],
  [replicaServerId(1, "a/b"), { fleet: 1, key: "a/b" }],
])("%s names a fleet", (id, parts) => {
  expect(parseFleetServerId(id)).toEqual(parts);
});

test.each(["embedded", "7", "fleet-", "fleet-x", "my-fleet-3"])("%j names no fleet", (id) => {
  expect(parseFleetServerId(id)).toBeNull();
});
