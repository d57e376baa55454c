/** The engine's ports; 0: chosen by the system. */
export interface Ports {
  readonly grpc: number;
  readonly http: number;
  readonly metrics: number;
}

/** The system chooses them. */
export const ANY_PORTS: Ports = { grpc: 0, http: 0, metrics: 0 };

/** The engine's last ports, which it uses again (main/repositories/SPEC.md, REPO-4). */
export class KeptPorts {
  #ports: Ports | null = null;
  #tried = false;

  /** HOST:PORT of each. */
  served({ grpc, http, metrics }: Readonly<Record<keyof Ports, string>>): void {
    this.#ports = { grpc: portIn(grpc), http: portIn(http), metrics: portIn(metrics) };
    this.#tried = false;
  }

  /** Ports for the next start. After a failed start on stored ports they aren't used again, since one may be in use. */
  next(): Ports {
    if (!this.#ports || this.#tried) return ANY_PORTS;
    this.#tried = true;
    return this.#ports;
  }
}

const portIn = (endpoint: string) => Number(/:(\d+)$/.exec(endpoint)?.[1] ?? 0);
