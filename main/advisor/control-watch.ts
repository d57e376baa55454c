import { StatusError } from "../../base/status-error.ts";
import { type LoadRefusal, loadRefusal } from "../configs/index.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** Finds out once why a server would reject a load; the embedded engine, which never does, is not asked. */
export class ControlWatch {
  readonly #server: ServerAdapter;
  #asked = false;
  #refusal: LoadRefusal | null = null;

  constructor(server: ServerAdapter) {
    this.#server = server;
  }

  /** Null if it accepts loads, and while that is unknown. */
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
