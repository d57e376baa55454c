import fs from "node:fs";
import { expect, it, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { KubeApi } from "./access/api.ts";
import { ClusterSession } from "./session.ts";
import {
  createEvent,
  createPod,
  putTritonDeployment,
  createReplicaSet,
  createSlice,
  servingPorts,
} from "./testing/cluster-objects.ts";
import { TestApiServer } from "./testing/api-server.ts";
import { startKubernetes } from "./testing/kubernetes-fixture.ts";

it("[K8S-5, K8S-6, K8S-7] shows a Deployment's replicas with kind, evidence, service and autoscaler", async () => {
  await using cluster = await startKubernetes();
  putTritonDeployment(cluster.server, ["triton-7d9c-a", "triton-7d9c-b"]);
  cluster.server.store.put(
    "/api/v1/pods",
    createPod({ name: "web", container: { name: "web", image: "nginx:1" } }),
  );
  const watch = cluster.watch();
  await watch.until(({ workloads }) =>
    expect(workloads[0]?.addresses[0]?.grpc).toBe("triton.models.svc:8001"),
  );
  await watch.until(({ workloads }) => expect(workloads[0]?.autoscaler).not.toBeNull());
  const { state, workloads, pods, gaps, server } = watch.view;
  expect({ state, pods, gaps, server }).toEqual({
    state: "live",
    pods: 3,
    gaps: [],
    server: cluster.server.url,
  });
  expect(workloads).toHaveLength(1);
  expect(workloads[0]).toMatchObject({
    key: `${cluster.id}/models/Deployment/triton`,
    owner: "Deployment",
    name: "triton",
    kind: "triton",
    evidence: [
      "Its image nvidia/tritonserver is Triton's.",
      "HTTP at 8000 by its ports, gRPC at 8001 by its ports, metrics at 8002 by its ports.",
    ],
    replicas: [
      { pod: "triton-7d9c-a", ready: true, services: [{ name: "triton", ready: true }] },
      { pod: "triton-7d9c-b", ready: true, node: "gpu-node-1" },
    ],
    probes: [
      { name: "Readiness", words: "GET /v2/health/ready at port http, every 5 s, fails after 3" },
      { name: "Liveness", words: "GET /v2/health/live at port http, every 10 s, fails after 6" },
    ],
    autoscaler: {
      current: 2,
      desired: 4,
      metrics: [{ name: "triton_queue_to_compute", current: "1.7 per pod", target: "0.5 per pod" }],
      words: "It goes from 2 to 4 replicas. Its metrics call for more than its maximum of 4.",
    },
  });
});

it("[K8S-8] is live: pods that come, change and go are seen, with why one ended", async () => {
  await using cluster = await startKubernetes();
  const { store } = cluster.server;
  putTritonDeployment(cluster.server, ["triton-7d9c-a"]);
  const watch = cluster.watch();
  await watch.live();
  const owner = { kind: "ReplicaSet", name: "triton-7d9c" };
  store.put(
    "/api/v1/pods",
    createPod({ name: "triton-7d9c-b", owner, ready: false, restarts: 4, lastEnd: "OOMKilled" }),
  );
  store.put("/api/v1/events", createEvent("Pod/triton-7d9c-b", "BackOff", "Back-off restarting"));
  store.put(
    "/apis/discovery.k8s.io/v1/endpointslices",
    createSlice(
      "triton",
      [
        { name: "triton-7d9c-a", ready: true },
        { name: "triton-7d9c-b", ready: false },
      ],
      servingPorts,
    ),
  );
  await watch.until(({ workloads: [triton] }) => {
    expect(triton?.events[0]).toMatchObject({ object: "Pod triton-7d9c-b", isWarning: true });
    expect(triton?.replicas[1]).toMatchObject({
      ready: false,
      restarts: 4,
      lastEnd: { reason: "OOMKilled", exitCode: 137 },
      reason: "ContainersNotReady: containers with unready status: [triton]",
      services: [{ name: "triton", ready: false }],
    });
  });
  store.remove("/api/v1/pods", "models", "triton-7d9c-a");
  await watch.until(({ workloads: [triton] }) =>
    expect(triton?.replicas.map(({ pod }) => pod)).toEqual(["triton-7d9c-b"]),
  );
});

it("[K8S-6] shows for a Deployment why its ReplicaSet creates no pod, and of one of KServe's what KServe says", async () => {
  await using cluster = await startKubernetes();
  const { store } = cluster.server;
  putTritonDeployment(cluster.server, ["triton-7d9c-a"]);
  store.put("/apis/apps/v1/replicasets", createReplicaSet("triton-new", "triton"));
  store.put("/apis/apps/v1/replicasets", createReplicaSet("web-5c", "web"));
  const labels = { "serving.kserve.io/inferenceservice": "iris" };
  const owner = { kind: "ReplicaSet", name: "triton-7d9c" };
  store.put("/api/v1/pods", createPod({ name: "triton-7d9c-a", owner, labels }));
  const quota = 'Error creating: pods "triton-new-" is forbidden: exceeded quota: gpu';
  store.put("/api/v1/events", createEvent("ReplicaSet/triton-new", "FailedCreate", quota));
  store.put("/api/v1/events", createEvent("ReplicaSet/web-5c", "FailedCreate", "not this one"));
  store.put("/api/v1/events", createEvent("InferenceService/iris", "InternalError", "no runtime"));
  const watch = cluster.watch();
  await watch.until(({ workloads: [triton] }) =>
    expect(triton?.events.map(({ object, message }) => [object, message]).sort()).toEqual([
      ["InferenceService iris", "no runtime"],
      ["ReplicaSet triton-new", quota],
    ]),
  );
});

it("[K8S-8] continues from where it was when a watch ends, and lists again when that is too old", async () => {
  await using cluster = await startKubernetes();
  const { server } = cluster;
  putTritonDeployment(server, ["triton-0"]);
  const watch = cluster.watch();
  await watch.live();
  await watch.until(() => expect(server.watches).toBeGreaterThan(5));
  const lists = () => server.calls.filter((call) => call === "GET /api/v1/namespaces/models/pods");
  server.endWatches();
  await watch.until(() => expect(server.watches).toBeGreaterThan(5));
  server.store.put("/api/v1/pods", createPod({ name: "triton-1" }));
  await watch.until(({ pods }) => expect(pods).toBe(2));
  expect(watch.view.state).toBe("live");
  server.store.compact();
  server.endWatches();
  server.store.put("/api/v1/pods", createPod({ name: "triton-2" }));
  await watch.until(({ pods }) => expect(pods).toBe(3));
  expect(watch.view.state).toBe("live");
  expect(lists().length).toBeGreaterThan(3);
});

it("[K8S-8] a bookmark moves the version on, so that what was compacted before it is no reason to list", async () => {
  await using cluster = await startKubernetes();
  const { server } = cluster;
  putTritonDeployment(server, ["triton-0"]);
  const watch = cluster.watch();
  await watch.live();
  await watch.until(() => expect(server.watches).toBeGreaterThan(5));
  server.store.put("/api/v1/namespaces", { metadata: { name: "elsewhere" } });
  server.store.compact();
  server.bookmark();
  server.endWatches();
  await watch.until(() => expect(server.watches).toBeGreaterThan(5));
  server.store.put("/api/v1/pods", createPod({ name: "triton-1" }));
  await watch.until(({ pods }) => expect(pods).toBe(2));
  const lists = server.calls.filter((call) => call === "GET /api/v1/namespaces/models/pods");
  // One list and two watches.
  expect(lists).toHaveLength(3);
});

it("[K8S-3] what may not be read is a gap; without pods there is nothing to show", async () => {
  await using cluster = await startKubernetes();
  putTritonDeployment(cluster.server, ["triton-0"]);
  cluster.server.denied.add("list events");
  const watch = cluster.watch();
  await watch.live();
  await watch.until(({ gaps }) => expect(gaps).toHaveLength(1));
  expect(watch.view.gaps[0]).toMatch(/^'somebody' may not list events: events is forbidden/);
  cluster.server.denied.add("list pods");
  const all = cluster.watch("");
  await all.until(({ state }) => expect(state).toBe("refused"));
  expect(all.view.reason).toContain("may not list pods");
  expect(all.view.nextTry).not.toBeNull();
});

it("[K8S-8] says once what may be listed and not watched, and is live all the same", async () => {
  await using cluster = await startKubernetes();
  putTritonDeployment(cluster.server, ["triton-0"]);
  for (const what of ["pods", "services", "events"]) cluster.server.denied.add(`watch ${what}`);
  const watch = cluster.watch();
  await watch.until(({ gaps }) =>
    expect(gaps[0]).toMatch(/^Watching pods, services, and events is not permitted/),
  );
  expect(watch.view).toMatchObject({ state: "live", reason: null, gaps: { length: 1 } });
});

it.each([
  ["without KServe says nothing of it", false, 0],
  ["with KServe names what may not be read", true, 1],
])("[K8S-3] a cluster %s", async (_, kserve, gaps) => {
  await using cluster = await startKubernetes({ kserve });
  cluster.server.denied.add("list inferenceservices");
  putTritonDeployment(cluster.server, ["triton-0"]);
  const watch = cluster.watch();
  await watch.live();
  const asked = () => cluster.server.calls.filter((call) => call === "GET /apis/serving.kserve.io");
  await watch.until(() => expect(asked()).toHaveLength(1));
  await watch.until((view) => expect(view.gaps).toHaveLength(gaps));
});

it("[K8S-2] credentials that expired are said, and taken again from the kubeconfig", async () => {
  await using cluster = await startKubernetes();
  cluster.server.token = "renewed";
  const watch = cluster.watch();
  await watch.until(({ state }) => expect(state).toBe("refused"));
  expect(watch.view.reason).toContain("credentials of 'somebody': they may have expired");
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig());
  await cluster.domain.requests["kubernetes.tryNow"]({ id: cluster.id }, cluster.never);
  await watch.live();
});

