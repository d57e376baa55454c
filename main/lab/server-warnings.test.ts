import { expect, it } from "vitest";
import { plainTraffic } from "./plain-traffic.ts";
import { LabFixture, never } from "./testing/lab-fixture.ts";

it("LAB-P9 a preview warns of whatever its start would reject on the server", async () => {
  await using lab = await LabFixture.create();
  const warnings = async (more: object) => {
    const traffic = [{ ...plainTraffic("ranker"), distinctInputs: 32, ...more }];
    const plan = { ...lab.plan, traffic };
    const found = await lab.lab.requests["lab.preview"]({ plan }, never);
    await expect(lab.start({ traffic })).rejects.toThrow(found.warnings[0]);
    return found.warnings;
  };
  expect(await warnings({ modelVersion: "7" })).toEqual([
    "modelVersion is '7', which the server does not serve; of model 'ranker' version 1 serves. Leave it empty for the one that the server chooses.",
  ]);
  expect(await warnings({ batchSize: 65 })).toEqual([
    "batchSize is 65, but model 'ranker' has max_batch_size 64.",
  ]);
});
