import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { plainTarget, type ServerAccess } from "../../wire/index.ts";
import { openReach } from "../reach.ts";
import { startHttp } from "../testing/http-doubles.ts";
import { startRecordedTriton } from "../testing/recorded-triton.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import { startLlamaCpp } from "./llama-cpp/testing/llama-cpp.ts";
import { startOllama } from "./ollama/testing/ollama.ts";
import { startOpenAi } from "./openai/testing/openai.ts";
import { startSglang } from "./sglang/testing/sglang.ts";
import { startTgi } from "./tgi/testing/tgi.ts";
import { startTrtllm } from "./trtllm/testing/trtllm.ts";
import { startMlserver } from "./mlserver/testing/mlserver.ts";
import { startGrpc } from "./open-inference/testing/grpc-server.ts";
import { startKserve } from "./open-inference/testing/kserve.ts";
import { startOpenvino } from "./openvino/testing/openvino.ts";
import { startRayServe } from "./ray-serve/testing/ray-serve.ts";
import { type Question, recognise } from "./recognise.ts";
import { startTensorflowServing } from "./tensorflow-serving/testing/tensorflow-serving.ts";
import { startProduct } from "./testing/product.ts";
import { startTorchServe } from "./torchserve/testing/torchserve-server.ts";
import { startVllm } from "./vllm/testing/vllm-server.ts";

async function who(access: Partial<Record<keyof ServerAccess, string>>, asked: Question[] = []) {
  const target = (field: keyof ServerAccess) => plainTarget(access[field] ?? "");
  const targets = { grpc: target("grpc"), http: target("http"), metrics: target("metrics") };
  using reach = openReach(targets);
  const found = await recognise(reach, null, asked);
  if (!found) return null;
  return found.kind === "triton"
    ? `triton ${found.metadata.version}`
    : `${found.kind.kind} ${found.recognised.version}`;
}

