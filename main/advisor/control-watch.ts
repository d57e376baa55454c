import { StatusError } from "../../base/status-error.ts";
import { loadRefusal } from "../configs/index.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** Learns once why a server would refuse a load; the embedded engine, which never would, is not asked. */
export class ControlWatch {
  readonly #server: ServerAdapter;
  #asked = false;
  #refusal: string | null = null;

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** The server's words; null where it takes loads, and while that is not known. */
  get refusal(): string | null {
    return this.#refusal;
  }

  ask(): void {
    if (this.#asked || this.#server.status.kind === "embedded") return;
    this.#asked = true;
    loadRefusal(this.#server).then(
      (refusal) => {
        this.#refusal = refusal;
      },
      (error: unknown) => {
        this.#asked = StatusError.from(error).code !== "UNAVAILABLE";
      },
    );
  }
}
