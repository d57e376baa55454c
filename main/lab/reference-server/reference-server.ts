import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Behaviour } from "./behaviour.ts";
import type { FromReferenceServer, ToReferenceServer } from "./process.ts";
import type { Stamp } from "./served.ts";

export type { Behaviour } from "./behaviour.ts";
export type { Stamp } from "./served.ts";

/** A server of known behaviour in a separate process, which records time stamps of its requests. */
export class ReferenceServer implements Disposable {
  readonly #child: ChildProcess;
  readonly http: string;
  readonly grpc: string;

  private constructor(child: ChildProcess, http: string, grpc: string) {
    this.#child = child;
    this.http = http;
    this.grpc = grpc;
  }

  static async start(): Promise<ReferenceServer> {
    const child = fork(new URL("./process.ts", import.meta.url), {
      execArgv: [],
      serialization: "advanced",
    });
    const { http, grpc } = await receive(child, "listening");
    return new ReferenceServer(child, http, grpc);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Clears all stamps and behaves like this from now on. */
  async behave(behaviour: Behaviour): Promise<void> {
    this.#send({ type: "behave", behaviour });
    await receive(this.#child, "behaving");
  }

  /** Of all requests since `behave`, in order of their ends. */
  async stamps(): Promise<readonly Stamp[]> {
    this.#send({ type: "stamps" });
    return (await receive(this.#child, "stamps")).stamps;
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
  }

  #send(message: ToReferenceServer): void {
    this.#child.send(message);
  }
}

async function receive<T extends FromReferenceServer["type"]>(
  child: ChildProcess,
  type: T,
): Promise<Extract<FromReferenceServer, { type: T }>> {
  for (;;) {
    const [message] = (await once(child, "message")) as [FromReferenceServer];
    if (message.type === type) return message as Extract<FromReferenceServer, { type: T }>;
  }
}
