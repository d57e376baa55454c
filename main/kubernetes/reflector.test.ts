import { expect, it, vi } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { readObject, readPod } from "./read-objects.ts";
import { KubeApi } from "./access/api.ts";
import { Reflector } from "./reflector.ts";
import { createPod } from "./testing/cluster-objects.ts";
import { startKubernetes } from "./testing/kubernetes-fixture.ts";
import { REPLACEMENTS } from "../testing/mutations.ts";

const patience = { timeout: 10_000, interval: 20 };
const until = (check: () => void) => vi.waitFor(check, patience);

async function startReflector(prepare: (server: Cluster["server"]) => void, silenceMs = 30_000) {
  const cluster = await startKubernetes();
  prepare(cluster.server);
  const clock = new ManualClock();
  const problems: (string | null)[] = [];
  const reflector = new Reflector({
    api: new KubeApi(cluster.file, "test"),
    path: "/api/v1/namespaces/models/pods",
    what: "pods",
    clock,
    silenceMs,
    read: readPod,
    changed: () => void problems.push(reflector.problem?.message ?? null),
  });
  return {
    ...cluster,
    clock,
    problems,
    reflector,
    calls: () => cluster.server.calls.length,
    [Symbol.asyncDispose]: async () => {
      reflector[Symbol.dispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

type Cluster = Awaited<ReturnType<typeof startKubernetes>>;

it("[K8S-8] a watch that says nothing is reopened from where it was", async () => {
  await using running = await startReflector(() => {}, 100);
  const { reflector, server, clock, calls } = running;
  // The clock stands still, so that it looks like a watch that ends at once, and is followed by a pause.
  await until(() => expect(reflector.nextTry).not.toBeNull());
  expect([calls(), reflector.problem]).toEqual([2, null]);
  await clock.advance(1000);
  await until(() => expect(server.watches).toBe(1));
  server.store.put("/api/v1/pods", createPod({ name: "new" }));
  await until(() => expect(reflector.objects).toHaveLength(1));
});

it("[K8S-8] a watch that is not answered is no life: what is known is stale", async () => {
  const silent = (server: Cluster["server"]) => void server.silent.add("watch pods");
  await using running = await startReflector(silent, 100);
  const { reflector, server, clock } = running;
  await until(() => expect(reflector.problem?.message).toContain("did not answer"));
  expect(reflector.synced).toBe(true);
  server.silent.clear();
  await clock.advance(1000);
  await until(() => expect(reflector.problem).toBeNull());
});

it("[K8S-8] what may not be watched is listed every few seconds, until it may", async () => {
  const denied = (server: Cluster["server"]) => void server.denied.add("watch pods");
  await using running = await startReflector(denied);
  const { reflector, server, clock, problems, calls } = running;
  for (const [pause, asked] of [
    [0, 2],
    [5000, 4],
    [5000, 6],
  ] as const) {
    await clock.advance(pause);
    await until(() => expect(calls()).toBe(asked));
    await until(() => expect(reflector.nextTry).not.toBeNull());
    server.store.put("/api/v1/pods", createPod({ name: `pod-${asked}` }));
  }
  expect(reflector.objects).toHaveLength(2);
  expect(reflector.isOnlyListed).toBe(true);
  expect(problems.every((problem) => problem === null)).toBe(true);
  server.denied.clear();
  await clock.advance(5000);
  await until(() => expect(server.watches).toBe(1));
  await until(() => expect(reflector.isOnlyListed).toBe(false));
});

it("[K8S-8] what may neither be watched nor listed any more is a problem", async () => {
  const denied = (server: Cluster["server"]) => void server.denied.add("watch pods");
  await using running = await startReflector(denied);
  const { reflector, server, clock } = running;
  await until(() => expect(reflector.isOnlyListed).toBe(true));
  server.denied.add("list pods");
  await clock.advance(5000);
  await until(() => expect(reflector.problem?.code).toBe("PERMISSION_DENIED"));
});

it("[K8S-8] a server that finds every version too old is not asked without a pause", async () => {
  const forgetful = (server: Cluster["server"]) => void (server.forgetful = true);
  await using running = await startReflector(forgetful);
  const { reflector, server, clock, calls } = running;
  await until(() => expect(reflector.nextTry).not.toBeNull());
  expect(calls()).toBe(2);
  server.forgetful = false;
  await clock.advance(1000);
  await until(() => expect(server.watches).toBe(1));
  expect(reflector.problem).toBeNull();
});

it("[K8S-8] one that ends while it signs in leaves no watch behind", async () => {
  await using cluster = await startKubernetes();
  const api = new KubeApi(cluster.file, "test");
  const signed = await api.signed();
  const second = Promise.withResolvers<typeof signed>();
  const signing = vi.spyOn(api, "signed").mockResolvedValueOnce(signed);
  signing.mockReturnValueOnce(second.promise);
  const deps = {
    api,
    path: "/api/v1/pods",
    what: "pods",
    clock: systemClock,
    read: readPod,
    changed: () => {},
  };
  const reflector = new Reflector(deps);
  await until(() => expect(signing).toHaveBeenCalledTimes(2));
  reflector[Symbol.dispose]();
  second.resolve(signed);
  await api.list("/api/v1/services", "list services", readObject);
  expect(cluster.server.calls).toEqual(["GET /api/v1/pods", "GET /api/v1/services"]);
});

it("[HOSTILE-3] an event of a watch that can't be read costs no more than its own object", async () => {
  await using running = await startReflector(() => {});
  const { reflector, server } = running;
  await until(() => expect(server.watches).toBe(1));
  server.store.put("/api/v1/pods", createPod({ name: "before" }));
  const pod = createPod({ name: "spoiled" }) as unknown as Record<string, unknown>;
  for (const part of REPLACEMENTS) {
    server.sendRaw(JSON.stringify(part) ?? "");
    for (const type of ["ADDED", part]) server.sendRaw(JSON.stringify({ type, object: part }));
    for (const key of Object.keys(pod))
      server.sendRaw(JSON.stringify({ type: "ADDED", object: { ...pod, [key]: part } }));
  }
  server.sendRaw("{");
  server.store.put("/api/v1/pods", createPod({ name: "after" }));
  const names = () => reflector.objects.map(({ metadata }) => metadata.name);
  await until(() => expect(names()).toEqual(expect.arrayContaining(["before", "after"])));
  expect([reflector.problem, server.watches]).toEqual([null, 1]);
});
