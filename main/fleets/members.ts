/** One replica of a fleet, before anything was asked of it. */
export interface Member {
  /**
   * Names the replica within its fleet, at most 200 letters, digits, `.`, `-`, `_`, `:`, `[` and `]`: an address, a
   * pod's name. The same key later is the same place in the fleet, even where another process is there.
   */
  readonly key: string;
  readonly name: string;
  /** Each HOST:PORT or a URL; "" without one. One of grpc and http is needed. */
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
  /** What to know of the way to it, e.g. that it leads through a port-forward; "": nothing. */
  readonly note: string;
  /** What those who name it know against it, a sentence, e.g. why its pod is not ready; left out or "": nothing. */
  readonly trouble?: string;
}

/** Who belongs to a fleet now: a list, a DNS name, a Kubernetes workload. Disposing ends its look-ups. */
export interface MemberSource extends Disposable {
  /** Those last known; a look-up that failed leaves them in place. */
  members(): readonly Member[];
  /** Why the last look-up failed; null: it did not. */
  problem(): string | null;
  /** Called after members or the problem changed. */
  onChanged(listener: () => void): Disposable;
}

/** Finds a workload's replicas; `workload` is the key that the Kubernetes side gave out for it. */
export type WorkloadSource = (workload: string) => MemberSource;
