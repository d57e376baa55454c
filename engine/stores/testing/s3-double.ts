import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to requests for one object's content, in order. */
export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly code: string }
  /** Bytes after which the connection breaks. */
  | { readonly kind: "cut"; readonly after: number }
  /** The content differs from the listed one but has the same size. */
  | { readonly kind: "corrupt" }
  /** Bytes after which no more data is sent. */
  | { readonly kind: "stall"; readonly after: number };

interface Stored {
  readonly content: Buffer;
  readonly etag: string;
}

/**
 * An S3 server with one bucket and the calls that repositories use: ListObjectsV2, GetObject and
 * PutObject of the Amazon S3 API (2006-03-01). For failures that real servers can't be made to
 * produce.
 */
export class S3Double implements AsyncDisposable {
  readonly objects = new Map<string, Stored>();
  /** By key. */
  readonly faults = new Map<string, Fault[]>();
  /** Log of "GET key from-" and "LIST prefix". */
  readonly requests: string[] = [];
  /** Error for every request while it is set. */
  refusal: { readonly status: number; readonly code: string; readonly region?: string } | undefined;
  /** Unsigned requests are rejected. */
  isPrivate = false;
  /** Delay of each request. */
  readonly signed: boolean[] = [];
  pageSize = 1000;
  /** The conditions of writes, in order. */
  readonly writes: { key: string; "if-match"?: string; "if-none-match"?: string }[] = [];
  /** What happens to writes, in order; "lost": written, then the connection breaks. */
  readonly writeFaults: (
    | { readonly kind: "status"; readonly status: number; readonly code: string }
    | { readonly kind: "lost" }
  )[] = [];
  /** Called once, when a write has arrived and before its condition is checked. */
  beforeWrite: (() => void) | undefined;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  static async start(): Promise<S3Double> {
    const double = new S3Double();
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    return double;
  }

  get url(): string {
    return `s3://http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/bucket`;
  }

  put(key: string, content: string | Uint8Array): void {
    const bytes = Buffer.from(content);
    this.objects.set(key, {
      content: bytes,
      etag: `"${createHash("md5").update(bytes).digest("hex")}"`,
    });
  }

  reads(key: string): string[] {
    return this.requests.filter((each) => each.startsWith(`GET ${key} `));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "", "http://double");
    this.signed.push(request.headers.authorization !== undefined);
    if (this.isPrivate && this.signed.at(-1) === false)
      return sendError(response, 403, "AccessDenied");
    if (this.refusal !== undefined) {
      const { region } = this.refusal;
      if (region !== undefined) response.setHeader("x-amz-bucket-region", region);
      return sendError(response, this.refusal.status, this.refusal.code);
    }
    if (url.searchParams.get("list-type") === "2") return this.#list(url, response);
    const key = decodeURIComponent(url.pathname).replace(/^\/bucket\//, "");
    if (request.method === "PUT") return void this.#write(key, request, response);
    const stored = this.objects.get(key);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    this.requests.push(`GET ${key} ${from}-`);
    if (stored === undefined) return sendError(response, 404, "NoSuchKey");
    const { "if-match": match } = request.headers;
    if (match !== undefined && match !== stored.etag)
      return sendError(response, 412, "PreconditionFailed");
    this.#send(key, stored, from, response);
  }

  async #write(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const content = decodeChunks(Buffer.concat(parts), request);
    const { "if-match": match, "if-none-match": none } = request.headers;
    this.writes.push({
      key,
      ...(match !== undefined && { "if-match": match }),
      ...(none !== undefined && { "if-none-match": none }),
    });
    this.beforeWrite?.();
    this.beforeWrite = undefined;
    const fault = this.writeFaults.shift();
    if (fault?.kind === "status") return sendError(response, fault.status, fault.code);
    const stored = this.objects.get(key);
    if (match !== undefined && stored === undefined) return sendError(response, 404, "NoSuchKey");
    if ((match !== undefined && match !== stored?.etag) || (none === "*" && stored !== undefined))
      return sendError(response, 412, "PreconditionFailed");
    this.put(key, content);
    if (fault?.kind === "lost") return void response.destroy();
    response.writeHead(200, { etag: this.objects.get(key)?.etag });
    response.end();
  }

  #send(key: string, { content, etag }: Stored, from: number, response: ServerResponse): void {
    const fault = this.faults.get(key)?.shift();
    if (fault?.kind === "status") return sendError(response, fault.status, fault.code);
    const body = fault?.kind === "corrupt" ? content.map((byte) => byte ^ 1) : content;
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      "content-length": content.length - from,
      ...(from > 0 && { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    if (fault?.kind !== "cut" && fault?.kind !== "stall") {
      response.end(body.subarray(from));
      return;
    }
    response.write(body.subarray(from, from + fault.after), () => {
      if (fault.kind === "cut") setTimeout(() => response.destroy(), 20);
    });
  }

  #list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get("prefix") ?? "";
    const delimiter = url.searchParams.get("delimiter");
    this.requests.push(`LIST ${prefix}`);
    const folders = new Set<string>();
    const keys = [...this.objects.keys()].sort().filter((key) => {
      if (!key.startsWith(prefix)) return false;
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (end >= 0) folders.add(key.slice(0, end + 1));
      return end < 0;
    });
    const start = Number(url.searchParams.get("continuation-token") ?? 0);
    const page = keys.slice(start, start + this.pageSize);
    const next = start + this.pageSize < keys.length ? start + this.pageSize : undefined;
    const contents = page.map((key) => {
      const { content, etag } = this.objects.get(key) as Stored;
      return `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${content.length}</Size><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Contents>`;
    });
    const prefixes = [...folders].map(
      (each) => `<CommonPrefixes><Prefix>${encodeURIComponent(each)}</Prefix></CommonPrefixes>`,
    );
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${next !== undefined}</IsTruncated>${next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`}${contents.join("")}${start === 0 ? prefixes.join("") : ""}</ListBucketResult>`,
    );
  }
}

/** The body of a PutObject: plain, or in chunks with a trailing checksum ("aws-chunked"). */
function decodeChunks(body: Buffer, { headers }: IncomingMessage): Buffer {
  if (!headers["content-encoding"]?.includes("aws-chunked")) return body;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, end), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
