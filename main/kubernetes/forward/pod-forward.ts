import net from "node:net";
import { StatusError } from "../../../base/status-error.ts";
import type { KubeApi } from "../access/api.ts";
import type { PodPort } from "./pod-socket.ts";
import { openTunnel, TUNNEL_LIMITS, type TunnelLimits, type TunnelOptions } from "./tunnel.ts";

/** A loopback address that leads to a pod's port, by a tunnel for each TCP connection. Disposing cuts all of them. */
export class PodForward implements Disposable {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  /** HOST:PORT */
  readonly address: string;

  private constructor(server: net.Server) {
    this.#server = server;
    const { port } = server.address() as net.AddressInfo;
    this.address = `127.0.0.1:${port}`;
  }

  /** Listens at a free port. `onOutcome`: a tunnel could not be opened, or broke; null: one carries bytes from the pod. */
  static async open(
    api: KubeApi,
    target: PodPort,
    onOutcome: (error: StatusError | null) => void,
    limits: TunnelLimits = TUNNEL_LIMITS,
  ): Promise<PodForward> {
    const server = net.createServer({ noDelay: true, pauseOnConnect: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
    const forward = new PodForward(server);
    // A connection that cannot be accepted, e.g. because too many files are open, is reported like one that fails.
    server.on("error", (error) => onOutcome(StatusError.from(error, "UNAVAILABLE")));
    server.on(
      "connection",
      (socket) => void forward.#take(api, target, socket, { onOutcome, limits }),
    );
    return forward;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #take(
    api: KubeApi,
    target: PodPort,
    socket: net.Socket,
    options: TunnelOptions,
  ): Promise<void> {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
    try {
      await openTunnel(api, target, socket, options);
      socket.resume();
    } catch (error) {
      if (!socket.destroyed) options.onOutcome(StatusError.from(error));
      socket.destroy();
    }
  }
}
