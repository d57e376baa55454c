/** One replica of a fleet, as its source lists it. */
export interface Member {
  /**
   * Identifies the replica within its fleet, e.g. an address or a pod's name: at most 200 letters, digits, `.`, `-`, `_`,
   * `:`, `[` and `]`. A new process with the same key takes the same place in the fleet.
   */
  readonly key: string;
  readonly name: string;
  /** HOST:PORT or a URL; "" without one. One of grpc and http is required. */
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
  /** How the address reaches it, e.g. through a port-forward; "": directly. */
  readonly note: string;
  /** A problem that the source reports, as a sentence, e.g. why its pod isn't ready; left out or "": none. */
  readonly trouble?: string;
}

/** The current members of a fleet: from a list, a DNS name or a Kubernetes workload. Disposing ends its look-ups. */
export interface MemberSource extends Disposable {
  /** As of the last successful look-up. */
  members(): readonly Member[];
  /** Why the last look-up failed; null if it succeeded. */
  problem(): string | null;
  /** Called after a change of members or problem. */
  onChanged(listener: () => void): Disposable;
}

/** Finds a workload's replicas; `workload` is a key from the Kubernetes domain. */
export type WorkloadSource = (workload: string) => MemberSource;
