import { StatusError } from "../../../base/status-error.ts";
import type { Replica } from "../../contract/index.ts";
import type { Member, MemberSource } from "../../fleets/index.ts";
import type { KubeApi } from "../access/api.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { FleetSource } from "../session.ts";
import type { SessionLease, Sessions } from "../sessions.ts";
import { PodForward } from "./pod-forward.ts";

export const FORWARD_NOTE = "Through a port-forward, which adds latency.";

type Use = keyof Replica["ports"];

type Endpoint = FleetSource["members"][number];

interface Place {
  readonly name: string;
  /** Of llm-d; "". */
  readonly role: string;
  /** Of the pod: one that was replaced by another of its name, as a StatefulSet's is, has another. */
  readonly uid: string;
  /** Why it is not ready, in the cluster's words. */
  reason: string | null;
  readonly forwards: Readonly<Record<Use, PodForward | null>>;
}

/**
 * The pods of a workload or of an inference pool as members of a fleet, each behind port-forwards of its own, which come and
 * go with the pods. A pod that was replaced is another member, behind other port-forwards, also where it has the same name.
 */
export class WorkloadMembers implements MemberSource {
  readonly #workload: string;
  readonly #report: (trouble: string) => void;
  readonly #lease: SessionLease | null;
  readonly #listeners = new Listeners<void>("kubernetes");
  readonly #resources = new DisposableStack();
  readonly #places = new Map<string, Place>();
  readonly #opening = new Set<string>();
  #problem: string | null = null;
  #refusal: string | null = null;
  /** The last report about each pod's port. */
  readonly #troubles = new Map<string, string>();
  #isOver = false;

