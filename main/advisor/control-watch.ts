import { StatusError } from "../../base/status-error.ts";
import { type LoadRefusal, loadRefusal } from "../configs/index.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** Learns once why a server would refuse a load; the embedded engine, which never would, is not asked. */
export class ControlWatch {
  readonly #server: ServerAdapter;
  #asked = false;
  #refusal: LoadRefusal | null = null;

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** Null where it takes loads, and while that is not known. */
  get refusal(): LoadRefusal | null {
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