describe("a server", () => {
  it.each([
    ["mlserver 1.7.1", () => startMlserver()],
    ["openvino", () => startOpenvino()],
    ["vllm", () => startVllm("v1")],
    ["sglang 0.5.3", () => startSglang()],
    ["llamaCpp b6500", () => startLlamaCpp()],
    ["llamaCpp", () => startLlamaCpp({ loading: true })],
    ["ollama 0.12.3", () => startOllama()],
    ["tgi 3.3.7", () => startTgi()],
    ["trtllm 1.2.0", () => startTrtllm()],
    ["openai", () => startOpenAi()],
    ["tensorflowServing", () => startTensorflowServing()],
    ["rayServe", () => startRayServe()],
    ["openInference", () => startKserve()],
  ] as const)("[SERVER-R1] is found out over HTTP: %s", async (expected, start) => {
    await using product = await start();
    expect(await who({ http: product.address })).toContain(expected);
  });

  it("[SERVER-R1] is recognised at TorchServe's management address", async () => {
    await using torchserve = await startTorchServe("0.12.0");
    expect(await who({ http: torchserve.management.address })).toContain("torchserve");
  });

  it("[SERVER-R2] is a Triton by its name over gRPC, whatever its metadata calls it", async () => {
    await using triton = await startRecordedTriton();
    const asked: Question[] = [];
    expect(await who({ grpc: triton.address }, asked)).toBe("triton 2.64.0");
    expect(asked).toEqual([
      { question: "gRPC ServerMetadata", answer: "triton 2.64.0", spoke: true },
    ]);
    await using renamed = await startGrpc({
      ServerMetadata: () => ({ name: "mine", version: "2.65.0", extensions: ["statistics"] }),
    });
    expect(await who({ grpc: renamed.address })).toBe("triton 2.65.0");
  });

  it("[SERVER-R3] is a Triton over HTTP if the connection has no gRPC address", async () => {
    await using triton = await startRecordedTritonHttp();
    const asked: Question[] = [];
    expect(await who({ http: triton.address }, asked)).toBe("triton 2.64.0");
    expect(asked).toEqual([{ question: "GET /v2", answer: "triton 2.64.0", spoke: true }]);
    expect(triton.requests).toEqual(["GET /v2"]);
  });

  it("[SERVER-R3] is not recognised over HTTP if a gRPC address was given, and what responds over HTTP is reported", async () => {
    await using triton = await startRecordedTritonHttp();
    await expect(who({ http: triton.address, grpc: "127.0.0.1:1" })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: `Can't reach 127.0.0.1:1: connection refused. Check the address or start the server. A Triton answers at http://${triton.address}: leave the gRPC address out, and the console speaks HTTP with it.`,
      details: { unreachable: true },
    });
    await using other = await startGrpc({ ServerLive: () => ({ live: true }) });
    await expect(who({ http: triton.address, grpc: other.address })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("The server at the gRPC address isn't a Triton. A Triton"),
      details: { field: "grpc", hopeless: true },
    });
  });

  it("[SERVER-R4] is recognised although one of its addresses is dead", async () => {
    await using product = await startMlserver();
    expect(await who({ http: product.address, grpc: "127.0.0.1:1" })).toBe("mlserver 1.7.1");
  });

  it("[SERVER-R5] is unknown rather than silent if it responds", async () => {
    await expect(who({ http: "127.0.0.1:1" })).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: { unreachable: true },
    });
    await using stranger = await startHttp((_, response) => response.end("<html>hello</html>"));
    const asked: Question[] = [];
    expect(await who({ http: stranger.address }, asked)).toBeNull();
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.every(({ spoke }) => !spoke)).toBe(true);
  });

  it.each([
    [401, "UNAUTHENTICATED", "credentials are missing or not accepted"],
    [403, "PERMISSION_DENIED", "don't permit access"],
  ] as const)(
    "[SERVER-R6] status %s to everything is a matter of credentials",
    async (status, code, words) => {
      await using guarded = await startHttp((_, response) => response.writeHead(status).end());
      await expect(who({ http: guarded.address })).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    },
  );

  it.each([502, 503, 504])(
    "[SERVER-R8] a gateway that answers %s reaches nothing",
    async (status) => {
      await using gateway = await startHttp((_, response) => response.writeHead(status).end());
      const unreached = {
        code: "UNAVAILABLE",
        message: expect.stringContaining(`a gateway there responds with HTTP ${status}`),
        details: { unreachable: true },
      };
      await expect(who({ http: gateway.address })).rejects.toMatchObject(unreached);
      const h2 = http2.createServer((_, response) => response.writeHead(status).end());
      await new Promise<void>((resolve) => h2.listen(0, "127.0.0.1", resolve));
      const { port } = h2.address() as AddressInfo;
      await expect(who({ grpc: `127.0.0.1:${port}` })).rejects.toMatchObject(unreached);
      h2.close();
    },
  );

  it("[SERVER-R7] is reported as too slow where it is", async () => {
    await using slow = await startHttp((request, response) => {
      if (request.url === "/v2") response.writeHead(404).end();
    });
    using reach = openReach({ grpc: null, http: plainTarget(slow.address), metrics: null });
    await expect(recognise(reach, null, [], { limitMs: 50 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      message: expect.stringContaining("could not be identified within 0.05 s"),
    });
    const off = AbortSignal.abort(new StatusError("CANCELLED", "Enough."));
    await expect(recognise(reach, null, [], { signal: off })).rejects.toMatchObject({
      code: "CANCELLED",
    });
  });

  it("[SERVER-T10] hides credentials that the server repeats", async () => {
    await using echo = await startHttp((request, response) =>
      response.end(JSON.stringify(request.headers)),
    );
    const target = plainTarget(echo.address);
    const basic = Buffer.from("me:passwort").toString("base64");
    for (const authorization of ["Bearer tok-77-geheim", `Basic ${basic}`]) {
      const http = target && { ...target, headers: { authorization, "x-key": "schluessel" } };
      using reach = openReach({ grpc: null, http, metrics: null });
      const asked: Question[] = [];
      expect(await recognise(reach, null, asked)).toBeNull();
      expect(JSON.stringify(asked)).toContain("•••");
      expect(JSON.stringify(asked)).not.toMatch(new RegExp(`geheim|schluessel|${basic}`));
    }
  });

  it("[SERVER-R7] is only read from, never changed", async () => {
    await using stranger = await startProduct(() => undefined);
    await who({ http: stranger.address });
    const methods = new Set(stranger.requests.map((request) => request.split(" ")[0]));
    expect([...methods]).toEqual(["GET"]);
  });
});
