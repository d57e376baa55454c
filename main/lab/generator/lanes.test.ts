import grpc from "@grpc/grpc-js";
import { describe, expect, it, vi } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import type { Wire } from "../../contract/index.ts";
import { type GrpcTestServer, startGrpcServer } from "../testing/grpc-server.ts";
import { answerOk, startTestServer } from "../testing/inference-server.ts";
import { runSpec, targetAt, trafficSpec } from "../testing/run-spec.ts";
import type { ReceivedResponse, Outcome, WireRequest } from "./lane.ts";
import { laneOpener } from "./lanes.ts";
import { encodeTraffic } from "./traffic-kind.ts";
import type { TrafficSpec } from "./messages.ts";
import { WRONG } from "./outcome.ts";

interface Ended {
  readonly outcome: Outcome;
  readonly lost: boolean;
}

/** Sends one request after the other through one lane. */
async function lane(wire: Wire, address: string) {
  const opener = await laneOpener({ wire, target: targetAt(address) });
  let ended: (end: Ended) => void = () => {};
  const opened = opener.open((outcome, lost) => ended({ outcome, lost }));
  return {
    send: (request: WireRequest) =>
      new Promise<Ended>((resolve) => {
        ended = resolve;
        opened.send(request);
      }),
    [Symbol.dispose]() {
      opened.close();
      opener[Symbol.dispose]();
    },
  };
}

async function request(
  wire: Wire,
  address: string,
  more: Partial<TrafficSpec> = {},
): Promise<WireRequest> {
  const spec = runSpec(address, { wire, traffic: [trafficSpec(more)] });
  return (await encodeTraffic(spec)).request({ kind: 0, input: 0, sequence: null });
}

const answer = inference.ModelInferResponse.encode({
  model_name: "mlp",
  outputs: [{ name: "y", datatype: "FP32", shape: [1] }],
  raw_output_contents: [new Uint8Array(4)],
}).finish();

const streamed = (message: inference.ModelStreamInferResponse.$Properties) =>
  Buffer.from(inference.ModelStreamInferResponse.encode(message).finish());

const part = (final: boolean) =>
  streamed({
    infer_response: {
      outputs: final ? [] : [{ name: "y", datatype: "FP32", shape: [1] }],
      raw_output_contents: final ? [] : [new Uint8Array(4)],
      parameters: { triton_final_response: { bool_param: final } },
    },
  });

/** Responds to everything, or as the model's name specifies: "silent", "full", "decoupled", "wrong". */
function inferenceServer(): Promise<GrpcTestServer> {
  return startGrpcServer({
    unary(call, done) {
      const { model_name } = inference.ModelInferRequest.decode(call.request);
      if (model_name === "silent") return;
      const full = { code: grpc.status.UNAVAILABLE, details: "Exceeds maximum queue size" };
      if (model_name === "full") done(full);
      else done(null, Buffer.from(answer));
    },
    stream(call) {
      call.on("error", () => {});
      call.on("data", (bytes: Buffer) => {
        const { model_name } = inference.ModelInferRequest.decode(bytes);
        if (model_name === "silent") return;
        if (model_name === "full") {
          call.write(streamed({ error_message: "Exceeds maximum queue size", infer_response: {} }));
        } else if (model_name === "ends") {
          call.end();
        } else if (model_name === "decoupled") {
          call.write(part(false));
          call.write(part(false));
          setTimeout(() => call.write(part(true)), 20);
        } else {
          call.write(streamed({ infer_response: inference.ModelInferResponse.decode(answer) }));
        }
      });
    },
  });
}

