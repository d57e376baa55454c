import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ChangeProbe, GridFrame } from "../contract/index.ts";
import { TestApiServer } from "../kubernetes/testing/api-server.ts";
import { createEvent, putTritonDeployment } from "../kubernetes/testing/cluster-objects.ts";
import { startEngineProcess } from "../testing/engine-process.ts";
import { follow } from "../testing/follow.ts";
import { startTestHost } from "../testing/test-host.ts";

const POD = "triton-7d9c-a";

it("[PROBE-11] events of a fleet's workload are listed with the probe, those recorded after its end as well, older ones are not", async () => {
  await using owned = new AsyncDisposableStack();
  const host = await startTestHost();
  owned.defer(() => host.close());
  await host.until("live");
  const engine = await startEngineProcess(host.repository);
  owned.defer(() => engine.stop());
  const cluster = owned.use(await TestApiServer.start());
  putTritonDeployment(cluster, [POD]);
  cluster.podPorts.set(`models/${POD}:8000`, engine.http);
  cluster.podPorts.set(`models/${POD}:8001`, engine.grpc);
  cluster.podPorts.set(`models/${POD}:8002`, engine.metrics);
  const put = (object: string, reason: string, message: string, at = Date.now()) =>
    cluster.store.put("/api/v1/events", {
      ...createEvent(object, reason, message),
      lastTimestamp: `${new Date(at).toISOString().slice(0, 19)}Z`,
    } as never);
  put(`Pod/${POD}`, "Unhealthy", "Readiness probe failed: an hour ago", Date.now() - 3_600_000);
  const kubeconfig = path.join(host.directory, "kubeconfig");
  fs.writeFileSync(kubeconfig, cluster.kubeconfig());
  const { client } = host;
  const { id } = await client.request("kubernetes.open", {
    path: kubeconfig,
    context: "test",
    namespace: "models",
  });
  const { fleetId } = await client.request("fleets.add", {
    name: "Pods",
    kind: "triton",
    auth: { kind: "none" },
    headers: [],
    proxy: "",
    tls: null,
    members: { kind: "workload", workload: `${id}/models/Deployment/triton` },
  });
  using grid = follow<GridFrame>((event) =>
    client.subscribe("fleets.grid", { fleetId, figure: "requestsPerSecond" }, { event }),
  );
  const { replicas } = await grid.until((frame) => expect(frame.replicas[0]?.state).toBe("live"));
  const on = { serverId: replicas[0]?.serverId ?? "", model: "mlp" };
  const options = { rate: 20, lateMs: 10_000 };
  const probe = await client.request("probes.start", { ...on, options, seconds: 60 });
  using listed = follow<readonly ChangeProbe[]>((event) =>
    client.subscribe("probes.model", on, { event }),
  );
  put("HorizontalPodAutoscaler/triton", "SuccessfulRescale", "New size: 2; reason: queue");
  put(`Pod/${POD}`, "Killing", "Stopping container triton");
  put("Pod/another", "Killing", "Stopping container another");
  await listed.until(([found]) => expect(found?.events).toHaveLength(2));
  await client.request("probes.stop", probe);
  const [done] = await listed.until(([found]) => expect(found?.state).toBe("done"));
  const expected = [
    "HorizontalPodAutoscaler triton: SuccessfulRescale: New size: 2; reason: queue",
    `Pod ${POD}: Killing: Stopping container triton`,
  ];
  expect(done?.events.map(({ message }) => message).sort()).toEqual(expected);
  put(`Pod/${POD}`, "BackOff", "Back-off restarting failed container");
  const [later] = await listed.until(([found]) => expect(found?.events).toHaveLength(3));
  expect(later).toMatchObject({
    ...done,
    events: [...(done?.events ?? []), { message: expect.stringContaining("Back-off restarting") }],
  });
}, 90_000);
