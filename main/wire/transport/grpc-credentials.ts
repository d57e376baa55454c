import type { Socket } from "node:net";
import net from "node:net";
import tls from "node:tls";
import { ChannelCredentials, credentials } from "@grpc/grpc-js";
import type { Target } from "../index.ts";
import { secureContextFor } from "./tls.ts";

type Connector = ReturnType<ChannelCredentials["_createSecureConnector"]>;

/** How a gRPC channel is encrypted. FAILED_PRECONDITION for unusable certificates. */
export function toCredentials({ host, tls: material }: Target): ChannelCredentials {
  if (!material) return credentials.createInsecure();
  const context = secureContextFor(material);
  return material.serverName || net.isIP(host) === 0
    ? credentials.createFromSecureContext(context)
    : new AddressCredentials(context, host);
}

/** TLS with a server that is known by its IP address, which grpc-js would send as the server name, against RFC 6066. */
class AddressCredentials extends ChannelCredentials {
  readonly #context: tls.SecureContext;
  readonly #host: string;

  constructor(context: tls.SecureContext, host: string) {
    super();
    this.#context = context;
    this.#host = host;
  }

  _isSecure(): boolean {
    return true;
  }

  _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  _createSecureConnector(...given: Parameters<ChannelCredentials["_createSecureConnector"]>) {
    const usual = credentials
      .createFromSecureContext(this.#context)
      ._createSecureConnector(...given);
    return {
      connect: (socket: Socket) => this.#encrypt(socket),
      waitForReady: () => usual.waitForReady(),
      getCallCredentials: () => usual.getCallCredentials(),
      destroy: () => usual.destroy(),
    } satisfies Connector;
  }

  /** The certificate is checked against the address. */
  #encrypt(socket: Socket): ReturnType<Connector["connect"]> {
    const { promise, resolve, reject } = Promise.withResolvers<{
      socket: Socket;
      secure: boolean;
    }>();
    const secure = tls.connect({
      socket,
      host: this.#host,
      secureContext: this.#context,
      ALPNProtocols: ["h2"],
    });
    secure.once("secureConnect", () => resolve({ socket: secure, secure: true }));
    secure.on("error", reject);
    return promise;
  }
}