it("[K8S-3] an API server that went away leaves what was known, as stale, and is found again", async () => {
  await using cluster = await startKubernetes();
  putTritonDeployment(cluster.server, ["triton-0"]);
  const watch = cluster.watch();
  await watch.until(({ workloads }) => expect(workloads).toHaveLength(1));
  const { port } = cluster.server;
  await cluster.server[Symbol.asyncDispose]();
  await watch.until(({ state }) => expect(state).toBe("stale"));
  await watch.until(({ reason }) => expect(reason).toContain("nothing listens there"));
  expect(watch.view.workloads).toHaveLength(1);
  await using again = await TestApiServer.start({}, port);
  putTritonDeployment(again, ["triton-0", "triton-1"]);
  await cluster.domain.requests["kubernetes.tryNow"]({ id: cluster.id }, cluster.never);
  await watch.until(({ state, pods }) => expect([state, pods]).toEqual(["live", 2]));
});

it("[K8S-3] messages of an outage end with it, also of what would be tried again much later", async () => {
  await using cluster = await startKubernetes();
  let isBroken = true;
  class Flaky extends KubeApi {
    override list<T>(...args: Parameters<KubeApi["list"]>) {
      if (isBroken && args[0].endsWith("/services"))
        return Promise.reject(new StatusError("UNAVAILABLE", "The cluster does not answer."));
      return super.list(...args) as ReturnType<typeof KubeApi.prototype.list<T>>;
    }
  }
  const clock = new ManualClock();
  using session = new ClusterSession(
    1,
    new Flaky(cluster.file, "test") as KubeApi,
    "models",
    clock,
  );
  const until = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 10_000, interval: 20 });
  const gap = "The cluster does not answer.";
  await until(() => expect([session.view.state, session.view.gaps]).toEqual(["live", [gap]]));
  for (const pause of [1000, 2000, 4000]) {
    await clock.advance(pause);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  isBroken = false;
  const { port } = cluster.server;
  await cluster.server[Symbol.asyncDispose]();
  await until(() => expect(session.view.state).toBe("stale"));
  await using again = await TestApiServer.start({}, port);
  // The pods are tried again after a second, the services after eight.
  await until(async () => {
    await clock.advance(500);
    expect(session.view.state).toBe("live");
  });
  await until(() => expect(session.view.gaps).toEqual([]));
  expect(again.calls).toContain("GET /api/v1/namespaces/models/services");
});

