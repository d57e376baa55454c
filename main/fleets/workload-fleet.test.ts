import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { GridFrame } from "../contract/index.ts";
import { TestApiServer } from "../kubernetes/testing/api-server.ts";
import { createPod, putTritonDeployment } from "../kubernetes/testing/cluster-objects.ts";
import { follow } from "../testing/follow.ts";
import { startTestHost } from "../testing/test-host.ts";

const POD = "triton-7d9c-a";
const OPEN = { tls: null, auth: { kind: "none" as const }, headers: [], proxy: "" };

it("[SERVER-T13, FLEET-F7, K8S-12] a pod that isn't ready shows its state, without advice or warnings", async () => {
  await using cluster = await TestApiServer.start();
  putTritonDeployment(cluster, [POD]);
  const waiting = { reason: "ContainersNotReady", message: "unready containers: [triton]" };
  const owner = { kind: "ReplicaSet", name: "triton-7d9c" };
  cluster.store.put("/api/v1/pods", createPod({ name: POD, owner, ready: false, waiting }));
  await using stack = new AsyncDisposableStack();
  const { client, close, directory, events } = await startTestHost();
  stack.defer(() => fs.rmSync(directory, { recursive: true, force: true }));
  stack.defer(close);
  const kubeconfig = path.join(directory, "kubeconfig");
  fs.writeFileSync(kubeconfig, cluster.kubeconfig());
  const context = { path: kubeconfig, context: "test", namespace: "models" };
  const { id } = await client.request("kubernetes.open", context);
  const members = { kind: "workload" as const, workload: `${id}/models/Deployment/triton` };
  const fleet = { name: "Pods", kind: "triton" as const, ...OPEN, members };
  const { fleetId } = await client.request("fleets.add", fleet);
  using grid = follow<GridFrame>((event) =>
    client.subscribe("fleets.grid", { fleetId, figure: "requestsPerSecond" }, { event }),
  );
  const { replicas } = await grid.until((frame) =>
    expect(frame.replicas[0]?.reason).toContain("the connection to the pod was closed."),
  );
  const trouble =
    "Its pod, as reported by the cluster: ContainersNotReady: unready containers: [triton].";
  expect(replicas).toMatchObject([{ state: "stale", trouble }]);
  expect(events.filter(({ message }) => message.includes("Port "))).toEqual([]);
});
