import { describe, expect, it } from "vitest";
import { inference, WireReader } from "../../../assets/proto/index.ts";
import {
  encodeGrpcRequest,
  encodeGrpcSuffix,
  encodeHttpRequest,
  requestParameters,
} from "./encode.ts";
import { input } from "./testing/sets.ts";

const request = {
  model: "m",
  modelVersion: "1",
  inputs: [input("x", "UINT8", [2])],
  contents: [Uint8Array.of(7, 8)],
};
const sequence = { id: 2n ** 62n + 1n, start: true, end: false };

function parts(message: Buffer): { head: string; json: string; rest: Buffer } {
  const end = message.indexOf("\r\n\r\n") + 4;
  const head = message.toString("latin1", 0, end);
  const length = Number(/Inference-Header-Content-Length: (\d+)/.exec(head)?.[1]);
  return {
    head,
    json: message.toString("utf8", end, end + length),
    rest: message.subarray(end + length),
  };
}

const origin = { host: "127.0.0.1:8000", path: "", lines: [] };

describe("requests on the wire", () => {
  it("[LAB-INPUT-27] travel over HTTP as one message with the binary extension's lengths", () => {
    const message = encodeHttpRequest(request, origin);
    const { head, json, rest } = parts(message);
    expect(head.split("\r\n")[0]).toBe("POST /v2/models/m/versions/1/infer HTTP/1.1");
    expect(Number(/\r\nContent-Length: (\d+)/.exec(head)?.[1])).toBe(json.length + 2);
    expect(JSON.parse(json)).toEqual({
      inputs: [
        { name: "x", datatype: "UINT8", shape: [1, 2], parameters: { binary_data_size: 2 } },
      ],
      parameters: { binary_data_output: true },
    });
    expect([...rest]).toEqual([7, 8]);
  });

  it("[LAB-INPUT-27] carry the target's path and headers", () => {
    const { head } = parts(
      encodeHttpRequest(request, { host: "h:1", path: "/a/b", lines: ["x-team: ä"] }),
    );
    expect(head).toMatch(
      /^POST \/a\/b\/v2\/models\/m\/versions\/1\/infer HTTP\/1\.1\r\nHost: h:1\r\n/,
    );
    expect(head).toContain("\r\nx-team: ");
  });

  it("[LAB-INPUT-27] carry id and parameters over HTTP with every digit", () => {
    const parameters = requestParameters({ priority: 2, timeoutMicros: 500, sequence });
    const { json } = parts(encodeHttpRequest({ ...request, id: "ä", parameters }, origin));
    expect(json).toContain(
      '"parameters":{"priority":2,"timeout":500,"sequence_id":4611686018427387905,"sequence_start":true,"sequence_end":false,"binary_data_output":true}}',
    );
    expect(JSON.parse(json)).toMatchObject({ id: "ä" });
  });

  it("[LAB-INPUT-27] leave default parameters out", () => {
    expect(requestParameters({ priority: 0, timeoutMicros: null, sequence: null })).toEqual({});
    expect(requestParameters({ emptyFinalResponse: true })).toEqual({
      triton_enable_empty_final_response: true,
    });
  });

  it("[LAB-INPUT-27] carry them over gRPC, also in a suffix", () => {
    const parameters = requestParameters({ priority: 2, timeoutMicros: 500, sequence });
    const whole = encodeGrpcRequest({ ...request, id: "7", parameters });
    const joined = Buffer.concat([
      encodeGrpcRequest({
        ...request,
        parameters: requestParameters({ priority: 2, timeoutMicros: 500 }),
      }),
      encodeGrpcSuffix("7", requestParameters({ sequence })),
    ]);
    for (const bytes of [whole, joined]) {
      const read = inference.ModelInferRequest.decode(new WireReader(bytes));
      expect([read.model_name, read.model_version, read.id]).toEqual(["m", "1", "7"]);
      expect(read.inputs).toMatchObject([{ name: "x", datatype: "UINT8", shape: [1, 2] }]);
      expect(read.raw_input_contents.map((data) => [...data])).toEqual([[7, 8]]);
      expect(read.parameters).toMatchObject({
        priority: { int64_param: 2 },
        timeout: { int64_param: 500 },
        sequence_id: { int64_param: sequence.id },
        sequence_start: { bool_param: true },
        sequence_end: { bool_param: false },
      });
    }
  });
});
