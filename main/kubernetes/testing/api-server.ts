import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { stringify } from "yaml";
import { certificates } from "../../servers/testing/certificates.ts";
import type { KubeObject, Pod } from "../objects.ts";
import { ApiStore } from "./api-store.ts";
import { PodLogs } from "./pod-logs.ts";
import { PortForwardDouble } from "./port-forward-double.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { mergeStrategically } from "./strategic-merge.ts";
import { type ResourcePath, resourcePath } from "./resource-path.ts";

/** Kinds that are installed next to those that every cluster has. */
const KSERVE = [
  "/apis/serving.kserve.io/v1beta1/inferenceservices",
  "/apis/serving.kserve.io/v1alpha1/llminferenceservices",
  "/apis/serving.kserve.io/v1alpha2/llminferenceservices",
];

const INFERENCE_POOLS = "/apis/inference.networking.k8s.io/v1/inferencepools";
const ALPHA = "/apis/inference.networking.x-k8s.io/v1alpha2";
const FIRST_ALPHA = "/apis/inference.networking.x-k8s.io/v1alpha1";
const LLM_D = "/apis/llm-d.ai/v1alpha2";

const COLLECTIONS = new Set([
  "/api/v1/namespaces",
  "/api/v1/pods",
  "/api/v1/services",
  "/api/v1/events",
  "/api/v1/configmaps",
  "/apis/apps/v1/replicasets",
  "/apis/apps/v1/deployments",
  "/apis/apps/v1/statefulsets",
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/discovery.k8s.io/v1/endpointslices",
  "/apis/autoscaling/v2/horizontalpodautoscalers",
  "/apis/batch/v1/jobs",
]);

export interface ApiServerOptions {
  readonly kserve?: boolean;
  /** Whether it has the Gateway API Inference Extension. */
  readonly inferencePools?: boolean;
  /** Whether it has what the extension's alpha API has. */
  readonly inferenceAlpha?: boolean;
  /** Whether it has what the first version of the alpha API has. */
  readonly inferenceFirstAlpha?: boolean;
  /** Whether it has llm-d's InferenceObjectives. */
  readonly llmd?: boolean;
  /** Of the user in the kubeconfig. */
  readonly token?: string;
}

/**
 * An API server on loopback that answers as kubernetes v1.34 does, over TLS: lists in pages, watches with ADDED,
 * MODIFIED, DELETED, BOOKMARK and 410 (docs/reference/using-api/api-concepts), Status objects for what it rejects,
 * RBAC's 403, port-forward over WebSocket to real TCP servers, Jobs and logs.
 */
export class TestApiServer implements AsyncDisposable {
  readonly store = new ApiStore();
  readonly forwards = new PortForwardDouble();
  /** Every call, "GET /api/v1/pods". */
  readonly calls: string[] = [];
  /** What is not allowed: "list events", "create pods/portforward". */
  readonly denied = new Set<string>();
  /** What is accepted and never answered: "watch pods", "create pods/portforward". */
  readonly silent = new Set<string>();
  /** Whether every watch is answered 410, whatever its version. */
  forgetful = false;
  /** In place of every list, such as what a gateway answers. */
  answerLists: unknown = undefined;
  /** HOST:PORT of what listens in a pod, by "namespace/pod:port". */
  readonly podPorts = new Map<string, string>();
  readonly logs = new PodLogs();
  /** Called after each patch, as a controller would see it. */
  onPatched: (object: KubeObject) => void = () => {};
  token: string;
  readonly #collections: ReadonlySet<string>;
  readonly #server: https.Server;
  readonly #unanswered = new Set<Duplex>();
  readonly #watches = new Map<http.ServerResponse, Disposable>();

