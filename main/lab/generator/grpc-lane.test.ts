import grpc from "@grpc/grpc-js";
import { afterAll, describe, expect, it } from "vitest";
import { generatorProgram } from "../../../base/testing/program-files.ts";
import { inference } from "../../../assets/proto/index.ts";
import { startGrpcServer } from "../testing/grpc-server.ts";
import { runSpec, trafficSpec } from "../testing/run-spec.ts";
import { LoadGenerator } from "./generator.ts";

const generator = new LoadGenerator(generatorProgram);
afterAll(() => generator[Symbol.dispose]());

const traffic = trafficSpec({
  modelVersion: "3",
  inputs: [{ name: "x", datatype: "INT64", shape: [2, 3] }],
  distinctInputs: 2,
});
const spec = (address: string) =>
  runSpec(address, {
    wire: "grpc",
    traffic: [traffic],
    load: { kind: "concurrency", clients: 3, thinkMs: 0 },
    seconds: 0.4,
  });

describe("load over gRPC", () => {
  it("sends well-formed ModelInfer messages and counts as the server", async () => {
    const seen: Buffer[] = [];
    using server = await startGrpcServer({
      unary: (call, done) => {
        seen.push(call.request);
        done(null, Buffer.alloc(0));
      },
    });
    const { totals } = await generator.run(spec(server.address)).result;
    expect(totals).toEqual({
      sent: seen.length,
      successes: seen.length,
      failures: 0,
      abandoned: 0,
    });
    const request = inference.ModelInferRequest.decode(seen[0] as Buffer);
    expect(request.model_name).toBe("mlp");
    expect(request.model_version).toBe("3");
    expect(request.inputs[0]).toMatchObject({ name: "x", datatype: "INT64" });
    expect(request.raw_input_contents[0]?.byteLength).toBe(2 * 3 * 8);
  });

  it("counts rejections by status and words without pausing, and the loss of the server", async () => {
    let count = 0;
    using server = await startGrpcServer({
      unary: (_call, done) => {
        count += 1;
        done({ code: grpc.status.UNAVAILABLE, details: "Exceeds maximum queue size" });
      },
    });
    const result = await generator.run(spec(server.address), {
      measuring: () => setTimeout(() => server.kill(), 200),
    }).result;
    expect(result.failures[0]).toMatchObject({
      status: "UNAVAILABLE",
      message: "Exceeds maximum queue size",
    });
    expect(result.failures.length).toBeGreaterThan(1);
    expect(result.totals.failures - count).toBeLessThan(3 * 10);
    expect(count).toBeGreaterThan(3 * 6);
  });
});
