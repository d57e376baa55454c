import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, vi } from "vitest";
import { systemClock } from "../../../base/clock.ts";
import type { ClusterView } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { openDataDirectory } from "../../store/index.ts";
import { kubernetesMigrations, startKubernetes as startDomain } from "../index.ts";
import { type ApiServerOptions, TestApiServer } from "./api-server.ts";

const PATIENCE = { timeout: 10_000, interval: 20 };

/** The Kubernetes side of a host, and an API server whose kubeconfig is in a folder of its own. */
export async function startKubernetes(options: ApiServerOptions = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await TestApiServer.start(options));
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-kubernetes-"));
  stack.defer(() => fs.rmSync(directory, { recursive: true, force: true }));
  const file = path.join(directory, "kubeconfig");
  fs.writeFileSync(file, server.kubeconfig());
  const data = openDataDirectory(path.join(directory, "data"), kubernetesMigrations);
  stack.defer(() => data.close());
  const events = new HostEvents();
  const imported: { fileName: string; content: string }[] = [];
  const start = () =>
    stack.use(
      startDomain({
        db: data.db,
        clock: systemClock,
        events,
        importExperiment: async (fileName, content) => {
          imported.push({ fileName, content });
          return { id: imported.length };
        },
      }),
    );
  const domain = start();
  const never = new AbortController().signal;
  const { id } = await domain.requests["kubernetes.open"](
    { path: file, context: "test", namespace: "models" },
    never,
  );
  return {
    server,
    directory,
    file,
    data,
    domain,
    /** Another one on the same data, as after a restart. */
    start,
    events,
    imported,
    id,
    never,
    /** Follows a namespace's view until the test ends. */
    watch(namespace = "models") {
      const views: ClusterView[] = [];
      const sink = { event: (view: ClusterView) => void views.push(view), error: () => {} };
      stack.use(domain.topics["kubernetes.view"]({ id, namespace }, sink));
      const latest = () => views.at(-1) as ClusterView;
      const until = (check: (view: ClusterView) => void) =>
        vi.waitFor(() => check(latest()), PATIENCE);
      return {
        get view() {
          return latest();
        },
        until,
        live: () => until(({ state }) => expect(state).toBe("live")),
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
