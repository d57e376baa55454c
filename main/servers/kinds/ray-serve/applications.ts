import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import { entriesByKey, optional, optionalEntries } from "../lenient.ts";

const replica = z.object({ state: z.string() });

const deployment = z.object({
  status: z.string(),
  message: optional(z.string()),
  target_num_replicas: optional(z.number()),
  replicas: optionalEntries(replica),
});

/** The parts used of `GET /api/serve/applications/` (python/ray/serve/schema.py, ServeInstanceDetails). */
export const serveDetails = z.object({
  applications: entriesByKey(
    z.object({
      status: z.string(),
      message: optional(z.string()),
      route_prefix: optional(z.string()),
      deployments: optional(entriesByKey(deployment)),
    }),
  ),
});

/** A deployment of an application, shown as a model. */
export interface Deployment {
  readonly application: string;
  readonly name: string;
  readonly route: string | null;
  readonly applicationStatus: string;
  readonly status: string;
  readonly message: string;
  readonly running: number;
  readonly target: number | null;
}

export function listDeployments({ applications }: z.infer<typeof serveDetails>): Deployment[] {
  return [...applications].flatMap(([application, app]) =>
    [...(app.deployments ?? [])].map(([name, each]) => ({
      application,
      name,
      route: app.route_prefix ?? null,
      applicationStatus: app.status,
      status: each.status,
      message: each.message || app.message || "",
      running: each.replicas.filter(({ state }) => state === "RUNNING").length,
      target: each.target_num_replicas ?? null,
    })),
  );
}

/** "APPLICATION/DEPLOYMENT". */
export function modelName({ application, name }: Pick<Deployment, "application" | "name">): string {
  return `${application}/${name}`;
}

/** Decided by its replicas; a deployment that is being scaled still serves. */
export function modelFrom(each: Deployment): ObservedModel {
  const { status, running, target, route, message, applicationStatus } = each;
  const failed = status === "UNHEALTHY" || status === "DEPLOY_FAILED";
  return {
    name: modelName(each),
    versions: [],
    state: failed ? "unavailable" : running > 0 ? "ready" : "loading",
    reason: message === "" ? null : message,
    facts: [
      ["Replicas", target === null ? `${running}` : `${running} of ${target}`],
      ["Status", status],
      ["Application", applicationStatus],
      ...(route === null ? [] : ([["Route", route]] satisfies [string, string][])),
    ],
  };
}
