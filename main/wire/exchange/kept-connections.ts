import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { formatAuthority, secureOptions, type Target } from "../index.ts";
import { GrpcConnection } from "./grpc-connection.ts";

/**
 * Connections that stay open between requests, as those of a gRPC channel or of an HTTP client with keep-alive: one, and
 * more only while requests over HTTP overlap. They are reopened for the next request after they were lost, or when the
 * server's address changed.
 */
export class KeptConnections implements Disposable {
  #agent: { readonly address: string; readonly agent: http.Agent } | null = null;
  #grpc: GrpcConnection | null = null;
  readonly #sockets = new Set<Socket>();
  #wasOpen = false;
  #reopened = 0;

  /** How often one was opened when none was left. */
  get reopened(): number {
    return this.#reopened;
  }

  httpAgent(target: Target): http.Agent {
    const address = formatAuthority(target);
    if (this.#agent?.address !== address) {
      this.#agent?.agent.destroy();
      const options = { keepAlive: true, maxFreeSockets: 1 };
      const agent = target.tls
        ? new https.Agent({ ...options, ...secureOptions(target.tls) })
        : new http.Agent(options);
      this.#agent = { address, agent };
    }
    return this.#agent.agent;
  }

  /** A socket that a request got from the agent. */
  track(socket: Socket): void {
    if (!socket.connecting) return;
    socket.once("connect", () => {
      if (this.#sockets.size === 0) this.#opened();
      this.#sockets.add(socket);
    });
    socket.once("close", () => this.#sockets.delete(socket));
  }

  grpcConnection(target: Target): GrpcConnection {
    const address = formatAuthority(target);
    if (this.#grpc?.isOpen && this.#grpc.address === address) return this.#grpc;
    this.#grpc?.close();
    const connection = new GrpcConnection(target);
    connection.onConnected(() => this.#opened());
    this.#grpc = connection;
    return connection;
  }

  [Symbol.dispose](): void {
    this.#agent?.agent.destroy();
    this.#grpc?.close();
  }

  #opened(): void {
    if (this.#wasOpen) this.#reopened += 1;
    this.#wasOpen = true;
  }
}