describe.each(["grpc", "grpc-stream", "grpc-js"] as const)("a lane over %s", (wire) => {
  it("sends one request after the other, and reports a rejection in the server's words", async () => {
    using server = await inferenceServer();
    using one = await lane(wire, server.address);
    const good = await request(wire, server.address);
    const full = await request(wire, server.address, { model: "full" });
    expect(await one.send(good)).toEqual({ outcome: null, lost: false });
    const refused = await one.send(full);
    expect(refused).toMatchObject({
      outcome: { message: "Exceeds maximum queue size" },
      lost: false,
    });
    expect(await one.send(good)).toEqual({ outcome: null, lost: false });
  });

  it("[LAB-GEN-8] abandons a request at its deadline, and continues", async () => {
    using server = await inferenceServer();
    using one = await lane(wire, server.address);
    const silent = await request(wire, server.address, { model: "silent", deadlineMs: 30 });
    const { outcome, lost } = await one.send(silent);
    expect([outcome?.status, lost]).toEqual(["DEADLINE_EXCEEDED", false]);
    expect((await one.send(await request(wire, server.address))).outcome).toBeNull();
  });

  it("[LAB-GEN-32] reports an unexpected response", async () => {
    using server = await inferenceServer();
    using one = await lane(wire, server.address);
    const seen: ReceivedResponse[] = [];
    const plain = await request(wire, server.address);
    const check = (got: ReceivedResponse) => {
      seen.push(got);
      return "Output 'y' is missing.";
    };
    expect(await one.send({ ...plain, check })).toEqual({
      outcome: { status: WRONG, message: "Output 'y' is missing." },
      lost: false,
    });
    const { outputs } = inference.ModelInferResponse.decode(seen[0]?.bytes ?? Buffer.alloc(0));
    expect(outputs[0]?.name).toBe("y");
    expect((await one.send({ ...plain, check: () => null })).outcome).toBeNull();
  });

  it("[LAB-GEN-33] reports a lost connection, or that none can be opened", async () => {
    using server = await inferenceServer();
    using one = await lane(wire, server.address);
    const silent = await request(wire, server.address, { model: "silent" });
    setTimeout(() => server.kill(), 50);
    const gone = await one.send(silent);
    // grpc-js takes the reset of a dying server for a cancellation.
    const reported = wire === "grpc-js" ? ["CANCELLED", false] : ["UNAVAILABLE", true];
    expect([gone.outcome?.status, gone.lost]).toEqual(reported);
    const refused = await one.send(silent);
    expect([refused.outcome?.status, refused.lost]).toEqual(["UNAVAILABLE", true]);
  });
});

describe("a lane over grpc-stream", () => {
  it("waits for the final response of a decoupled model, and requests an empty one", async () => {
    using server = await inferenceServer();
    using one = await lane("grpc-stream", server.address);
    const decoupled = { model: "decoupled", decoupled: true };
    const message = await request("grpc-stream", server.address, decoupled);
    const { parameters } = inference.ModelInferRequest.decode(message.bytes.subarray(5));
    expect(parameters["triton_enable_empty_final_response"]?.bool_param).toBe(true);
    let checked = 0;
    const check = () => {
      checked += 1;
      return null;
    };
    expect((await one.send({ ...message, check })).outcome).toBeNull();
    expect(checked).toBe(1);
    // Nothing of the first is left over for the second.
    expect((await one.send(message)).outcome).toBeNull();
  });

  it("opens another stream if the server ended one", async () => {
    using server = await inferenceServer();
    using one = await lane("grpc-stream", server.address);
    const ends = await one.send(await request("grpc-stream", server.address, { model: "ends" }));
    expect(ends).toEqual({
      outcome: { status: "UNAVAILABLE", message: "the stream ended before the response" },
      lost: true,
    });
    const next = await one.send(await request("grpc-stream", server.address));
    expect(next.outcome).toBeNull();
  });
});

describe("a lane over HTTP", () => {
  it("[LAB-GEN-8] closes the connection at the deadline, and opens another", async () => {
    await using server = await startTestServer(({ path }, response) => {
      if (!path.includes("silent")) response.writeHead(200, { "content-length": 2 }).end("ok");
    });
    using one = await lane("http", server.address);
    const silent = await request("http", server.address, { model: "silent", deadlineMs: 30 });
    expect((await one.send(silent)).outcome?.status).toBe("DEADLINE_EXCEEDED");
    expect((await one.send(await request("http", server.address))).outcome).toBeNull();
    expect(server.connections).toBe(2);
  });

  it("[LAB-GEN-32] parses a response only if it is to be checked", async () => {
    await using server = await startTestServer(answerOk());
    using one = await lane("http", server.address);
    const plain = await request("http", server.address);
    const check = ({ bytes, jsonBytes }: ReceivedResponse) => `${bytes.length} ${jsonBytes}`;
    const { outcome } = await one.send({ ...plain, check });
    expect(outcome).toEqual({ status: WRONG, message: "40 null" });
    expect((await one.send(plain)).outcome).toBeNull();
  });

  it("[LAB-GEN-9] reuses a connection, but not after it was idle for long", async () => {
    await using server = await startTestServer(answerOk());
    vi.useFakeTimers({ toFake: ["performance"] });
    using one = await lane("http", server.address);
    const plain = await request("http", server.address);
    await one.send(plain);
    vi.advanceTimersByTime(3900);
    await one.send(plain);
    expect(server.connections).toBe(1);
    vi.advanceTimersByTime(4100);
    expect((await one.send(plain)).outcome).toBeNull();
    expect(server.connections).toBe(2);
    vi.useRealTimers();
  });

  it("[LAB-GEN-33] reports a reset", async () => {
    await using server = await startTestServer((_request, response) => {
      response.socket?.resetAndDestroy();
    });
    using one = await lane("http", server.address);
    const { outcome, lost } = await one.send(await request("http", server.address));
    expect([outcome?.status, lost]).toEqual(["UNAVAILABLE", true]);
  });
});
