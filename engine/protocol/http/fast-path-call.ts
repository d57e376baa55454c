import type { CancelSignal } from "../../../base/cancellation.ts";
import type { Client } from "../../types.ts";
import type { Body } from "./body.ts";
import type { Call } from "./call.ts";
import type { FastPathHead } from "./fast-path-head.ts";

/** A completely received fast-path request, as its route sees it. */
export class FastPathCall implements Call {
  readonly captures: Call["captures"];
  readonly received: Body;
  readonly #connection: Pick<Call, "signal" | "maxBodyBytes">;
  readonly #request: { readonly head: FastPathHead; readonly client: Client };

  constructor(
    connection: Pick<Call, "signal" | "maxBodyBytes">,
    request: { readonly head: FastPathHead; readonly client: Client },
    captures: Call["captures"],
    received: Body,
  ) {
    this.#connection = connection;
    this.#request = request;
    this.captures = captures;
    this.received = received;
  }

  header(name: string): string | undefined {
    return this.#request.head.headers.get(name);
  }

  async body(): Promise<Body> {
    return this.received;
  }

  get signal(): CancelSignal {
    return this.#connection.signal;
  }

  get maxBodyBytes(): number {
    return this.#connection.maxBodyBytes;
  }

  get client(): Client {
    return this.#request.client;
  }
}