  private constructor({
    kserve = false,
    inferencePools = false,
    inferenceAlpha = false,
    inferenceFirstAlpha = false,
    llmd = false,
    token = "let-me-in",
  }: ApiServerOptions) {
    this.token = token;
    this.#collections = new Set([
      ...COLLECTIONS,
      ...(kserve ? KSERVE : []),
      ...(inferencePools ? [INFERENCE_POOLS] : []),
      ...(inferenceAlpha
        ? [`${ALPHA}/inferencepools`, `${ALPHA}/inferenceobjectives`, `${ALPHA}/inferencemodels`]
        : []),
      ...(inferenceFirstAlpha
        ? [`${FIRST_ALPHA}/inferencepools`, `${FIRST_ALPHA}/inferencemodels`]
        : []),
      ...(llmd ? [`${LLM_D}/inferenceobjectives`] : []),
    ]);
    this.#server = https.createServer(
      { key: certificates.serverKey, cert: certificates.server },
      (request, response) => void this.#answer(request, response),
    );
    this.#server.on("upgrade", (request: http.IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(request, socket, head),
    );
  }

  static async start(options: ApiServerOptions = {}, port = 0): Promise<TestApiServer> {
    const server = new TestApiServer(options);
    await new Promise<void>((resolve) => server.#server.listen(port, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** YAML. `user`: in place of the token, e.g. an exec plugin. */
  kubeconfig(user: object = { token: this.token }, namespace = "models"): string {
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      clusters: [
        {
          name: "test-cluster",
          cluster: {
            server: this.url,
            "certificate-authority-data": Buffer.from(certificates.ca).toString("base64"),
          },
        },
      ],
      users: [{ name: "somebody", user }],
      contexts: [
        { name: "test", context: { cluster: "test-cluster", user: "somebody", namespace } },
      ],
    };
    return stringify(config, { lineWidth: 0 });
  }

  /** Ends all watches as the server does after some minutes. */
  endWatches(): void {
    for (const [response, watching] of this.#watches) {
      watching[Symbol.dispose]();
      response.end();
    }
    this.#watches.clear();
  }

  get watches(): number {
    return this.#watches.size;
  }

  /** Port-forwards that wait for an answer. */
  get unanswered(): number {
    return this.#unanswered.size;
  }

  bookmark(): void {
    for (const watch of this.#watches.keys())
      send(watch, "BOOKMARK", { metadata: { resourceVersion: this.store.version } });
  }

  /** Sends every watch a line as it is. */
  sendRaw(line: string): void {
    for (const watch of this.#watches.keys()) watch.write(`${line}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.forwards.cut();
    this.logs.cut();
    for (const socket of this.#unanswered) socket.destroy();
    // Those that are still shaking hands are no connections yet to the line below.
    this.#server.on("secureConnection", (socket) => socket.destroy());
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "https://localhost");
    const { method = "GET" } = request;
    this.calls.push(`${method} ${url.pathname}`);
    const path = resourcePath(url.pathname);
    const verb = toVerb(method, path, url);
    const refused = this.#refuse(request, path, verb);
    if (refused) return reply(response, refused.code, refused);
    if (this.silent.has(`${verb} ${path?.plural}`)) return;
    if (!path) {
      const group = /^\/apis\/[^/]+(\/[^/]+)?$/.exec(url.pathname)?.[0];
      const isServed = [...this.#collections].some((each) => each.startsWith(`${group}/`));
      if (group && isServed) return reply(response, 200, { kind: "APIGroup" });
      return reply(response, 404, status(404, "NotFound", "404 page not found"));
    }
    if (verb === "watch") return this.#watch(path, url, response);
    if (verb === "list")
      return reply(
        response,
        200,
        this.answerLists === undefined ? this.#list(path, url) : this.answerLists,
      );
    if (path.subresource === "log") return this.#log(path, url, response);
    if (verb === "create") return await this.#create(path, request, response);
    const object = this.store.get(path.collection, path.namespace, path.name);
    if (!object) return reply(response, 404, notFound(path));
    if (verb === "patch") return await this.#patch(path, object, request, response);
    if (verb === "delete") this.store.remove(path.collection, path.namespace, path.name);
    reply(response, 200, object);
  }

  #list({ collection, namespace }: ResourcePath, url: URL): object {
    const selector = url.searchParams.get("labelSelector");
    const limit = Number(url.searchParams.get("limit") ?? 0);
    const from = Number(url.searchParams.get("continue") ?? 0);
    const all = this.store.list(collection, namespace).filter((each) => matches(each, selector));
    const items = limit > 0 ? all.slice(from, from + limit) : all;
    const next = from + items.length;
    return {
      kind: "List",
      metadata: {
        resourceVersion: this.store.version,
        ...(next < all.length && { continue: String(next) }),
      },
      items,
    };
  }

  #watch({ collection, namespace }: ResourcePath, url: URL, response: http.ServerResponse): void {
    const since = Number(url.searchParams.get("resourceVersion"));
    response.writeHead(200, { "content-type": "application/json", "transfer-encoding": "chunked" });
    response.flushHeaders();
    if (this.forgetful || this.store.isTooOld(since)) {
      send(response, "ERROR", status(410, "Expired", `too old resource version: ${since}`));
      response.end();
      return;
    }
    const watching = this.store.watch(collection, namespace, since, ({ type, object }) =>
      send(response, type, object),
    );
    this.#watches.set(response, watching);
    response.on("close", () => {
      watching[Symbol.dispose]();
      this.#watches.delete(response);
    });
  }

  #log(path: ResourcePath, url: URL, response: http.ServerResponse): void {
    const pod = this.store.get(path.collection, path.namespace, path.name) as Pod | undefined;
    if (!pod || this.logs.areGone) return reply(response, 404, notFound(path));
    const refused = this.logs.answer(pod, url.searchParams, response);
    if (refused !== null) reply(response, 400, status(400, "BadRequest", refused));
  }

  async #create(path: ResourcePath, request: http.IncomingMessage, response: http.ServerResponse) {
    const object = JSON.parse(await readBody(request)) as KubeObject;
    if (path.plural === "selfsubjectaccessreviews")
      return reply(response, 201, this.#review(object));
    const { name } = object.metadata;
    if (this.store.get(path.collection, path.namespace, name))
      return reply(
        response,
        409,
        status(409, "AlreadyExists", `${path.plural} "${name}" already exists`),
      );
    const metadata = { ...object.metadata, namespace: path.namespace };
    reply(response, 201, this.store.put(path.collection, { ...object, metadata }));
  }

  #review(review: object): object {
    const { spec } = review as {
      spec: { resourceAttributes: { verb: string; resource: string; subresource?: string } };
    };
    const { verb, resource, subresource } = spec.resourceAttributes;
    const what = subresource ? `${resource}/${subresource}` : resource;
    return { ...review, metadata: {}, status: { allowed: !this.denied.has(`${verb} ${what}`) } };
  }

  async #patch(
    path: ResourcePath,
    object: KubeObject,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) {
    const type = KSERVE.includes(path.collection)
      ? "application/json-patch+json"
      : "application/strategic-merge-patch+json";
    if (request.headers["content-type"] !== type)
      return reply(response, 415, status(415, "UnsupportedMediaType", "unsupported patch"));
    const patch: unknown = JSON.parse(await readBody(request));
    const isJsonPatch = Array.isArray(patch);
    const merged = (
      isJsonPatch ? applyJsonPatch(object, patch) : mergeStrategically(object, patch)
    ) as KubeObject & {
      metadata: { generation?: number };
    };
    const { generation = 1 } = merged.metadata;
    const stored = this.store.put(path.collection, {
      ...merged,
      metadata: { ...merged.metadata, generation: generation + 1 },
    } as KubeObject);
    reply(response, 200, stored);
    this.onPatched(stored);
  }

  #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? "/", "https://localhost");
    this.calls.push(`GET ${url.pathname}`);
    const path = resourcePath(url.pathname);
    const missing = path && !this.store.get("/api/v1/pods", path.namespace, path.name);
    const refused =
      this.#refuse(request, path, "create") ??
      (path?.subresource !== "portforward" || missing
        ? status(404, "NotFound", "not found")
        : null);
    if (refused || !path) {
      const code = refused?.code ?? 404;
      socket.end(`HTTP/1.1 ${code} ${http.STATUS_CODES[code]}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    if (this.silent.has("create pods/portforward")) {
      this.#unanswered.add(socket);
      socket.on("close", () => this.#unanswered.delete(socket));
      socket.on("error", () => socket.destroy());
      socket.resume();
      return;
    }
    const port = Number(url.searchParams.get("ports"));
    const target = this.podPorts.get(`${path.namespace}/${path.name}:${port}`);
    this.forwards.take(request, socket, head, { port, target });
  }

  #refuse({ headers }: http.IncomingMessage, path: ResourcePath | null, verb: string) {
    if (headers.authorization !== `Bearer ${this.token}`)
      return status(401, "Unauthorized", "Unauthorized");
    if (!path) return null;
    const what = path.subresource ? `${path.plural}/${path.subresource}` : path.plural;
    if (this.denied.has(`${verb} ${what}`))
      return status(
        403,
        "Forbidden",
        `${what} is forbidden: User "somebody" cannot ${verb} resource "${what}" in the namespace "${path.namespace}"`,
      );
    return this.#collections.has(path.collection)
      ? null
      : status(404, "NotFound", "the server could not find the requested resource");
  }
}

function toVerb(method: string, path: ResourcePath | null, url: URL): string {
  if (method === "GET")
    return url.searchParams.get("watch") === "true" ? "watch" : path?.name ? "get" : "list";
  return { POST: "create", DELETE: "delete", PATCH: "patch" }[method] ?? method;
}

function status(code: number, reason: string, message: string) {
  return { kind: "Status", apiVersion: "v1", status: "Failure", message, reason, code };
}

function notFound({ plural, name }: ResourcePath) {
  return status(404, "NotFound", `${plural} "${name}" not found`);
}

function matches({ metadata }: KubeObject, selector: string | null): boolean {
  return (selector ?? "")
    .split(",")
    .filter(Boolean)
    .every((each) => {
      const [label = "", value] = each.split("=");
      return metadata.labels?.[label] === value;
    });
}

function send(response: http.ServerResponse, type: string, object: object): void {
  response.write(`${JSON.stringify({ type, object })}\n`);
}

function reply(response: http.ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