  /** `report`: a tunnel could not be opened or broke, in a sentence. */
  constructor(sessions: Sessions, workload: string, report: (trouble: string) => void) {
    this.#workload = workload;
    this.#report = report;
    const [contextId, namespace = ""] = workload.split("/");
    this.#lease = this.#open(() => sessions.lease(Number(contextId), namespace));
    if (!this.#lease) return;
    this.#resources.use(this.#lease);
    this.#resources.use(this.#lease.session.onChanged(() => this.#follow()));
    this.#follow();
  }

  members(): readonly Member[] {
    const sorted = [...this.#places.values()].sort((a, b) =>
      a.name.localeCompare(b.name, "en", { numeric: true }),
    );
    return sorted.map(({ name, role, reason, forwards }) => ({
      key: name,
      name,
      grpc: forwards.grpc?.address ?? "",
      http: forwards.http?.address ?? "",
      metrics: forwards.metrics?.address ?? "",
      note: role === "" ? FORWARD_NOTE : `Role in llm-d: ${role}. ${FORWARD_NOTE}`,
      trouble:
        reason === null ? "" : `Its pod, as reported by the cluster: ${reason.replace(/\.$/, "")}.`,
    }));
  }

  problem(): string | null {
    return this.#problem ?? this.#refusal;
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#resources.dispose();
    for (const place of this.#places.values()) close(place);
    this.#places.clear();
  }

  #open(lease: () => SessionLease): SessionLease | null {
    try {
      return lease();
    } catch (error) {
      this.#problem = StatusError.from(error).message;
      return null;
    }
  }

  #follow(): void {
    const session = this.#lease?.session;
    if (!session || this.#isOver) return;
    const { state, reason } = session.view;
    const source = session.fleet(this.#workload);
    const problem =
      state === "stale" || state === "refused"
        ? reason
        : session.synced && !source
          ? `The ${isPool(this.#workload) ? "inference pool is not in the cluster" : "workload is not in the cluster, or has no pods"}.`
          : null;
    let isOther = problem !== this.#problem;
    this.#problem = problem;
    // While the API server does not answer, removed pods are not known.
    if (session.synced && state === "live") isOther = this.#match(source) || isOther;
    if (isOther) this.#listeners.emit();
  }

  /** Whether a member was removed, or its readiness or reason changed. New ones are reported when they listen. */
  #match(source: FleetSource | null): boolean {
    const running = (source?.members ?? []).filter(({ replica }) => replica.phase === "Running");
    const endpoints = new Map(running.map((each) => [each.name, each]));
    let isOther = false;
    for (const [name, place] of this.#places) {
      const replica = endpoints.get(name)?.replica;
      if (replica?.uid === place.uid) {
        isOther ||= replica.reason !== place.reason;
        place.reason = replica.reason;
        continue;
      }
      close(place);
      this.#places.delete(name);
      this.#forgetTroubles(name);
      isOther = true;
    }
    for (const endpoint of running) {
      if (this.#places.has(endpoint.name) || this.#opening.has(endpoint.name)) continue;
      void this.#add(source?.namespace ?? "", endpoint);
    }
    return isOther;
  }

  async #add(namespace: string, { replica, name, role }: Endpoint): Promise<void> {
    const { pod, uid, reason, ports } = replica;
    const api = this.#lease?.session.api;
    if (!api) return;
    this.#opening.add(name);
    try {
      const forwards = await this.#listen(api, namespace, pod, ports);
      const place = { name, role, uid, reason, forwards };
      if (this.#isOver) return close(place);
      this.#places.set(name, place);
      this.#forgetTroubles(name);
    } catch (error) {
      // Retried with the cluster's next change: an immediate retry would fail immediately.
      return this.#noteOutcome(`${pod}:`, StatusError.from(error));
    } finally {
      this.#opening.delete(name);
    }
    this.#listeners.emit();
    // Removed while it was opened.
    this.#follow();
  }

  /** All of them, or none. */
  async #listen(
    api: KubeApi,
    namespace: string,
    pod: string,
    ports: Replica["ports"],
  ): Promise<Place["forwards"]> {
    using opened = new DisposableStack();
    const open = async (port: number | null) =>
      port === null
        ? null
        : opened.use(
            await PodForward.open(api, { namespace, pod, port }, (error) =>
              this.#noteOutcome(`${pod}:${port}`, error),
            ),
          );
    const http = await open(ports.http);
    const grpc = await open(ports.grpc);
    const metrics = await open(ports.metrics);
    opened.move();
    return { http, grpc, metrics };
  }

  /** The state of a pod that isn't ready has the reason; that a port doesn't answer yet is expected. */
  #isStarting(pod: string): boolean {
    const places = [...this.#places.values()];
    return places.some(({ name, reason }) => name.split(":")[0] === pod && reason !== null);
  }

  #forgetTroubles(name: string): void {
    const [pod = ""] = name.split(":");
    for (const port of this.#troubles.keys())
      if (port.startsWith(`${pod}:`)) this.#troubles.delete(port);
  }

  /** The same problem is reported once; rejections by the API server are the fleet's problem. Pods may be removed. */
  #noteOutcome(port: string, error: StatusError | null): void {
    if (this.#isOver || error?.code === "NOT_FOUND") return;
    const words = error?.message ?? null;
    const isRefused = error?.code === "PERMISSION_DENIED" || error?.code === "UNAUTHENTICATED";
    const refusal = isRefused ? words : null;
    if (refusal !== this.#refusal) {
      this.#refusal = refusal;
      this.#listeners.emit();
    }
    const [pod = ""] = port.split(":");
    if (error && !isRefused && this.#isStarting(pod)) return;
    if (words === (this.#troubles.get(port) ?? null)) return;
    if (words === null) this.#troubles.delete(port);
    else {
      this.#troubles.set(port, words);
      if (!isRefused) this.#report(words);
    }
  }
}

function isPool(key: string): boolean {
  return key.split("/")[2] === "InferencePool";
}

function close({ forwards }: Place): void {
  for (const forward of Object.values(forwards)) forward?.[Symbol.dispose]();
}
