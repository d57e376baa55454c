import { describe, expect, it } from "vitest";
import { plainTarget, type ServerAccess } from "../access.ts";
import { openReach } from "../reach.ts";
import { startHttp } from "../testing/http-doubles.ts";
import { startRecordedTriton } from "../testing/recorded-triton.ts";
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

describe("who answers", () => {
  it.each([
    ["mlserver 1.7.1", () => startMlserver()],
    ["openvino", () => startOpenvino()],
    ["vllm", () => startVllm("v1")],
    ["tensorflowServing", () => startTensorflowServing()],
    ["rayServe", () => startRayServe()],
    ["openInference", () => startKserve()],
  ] as const)("[R1] is found out over HTTP: %s", async (expected, start) => {
    await using product = await start();
    expect(await who({ http: product.address })).toContain(expected);
  });

  it("[R1] is found out at TorchServe's management", async () => {
    await using torchserve = await startTorchServe("0.12.0");
    expect(await who({ http: torchserve.management.address })).toContain("torchserve");
  });

  it("[R2] is Triton by its name over gRPC, whatever its metadata calls it", async () => {
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

  it("[R3] a Triton with an HTTP address alone is said to need the other", async () => {
    await using triton = await startProduct((_, path) =>
      path === "/v2"
        ? { body: { name: "triton", version: "2.64.0", extensions: ["statistics"] } }
        : undefined,
    );
    await expect(who({ http: triton.address })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("give its gRPC address"),
      details: { field: "grpc" },
    });
    await expect(who({ http: triton.address, grpc: "127.0.0.1:1" })).rejects.toThrow(
      "No server answers at 127.0.0.1:1",
    );
  });

  it("[R4] one dead address does not hide who answers at another", async () => {
    await using product = await startMlserver();
    expect(await who({ http: product.address, grpc: "127.0.0.1:1" })).toBe("mlserver 1.7.1");
  });

  it("[R5] nobody is nobody, and a stranger is a stranger", async () => {
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
    [401, "UNAUTHENTICATED", "wants credentials"],
    [403, "PERMISSION_DENIED", "are not enough"],
  ] as const)(
    "[R6] status %s to everything is a matter of credentials",
    async (status, code, words) => {
      await using guarded = await startHttp((_, response) => response.writeHead(status).end());
      await expect(who({ http: guarded.address })).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    },
  );

  it("[R7] asks and changes nothing", async () => {
    await using stranger = await startProduct(() => undefined);
    await who({ http: stranger.address });
    const methods = new Set(stranger.requests.map((request) => request.split(" ")[0]));
    expect([...methods]).toEqual(["GET"]);
  });
});
