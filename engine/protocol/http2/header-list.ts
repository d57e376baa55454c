import { fieldSize, type Field } from "./hpack/dynamic-table.ts";

/** Limit of a header list (SETTINGS_MAX_HEADER_LIST_SIZE). */
export const MAX_HEADER_LIST_BYTES = 32 * 1024;

/** By lower-case name, pseudo-header fields included. */
export type Headers = Readonly<Record<string, string | undefined>>;

const OF_REQUEST = new Set([":method", ":scheme", ":path", ":authority"]);
const OF_RESPONSE = new Set([":status"]);
const OF_CONNECTION = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const FORBIDDEN_IN_VALUE = /[\0\r\n]|^[ \t]|[ \t]$/;

/** Fields of one block: of a request by default, or of a response, or trailers of either. */
export class HeaderList {
  readonly #allowedPseudo: ReadonlySet<string>;
  readonly #headers: Record<string, string | undefined> = Object.create(null) as Record<
    string,
    string | undefined
  >;
  #bytes = 0;
  #pseudo = 0;
  #regular = 0;
  #fault: string | undefined;

  constructor(of: "request" | "response" = "request") {
    this.#allowedPseudo = of === "request" ? OF_REQUEST : OF_RESPONSE;
  }

  readonly add = (field: Field): void => {
    this.#bytes += fieldSize(field);
    if (this.isTooLarge || this.#fault !== undefined) return;
    const { name, value } = field;
    this.#fault = name.startsWith(":") ? this.#addPseudo(name) : this.#addRegular(name, value);
    if (FORBIDDEN_IN_VALUE.test(value))
      this.#fault ??= `the value of '${name}' has wrong characters`;
    const before = this.#headers[name];
    this.#headers[name] = before === undefined ? value : `${before}, ${value}`;
  };

  get isTooLarge(): boolean {
    return this.#bytes > MAX_HEADER_LIST_BYTES;
  }

  /** Why these aren't valid request headers; undefined if they are (RFC 9113, 8.2 and 8.3). */
  get requestFault(): string | undefined {
    if (this.#fault !== undefined) return this.#fault;
    const { ":method": method, ":scheme": scheme, ":path": path } = this.#headers;
    if (!method) return "there is no :method";
    if (method === "CONNECT") return undefined;
    return scheme && path ? undefined : "there is no :scheme or no :path";
  }

  /** Why these aren't valid response headers; undefined if they are. */
  get responseFault(): string | undefined {
    if (this.#fault !== undefined) return this.#fault;
    return /^[1-9]\d\d$/.test(this.#headers[":status"] ?? "") ? undefined : "there is no :status";
  }

  get trailersFault(): string | undefined {
    return this.#pseudo > 0 ? "trailers have pseudo-header fields" : this.#fault;
  }

  get headers(): Headers {
    return this.#headers;
  }

  #addPseudo(name: string): string | undefined {
    this.#pseudo += 1;
    if (!this.#allowedPseudo.has(name)) return `'${name}' is no pseudo-header field here`;
    if (this.#regular > 0) return `'${name}' stands behind a regular field`;
    return this.#headers[name] === undefined ? undefined : `'${name}' is there twice`;
  }

  #addRegular(name: string, value: string): string | undefined {
    this.#regular += 1;
    if (!NAME.test(name)) return `'${name}' is no field name in lower case`;
    if (OF_CONNECTION.has(name)) return `'${name}' belongs to HTTP/1.1 connections`;
    return name === "te" && value !== "trailers" ? "te is not 'trailers'" : undefined;
  }
}
