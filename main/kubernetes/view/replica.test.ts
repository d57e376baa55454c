import { expect, it } from "vitest";
import type { ContainerStatus, Pod } from "../objects.ts";
import { createPod, tritonContainer } from "../testing/cluster-objects.ts";
import { toReplica } from "./replica.ts";

function reasonFor(state: ContainerStatus["state"], init: readonly ContainerStatus[] = []) {
  const pod = createPod({ name: "triton-a", ready: false });
  const [own] = pod.status?.containerStatuses ?? [];
  const shown: Pod = {
    ...pod,
    spec: { ...pod.spec, initContainers: init.map(({ name }) => ({ name })) },
    status: {
      ...pod.status,
      containerStatuses: [{ ...own, name: "triton", ...(state && { state }) }],
      initContainerStatuses: init,
    },
  };
  const recognised = {
    container: tritonContainer,
    ports: { http: 8000, grpc: 8001, metrics: 8002 },
  };
  return toReplica(shown, recognised as Parameters<typeof toReplica>[1], []).reason;
}

it.each<[ContainerStatus["state"], string]>([
  [{ terminated: { reason: "OOMKilled", exitCode: 137 } }, "OOMKilled"],
  [{ terminated: { reason: "Error", exitCode: 1, message: "no GPU" } }, "Error: no GPU"],
  [{ terminated: { exitCode: 3 } }, "ExitCode:3"],
  [{ terminated: { exitCode: 137, signal: 9 } }, "Signal:9"],
  [{ waiting: { reason: "ImagePullBackOff" } }, "ImagePullBackOff"],
  [{ running: {} }, "ContainersNotReady: containers with unready status: [triton]"],
])("[K8S-11] a container's state %j is shown as kubectl does: %s", (state, reason) => {
  expect(reasonFor(state)).toBe(reason);
});

it("[K8S-11] init containers come first, sidecars that run and those that ended well aside", () => {
  const starting = { waiting: { reason: "PodInitializing" } };
  const done = { name: "done", state: { terminated: { exitCode: 0, reason: "Completed" } } };
  const sidecar = { name: "sidecar", ready: true, state: { running: {} } };
  const fetching = { name: "fetch", state: { running: {} } };
  const failing = {
    name: "fetch",
    state: { waiting: { reason: "CrashLoopBackOff", message: "back-off" } },
  };
  const failed = { name: "fetch", state: { terminated: { exitCode: 2 } } };
  expect(reasonFor(starting, [done, sidecar, fetching])).toBe("Init:2/3");
  expect(reasonFor(starting, [done, failing])).toBe("Init:CrashLoopBackOff: back-off");
  expect(reasonFor(starting, [failed])).toBe("Init:ExitCode:2");
  expect(reasonFor(starting, [done])).toBe("PodInitializing");
});
