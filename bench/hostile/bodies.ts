import { gzipSync } from "node:zlib";
import { inference } from "../../assets/proto/index.ts";

/** A request that is expensive to parse. */
export interface HostileBody {
  readonly name: string;
  readonly protocol: "http" | "grpc";
  /** Path of an HTTP request, or of a gRPC method. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const MIB = 1024 * 1024;
const HTTP_LIMIT = 64 * MIB;

const json = (before: string, unit: string, after: string, bytes = HTTP_LIMIT): Buffer => {
  const room = bytes - before.length - after.length;
  const body = Buffer.alloc(Math.floor(room / unit.length) * unit.length, unit);
  return Buffer.concat([Buffer.from(before), body, Buffer.from(after)]);
};

const input = (datatype: string, shape: string) =>
  `{"inputs":[{"name":"INPUT0","datatype":"${datatype}","shape":[${shape}],"data":[`;

/** A request with as many elements as its shape says and as fit in `bytes`. */
function counted(datatype: string, element: string, bytes = HTTP_LIMIT): Buffer {
  const count = Math.floor((bytes - 200) / (element.length + 1));
  const elements = Buffer.alloc(count * (element.length + 1) - 1, `${element},`);
  return Buffer.concat([
    Buffer.from(input(datatype, String(count))),
    elements,
    Buffer.from("]}]}"),
  ]);
}

/** Requests of up to the HTTP limit, in sending order. */
export function httpBodies(): HostileBody[] {
  const post = (name: string, path: string, body: Buffer, headers = {}): HostileBody => {
    return { name, protocol: "http", path, headers, body };
  };
  const infer = (name: string, body: Buffer, model = "ints") =>
    post(name, `/v2/models/${model}/infer`, body);
  const packed = (name: string, body: Buffer, model = "ints") =>
    post(`${name}, gzip`, `/v2/models/${model}/infer`, gzipSync(body), {
      "Content-Encoding": "gzip",
    });
  const ones = counted("INT64", "1", 16 * MIB);
  const long = counted("INT64", "1234567890123456");
  const texts = Math.floor((HTTP_LIMIT - 100) / 5);
  const header = `{"inputs":[{"name":"INPUT0","datatype":"BYTES","shape":[${15 * MIB}],"parameters":{"binary_data_size":${60 * MIB}}}]}`;
  return [
    packed(
      "64 MiB of ones and a long integer",
      json(`${input("INT64", "1")}1234567890123456,`, "1,", "1]}]}"),
    ),
    packed(
      "the same for no model",
      json(`${input("INT64", "1")}1234567890123456,`, "1,", "1]}]}"),
      "none",
    ),
    infer("8 million ones, accepted", ones),
    infer("long integers, accepted", long),
    infer("floats with 17 digits, taken", counted("FP32", "0.12345678901234567"), "floats"),
    infer("deep nesting of data", json(input("INT64", "1"), "[", "")),
    infer("deep nesting elsewhere", json('{"x":', "[", "")),
    infer("many inputs", json('{"inputs":[', "{},", "{}]}")),
    infer("many parameters", json('{"inputs":[],"parameters":{', '"a":1,', '"b":1}}')),
    infer(
      "an endless shape",
      json('{"inputs":[{"name":"INPUT0","datatype":"INT64","shape":[', "1,", '1],"data":[]}]}'),
    ),
    infer("many short strings", json(input("BYTES", String(texts)), '"ab",', '"c"]}]}'), "texts"),
    infer(
      "one long string",
      json(input("BYTES", "1"), "\\n", '"]}]}').fill(
        '"',
        input("BYTES", "1").length,
        input("BYTES", "1").length + 1,
      ),
      "texts",
    ),
    post(
      "15 million empty elements",
      "/v2/models/texts/infer",
      Buffer.concat([Buffer.from(header), Buffer.alloc(60 * MIB)]),
      { "Inference-Header-Content-Length": String(header.length) },
    ),
    post("generate", "/v2/models/ints/generate", json('{"INPUT0":[', "1,", "1]}")),
    post(
      "generate_stream",
      "/v2/models/ints/generate_stream",
      json('{"INPUT0":[', "1234567890123456,", "1]}"),
    ),
    post("settings", "/v2/logging", json('{"x":[', "1,", "1]}")),
    post(
      "a load call with a file",
      "/v2/repository/models/ints/load",
      json('{"parameters":{"file:1/x":"', "QUJD", '"}}'),
    ),
    post("spaces in a header", "/v2/health/live", Buffer.alloc(0), {
      "Accept-Encoding": `gzip${" ".repeat(7500)}x`,
    }),
    post(
      "more spaces in a header",
      "/v2/models/ints/infer",
      Buffer.from(`${input("INT64", "1")}1]}]}`),
      { "Accept-Encoding": `gzip${" ".repeat(14_000)}x` },
    ),
  ];
}

const SERVICE = "/inference.GRPCInferenceService/";

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

const nested = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.from([(field << 3) | 2, ...varint(bytes.byteLength)]), bytes]);