it("[K8S-1] an invalid namespace becomes no part of a path", async () => {
  await using cluster = await startKubernetes();
  expect(() => cluster.watch("kube-system/secrets?x=")).toThrow("is no namespace's name");
  expect(cluster.server.calls).toEqual([]);
});

it("[K8S-9] KServe's inference services are listed where the cluster has the kind", async () => {
  await using cluster = await startKubernetes({ kserve: true });
  const { store } = cluster.server;
  const iris = {
    metadata: { name: "iris", namespace: "models" },
    spec: {
      predictor: { model: { modelFormat: { name: "sklearn" }, runtime: "kserve-sklearnserver" } },
    },
    status: {
      conditions: [
        { type: "PredictorReady", status: "False", message: "no node has a GPU" },
        { type: "Ready", status: "False" },
      ],
    },
  };
  store.put("/apis/serving.kserve.io/v1beta1/inferenceservices", iris);
  const watch = cluster.watch();
  await watch.until(({ inferenceServices }) => expect(inferenceServices).toHaveLength(1));
  expect(watch.view.inferenceServices[0]).toMatchObject({
    format: "sklearn",
    runtime: "kserve-sklearnserver",
    ready: false,
    reason: "PredictorReady: no node has a GPU",
  });
});

it("[K8S-1] keeps path, context, namespace and permission, and nothing secret", async () => {
  await using cluster = await startKubernetes();
  const watch = cluster.watch();
  await watch.live();
  const rows = cluster.data.db.all("SELECT * FROM kubernetes_contexts");
  expect(rows).toEqual([
    {
      id: cluster.id,
      path: cluster.file,
      context: "test",
      namespace: "models",
      changes_allowed: 0,
      opened_at: expect.any(Number),
    },
  ]);
  const reported = JSON.stringify([rows, watch.view, cluster.events.list()]);
  expect(reported).not.toContain(cluster.server.token);
});
