import { deflateSync, gzipSync } from "node:zlib";

/** A random number below the given one; the same seed gives the same numbers (mulberry32). */
export type Below = (limit: number) => number;

export function seededBelow(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Bytes to send, and whether they are framed correctly and therefore must be answered. */
export interface Malformed {
  readonly bytes: Buffer;
  readonly framed: boolean;
}

const WEIRD = [
  "NaN",
  "-1",
  "1e999",
  "-0",
  "1.5",
  "9223372036854775808",
  "1e308",
  "null",
  "true",
  "{}",
  "[]",
  '""',
  '"\\ud800"',
  "[[[[[[]]]]]]",
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
  '"x"',
  "[-1]",
  "[4294967296,4294967296,4294967296]",
  "[9007199254740993]",
  "18446744073709551616",
  "[1e300]",
  '{"__proto__":{"x":1}}',
  '"FP32"',
  '"BYTES"',
  '"constructor"',
  "[0]",
  "{",
  "]",
  "undefined",
];
const MODELS = ["id_plain", "id_nobatch", "id_string", "id_cached", "nosuch"];
const PATHS = [
  "/v2/models/%zz/infer",
  "/v2/models/%/infer",
  "/v2/models/..%2f..%2fetc/infer",
  "/v2/models//infer",
  "/v2/models/id_plain/versions/99999999999999999999/infer",
  "/v2/models/id_plain/versions/-1/infer",
  "/v2/models/%00/infer",
  "/v2/models/%f0%28%8c%28/config",
  "/v2/",
  "/v3",
  "/v2/models/toString/infer",
  "/v2/models/__proto__/infer",
  `/v2/models/${"a".repeat(5000)}/infer`,
  "/v2/models/id_plain/inferx",
  "/v2/repository/models/..%2f../load",
  "/v2/models/constructor/stats",
  "//v2",
  "/?%",
];
const JSON_PATHS = [
  "/v2/models/id_plain/generate",
  "/v2/models/id_plain/generate_stream",
  "/v2/repository/index",
  "/v2/repository/models/nosuch/load",
  "/v2/repository/models/nosuch/unload",
  "/v2/trace/setting",
  "/v2/models/id_plain/trace/setting",
  "/v2/logging",
  "/v2/systemsharedmemory/region/x/register",
];

/** One malformed or at least doubtful request. */
export function malformedHttp(below: Below): Malformed {
  const kinds = [
    textInfer,
    binaryInfer,
    compressedInfer,
    rawInfer,
    strangePath,
    otherCall,
    garbage,
  ];
  return pick(below, kinds)(below);
}

const pick = <T>(below: Below, items: readonly T[]): T => items[below(items.length)] as T;
const weird = (below: Below): string => pick(below, WEIRD);
const inferPath = (below: Below) => `/v2/models/${pick(below, MODELS)}/infer`;

/** An infer request's JSON with a few wrong members. */
function inferJson(below: Below, binarySize?: string): string {
  const field = (name: string, value: string) =>
    below(6) === 0 ? (below(2) === 0 ? "" : `"${name}":${weird(below)}`) : `"${name}":${value}`;
  const members = (...fields: string[]) => `{${fields.filter((text) => text !== "").join(",")}}`;
  const content =
    binarySize === undefined
      ? field("data", "[1,2]")
      : field("parameters", `{"binary_data_size":${binarySize}}`);
  const input = members(
    field("name", '"INPUT0"'),
    field("datatype", '"FP32"'),
    field("shape", "[1,2]"),
    content,
  );
  const output = members(
    field("name", '"OUTPUT0"'),
    field("parameters", `{"binary_data":${weird(below)}}`),
  );
  return members(
    field("inputs", `[${input}${below(8) === 0 ? `,${input}` : ""}]`),
    below(3) === 0 ? field("outputs", `[${output}]`) : "",
    below(3) === 0 ? field("parameters", `{"priority":${weird(below)}}`) : "",
    below(8) === 0 ? field("id", weird(below)) : "",
  );
}

/** A few bytes changed, lost or duplicated. */
function damaged(below: Below, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = below(4); i > 0 && copy.byteLength > 0; i--)
    copy[below(copy.byteLength)] = below(256);
  const at = below(copy.byteLength + 1);
  const action = below(6);
  if (action === 0) return copy.subarray(0, at);
  if (action === 1) return Buffer.concat([copy.subarray(0, at), copy]);
  return copy;
}

function framed(path: string, body: Buffer, headers: readonly string[] = []): Malformed {
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Content-Length: ${body.byteLength}`,
    ...headers,
  ];
  return {
    bytes: Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]),
    framed: true,
  };
}

function textInfer(below: Below): Malformed {
  const body = Buffer.from(inferJson(below));
  return framed(inferPath(below), below(2) === 0 ? damaged(below, body) : body);
}

function binaryInfer(below: Below): Malformed {
  const json = Buffer.from(
    inferJson(below, pick(below, ["8", "7", "0", "9999999999", weird(below)])),
  );
  const data = Buffer.alloc(pick(below, [8, 8, 0, 7, 9, 300]), 0xff);
  const length = pick(below, [
    json.byteLength,
    json.byteLength,
    json.byteLength - 1,
    0,
    "",
    "abc",
    "-1",
    "1e3",
    10 ** 9,
  ]);
  const header = `Inference-Header-Content-Length: ${length}`;
  return framed(inferPath(below), Buffer.concat([json, data]), [header]);
}

function compressedInfer(below: Below): Malformed {
  const [encoding, compress] = pick(below, [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ] as const);
  const bytes = compress(inferJson(below));
  const named = pick(below, [encoding, encoding, "gzip", "br", "identity", "gzip, gzip", ""]);
  const accept = pick(below, ["gzip", "deflate;q=2", ";;;q", "\t", "identity;q=0"]);
  const headers = [`Content-Encoding: ${named}`, `Accept-Encoding: ${accept}`];
  return framed(inferPath(below), damaged(below, bytes), headers);
}

function rawInfer(below: Below): Malformed {
  const body = Buffer.from(Array.from({ length: below(64) }, () => below(256)));
  return framed(inferPath(below), body, ["Inference-Header-Content-Length: 0"]);
}

function strangePath(below: Below): Malformed {
  const path = pick(below, PATHS);
  if (below(2) === 0) return framed(path, Buffer.from(inferJson(below)));
  return { bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`), framed: true };
}

function otherCall(below: Below): Malformed {
  const json =
    below(2) === 0
      ? weird(below)
      : `{"parameters":${weird(below)},"ready":${weird(below)},"log_info":${weird(below)},"trace_rate":${weird(below)},"INPUT0":${weird(below)}}`;
  return framed(pick(below, JSON_PATHS), damaged(below, Buffer.from(json)));
}

/** Bytes that may not be HTTP at all. */
function garbage(below: Below): Malformed {
  if (below(4) === 0) {
    return {
      bytes: Buffer.from(Array.from({ length: below(200) }, () => below(256))),
      framed: false,
    };
  }
  const headers = [
    "Content-Length: 5, 5",
    "Content-Length: -5",
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "Transfer-Encoding: xchunked",
    "Content-Length : 3",
    " folded",
    "Connection: upgrade",
    "X\0: y",
    "Host: y",
    "Content-Length: 99999999999999999999",
    `X: ${"y".repeat(20_000)}`,
  ];
  const { bytes } = framed(inferPath(below), Buffer.from(inferJson(below)), [
    pick(below, headers),
    pick(below, headers),
  ]);
  return { bytes: below(2) === 0 ? damaged(below, bytes) : bytes, framed: false };
}
