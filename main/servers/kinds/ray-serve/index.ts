import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { Observation } from "../../observation.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import {
  fetchAnswer,
  type HttpResponse,
  metricsPage,
  Probe,
  requireAdmission,
} from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { listDeployments, modelFrom, serveDetails } from "./applications.ts";
import { readFigures } from "./figures.ts";

const VERSION = "/api/version";
const APPLICATIONS = "/api/serve/applications/";

const about = z.object({ ray_version: z.string(), session_name: z.string().nullish() });
const routes = z.record(z.string().startsWith("/"), z.string());

/** Ray Serve, over the REST API at the dashboard's port (SPEC.md: RAY-SERVE-1 to RAY-SERVE-7). */
export const rayServe: ObservedKind = {
  kind: "rayServe",
  name: "Ray Serve",
  capabilities: [],
  async recognise(reach, asked, signal) {
    const probe = new Probe(asked, signal);
    let refusal: StatusError | null = null;
    const found = await probe.get(reach.http, VERSION, (answer) => {
      refusal = tokenProblem(answer, reach.http?.url ?? "");
      return about.safeParse(answer.json).data ?? null;
    });
    if (refusal) throw refusal;
    const serves =
      found &&
      (await probe.get(reach.http, APPLICATIONS, ({ status, json }) =>
        status === 200 && serveDetails.safeParse(json).success ? true : null,
      ));
    // The proxies' port has no more than this; it shows the user which address is needed.
    if (!found) await probe.get(reach.http, "/-/routes", recogniseProxy);
    probe.end();
    return found && serves && { version: found.ray_version };
  },
  observe,
};

/** As `python/ray/_private/authentication/http_token_authentication.py` of Ray 2.60 refuses. */
function tokenProblem(
  { status, text }: Pick<HttpResponse, "status" | "text">,
  url: string,
): StatusError | null {
  const missing = status === 401 && text.startsWith("Unauthorized: Missing authentication token");
  const wrong = status === 403 && text.startsWith("Forbidden: Invalid authentication token");
  if (!missing && !wrong) return null;
  return new StatusError(
    missing ? "UNAUTHENTICATED" : "PERMISSION_DENIED",
    `${url} is a Ray cluster that ${missing ? "needs its token" : "doesn't accept this token"}: give the connection the cluster's token as its bearer token. \`ray get-auth-token\` prints it; it is in ~/.ray/auth_token unless configured otherwise.`,
  );
}

function recogniseProxy({ status, json }: { status: number; json: unknown }): true | null {
  return status === 200 && routes.safeParse(json).success ? true : null;
}

async function observe({ http, metrics }: Reach, signal?: AbortSignal): Promise<Observation> {
  if (!http)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "Ray Serve is observed over HTTP: give the address of the dashboard (port 8265).",
    );
  const [answer, session, page] = await Promise.all([
    ask(http, APPLICATIONS, signal),
    fetchSession(http, signal),
    metricsPage(metrics, "/metrics", signal),
  ]);
  const { data } = serveDetails.safeParse(answer.json);
  if (answer.status !== 200 || !data)
    throw new StatusError(
      "UNAVAILABLE",
      `${http.url}${APPLICATIONS} answers with status ${answer.status} and no applications of Ray Serve.`,
    );
  const deployments = listDeployments(data);
  return {
    incarnation: session,
    models: deployments.map(modelFrom),
    figures: readFigures(deployments, page),
    exposition: page.text,
  };
}

async function ask(
  http: ServerHttp,
  path: string,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const answer = await fetchAnswer(http, path, signal);
  const refusal = tokenProblem(answer, http.url);
  if (refusal) throw refusal;
  return requireAdmission(answer, `${http.url}${path}`);
}

/** Restarting a cluster changes its session name; older versions do not report it. */
async function fetchSession(
  http: ServerHttp,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const { json } = await ask(http, VERSION, signal);
  return about.safeParse(json).data?.session_name ?? null;
}
