import { StatusError } from "../../../base/status-error.ts";
import type { OutgoingField } from "../../../engine/protocol/http2/hpack/encoder.ts";
import type { OutgoingHeaders } from "../../../engine/protocol/http2/outgoing-stream.ts";
import { formatAuthority, headerLines, LOAD_GENERATOR, type Target } from "../../wire/index.ts";

/** Connection-specific fields of HTTP/1.1 (RFC 9113, 8.2.2). */
const OF_CONNECTION = /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/;

/** Headers of gRPC calls to one target: the same object for every call of a path and a deadline. */
export class CallHeaders {
  readonly #target: Target;
  readonly #known = new Map<string, OutgoingHeaders>();

  /** INVALID_ARGUMENT for headers of the target that can't be sent. */
  constructor(target: Target) {
    headerLines(target.headers);
    for (const name of Object.keys(target.headers)) {
      if (!OF_CONNECTION.test(name.toLowerCase())) continue;
      throw new StatusError(
        "INVALID_ARGUMENT",
        `The header '${name}' can't be sent over gRPC: it belongs to HTTP/1.1. Remove it from the connection.`,
      );
    }
    this.#target = target;
  }

  find(path: string, deadlineMs: number | null): OutgoingHeaders {
    const key = deadlineMs === null ? path : `${path} ${deadlineMs}`;
    let headers = this.#known.get(key);
    if (headers === undefined) {
      headers = { fields: this.#fields(path, deadlineMs), constant: true, ends: false };
      this.#known.set(key, headers);
    }
    return headers;
  }

  #fields(path: string, deadlineMs: number | null): OutgoingField[] {
    const target = this.#target;
    const values: Record<string, string> = {
      ":method": "POST",
      ":scheme": target.tls === null ? "http" : "https",
      ":authority": formatAuthority(target),
      ":path": path,
      te: "trailers",
      "content-type": "application/grpc",
      "user-agent": LOAD_GENERATOR,
    };
    for (const [name, value] of Object.entries(target.headers)) values[name.toLowerCase()] = value;
    const fields: OutgoingField[] = Object.entries(values).map(([name, value]) => ({
      name,
      value: value.trim(),
      indexed: true,
    }));
    if (deadlineMs !== null) {
      fields.push({ name: "grpc-timeout", value: formatTimeout(deadlineMs) });
    }
    return fields;
  }
}

/** At most eight digits. */
function formatTimeout(deadlineMs: number): string {
  const micros = Math.ceil(deadlineMs * 1000);
  return micros < 1e8 ? `${micros}u` : `${Math.ceil(deadlineMs)}m`;
}