/** Requests of up to `limit` bytes. */
export function grpcBodies(limit: number): HostileBody[] {
  const send = (name: string, method: string, body: Buffer, headers = {}): HostileBody => {
    return { name, protocol: "grpc", path: SERVICE + method, headers, body };
  };
  const room = limit - 1000;
  const fill = (bytes: number, ...unit: number[]) =>
    Buffer.alloc(Math.floor(bytes / unit.length) * unit.length, Uint8Array.from(unit));
  const model = (name: string) => nested(1, Buffer.from(name));
  const typed = (name: string, datatype: string, shape: number[], contents: Buffer) => {
    const described = inference.ModelInferRequest.InferInputTensor.encode({
      name: "INPUT0",
      datatype,
      shape,
    }).finish();
    return Buffer.concat([model(name), nested(5, Buffer.concat([described, nested(5, contents)]))]);
  };
  const zeros = nested(3, fill(room, 0));
  const decoded = Math.min(room, 32 * MIB - 1);
  const compressed = typed("ints", "INT64", [1], nested(3, fill(96 * MIB, 0)));
  return [
    send("96 MiB of int64 zeros, gzip", "ModelInfer", gzipSync(compressed), {
      "grpc-encoding": "gzip",
    }),
    send("int64 zeros beyond the shape", "ModelInfer", typed("ints", "INT64", [1], zeros)),
    send(
      "int64 zeros that decode to too much",
      "ModelInfer",
      typed("ints", "INT64", [room], zeros),
    ),
    send(
      "32 million int64, accepted",
      "ModelInfer",
      typed("ints", "INT64", [decoded], nested(3, fill(decoded, 1))),
    ),
    send(
      "int64 one by one",
      "ModelInfer",
      typed("ints", "INT64", [room / 2], fill(room, 3 << 3, 1)),
    ),
    send("int64 for no model", "ModelInfer", typed("none", "INT64", [1], zeros)),
    send(
      "empty texts",
      "ModelInfer",
      typed("texts", "BYTES", [room / 2], fill(room, (8 << 3) | 2, 0)),
    ),
    send("many inputs", "ModelInfer", Buffer.concat([model("ints"), fill(room, (5 << 3) | 2, 0)])),
    send(
      "many raw contents",
      "ModelInfer",
      Buffer.concat([model("ints"), fill(room, (7 << 3) | 2, 0)]),
    ),
    send(
      "many parameters",
      "ModelInfer",
      Buffer.concat([model("ints"), fill(room, (4 << 3) | 2, 0)]),
    ),
    send("unknown fields", "ModelInfer", fill(room, 9 << 3, 0)),
    send(
      "an endless shape",
      "ModelInfer",
      Buffer.concat([model("ints"), nested(5, nested(3, fill(room, 1)))]),
    ),
    send("a long id", "ModelInfer", nested(3, fill(room, 0x61))),
    send("unknown fields of a health check", "ServerLive", fill(room, 9 << 3, 0)),
    send("unknown fields of a load call", "RepositoryModelLoad", fill(room, 9 << 3, 0)),
  ];
}
