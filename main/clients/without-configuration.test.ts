import { expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { plainTarget } from "../wire/index.ts";
import { type ServerAdapter, serverDirectory } from "../servers/index.ts";
import { openInference } from "../servers/kinds/open-inference/index.ts";
import { startKserve } from "../servers/kinds/open-inference/testing/kserve.ts";
import { startClients } from "./index.ts";
import { sampleTrial } from "./testing/samples.ts";
import { testSizes } from "../sizes/testing/sizes-fixture.ts";

it("[CLIENT-14] sends tensors as the server reports them if it shows no configuration", async () => {
  await using kserve = await startKserve();
  const server = {
    id: "k",
    capabilities: ["inference"],
    status: { since: 1, endpoints: { grpc: "", http: kserve.address, metrics: "" } },
    access: async () => ({ grpc: null, http: plainTarget(kserve.address), metrics: null }),
    modelDetail: (model: string) => openInference.modelDetail?.(kserve.reach, "k", model),
  } as unknown as ServerAdapter;
  const domain = startClients({
    servers: serverDirectory([server]),
    clock: systemClock,
    sizes: testSizes(),
  });
  const { signal } = new AbortController();
  const prepare = (shapes: Record<string, number[]>) =>
    domain.requests["clients.prepare"](
      sampleTrial({ serverId: "k", name: "iris" }, { shapes }),
      signal,
    );
  expect((await prepare({ "input-0": [2, 4] })).inputs).toMatchObject([
    { name: "input-0", datatype: "FP32", shape: [2, 4] },
  ]);
  expect((await prepare({})).inputs).toMatchObject([{ shape: [16, 4] }]);
  // Its metadata lists no versions: whether it serves one is up to the server.
  const versioned = sampleTrial({ serverId: "k", name: "iris" }, { modelVersion: "1" });
  await expect(domain.requests["clients.prepare"](versioned, signal)).resolves.toBeDefined();
});
