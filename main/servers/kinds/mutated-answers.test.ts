import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { computeDelta, toFigures } from "../../telemetry/index.ts";
import { observedModel } from "../../contract/observed.ts";
import { mutated, mutations } from "../../testing/mutations.ts";
import type { Observation } from "../observation.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import type { ServerHttp } from "../../wire/transport/index.ts";
import { TritonOverHttp } from "../triton/over-http.ts";
import { TritonSession } from "../triton-session.ts";
import type { ObservedKind, Reach } from "./kind.ts";
import { dynamo } from "./dynamo/index.ts";
import { startDynamo } from "./dynamo/testing/dynamo.ts";
import { endpointPicker } from "./endpoint-picker/index.ts";
import { startEndpointPicker } from "./endpoint-picker/testing/endpoint-picker.ts";
import { llamaCpp } from "./llama-cpp/index.ts";
import { startLlamaCpp } from "./llama-cpp/testing/llama-cpp.ts";
import { ollama } from "./ollama/index.ts";
import { startOllama } from "./ollama/testing/ollama.ts";
import { openai } from "./openai/index.ts";
import { startOpenAi } from "./openai/testing/openai.ts";
import { sglang } from "./sglang/index.ts";
import { startSglang } from "./sglang/testing/sglang.ts";
import { tgi } from "./tgi/index.ts";
import { startTgi } from "./tgi/testing/tgi.ts";
import { trtllm } from "./trtllm/index.ts";
import { startTrtllm } from "./trtllm/testing/trtllm.ts";
import { mlserver } from "./mlserver/index.ts";
import { startMlserver } from "./mlserver/testing/mlserver.ts";
import { openInference } from "./open-inference/index.ts";
import { startKserve } from "./open-inference/testing/kserve.ts";
import { openvino } from "./openvino/index.ts";
import { startOpenvino } from "./openvino/testing/openvino.ts";
import { rayServe } from "./ray-serve/index.ts";
import { startRayServe } from "./ray-serve/testing/ray-serve.ts";
import { tensorflowServing } from "./tensorflow-serving/index.ts";
import { startTensorflowServing } from "./tensorflow-serving/testing/tensorflow-serving.ts";
import { torchserve } from "./torchserve/index.ts";
import { startTorchServe } from "./torchserve/testing/torchserve-server.ts";
import { vllm } from "./vllm/index.ts";
import { startRecordedVllm } from "./vllm/testing/recorded.ts";
import { startVllm } from "./vllm/testing/vllm-server.ts";

type Change = (text: string) => string;

/** The same reach with changed responses. */
function changedHttp(http: ServerHttp, change: Change): ServerHttp {
  const send: ServerHttp["send"] = async (...asked) => {
    const answer = await http.send(...asked);
    return { ...answer, text: change(answer.text) };
  };
  const get: ServerHttp["get"] = (path, options) => send("GET", path, null, options);
  return new Proxy(http, {
    get: (target, key) => {
      if (key === "send") return send;
      if (key === "get") return get;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}

function changedReach({ http, metrics, ...reach }: Reach, change: Change): Reach {
  return {
    ...reach,
    http: http && changedHttp(http, change),
    metrics: metrics && changedHttp(metrics, change),
  };
}

/** JSON with parts replaced; of a metrics page, a line. */
function changeOf(changes: Parameters<typeof mutated>[1]): Change {
  return (text) => {
    try {
      return JSON.stringify(mutated(JSON.parse(text), changes)) ?? "";
    } catch {
      const lines = text.split("\n");
      for (const { at, by } of changes)
        lines[Math.floor(at * lines.length)] = typeof by === "string" ? by : JSON.stringify(by);
      return lines.join("\n");
    }
  };
}

/** An error in the host itself; null without one: known facts are shown, and rejections are sentences. */
async function faultOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    await ask();
    return null;
  } catch (error) {
    const isSentence = error instanceof StatusError && !OWN.has(error.code);
    return isSentence ? null : error;
  }
}

const OWN = new Set(["UNKNOWN", "INTERNAL"]);

function check(before: Observation, now: Observation): void {
  observedModel.array().parse(now.models);
  toFigures(computeDelta(before, now, 1));
}

const kinds: readonly [ObservedKind, () => Promise<{ readonly reach: Reach } & AsyncDisposable>][] =
  [
    [vllm, () => startVllm("v1")],
    [vllm, () => startRecordedVllm()],
    [sglang, () => startSglang()],
    [llamaCpp, () => startLlamaCpp()],
    [ollama, () => startOllama()],
    [tgi, () => startTgi()],
    [trtllm, () => startTrtllm()],
    [dynamo, () => startDynamo()],
    [endpointPicker, () => startEndpointPicker()],
    [openai, () => startOpenAi({ metrics: "requests_total 5\n" })],
    [mlserver, () => startMlserver()],
    [openInference, () => startKserve()],
    [openvino, () => startOpenvino()],
    [rayServe, () => startRayServe()],
    [tensorflowServing, () => startTensorflowServing()],
    [torchserve, () => startTorchServe("0.12.0")],
  ];

it.each(kinds)(
  "[HOSTILE-1] $name: survives any change in any part of a response",
  async (kind, start) => {
    await using server = await start();
    const before = await kind.observe(server.reach);
    const model = before.models[0]?.name ?? "m";
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const reach = changedReach(server.reach, changeOf(changes));
        expect(await faultOf(() => kind.recognise(reach, () => {}))).toBeNull();
        expect(await faultOf(async () => check(before, await kind.observe(reach)))).toBeNull();
        expect(await faultOf(async () => kind.modelDetail?.(reach, "server", model))).toBeNull();
      }),
      { numRuns: 40 },
    );
  },
);

let triton: Awaited<ReturnType<typeof startRecordedTritonHttp>>;
beforeAll(async () => {
  triton = await startRecordedTritonHttp();
});
afterAll(() => triton[Symbol.asyncDispose]());

it("[HOSTILE-1] Triton: survives any change in any part of a response", async () => {
  const { http, metrics } = triton.reach;
  if (!http) throw new Error("no HTTP");
  const peerOver = (change: Change) =>
    new TritonSession(
      "server",
      "triton",
      { name: "triton", version: "2.64.0", extensions: ["model_repository", "trace"] },
      {
        client: new TritonOverHttp(changedHttp(http, change)),
        grpc: null,
        metrics: metrics && changedHttp(metrics, change),
        connections: { [Symbol.dispose]: () => {} },
      },
    );
  const before = await peerOver((text) => text).observe();
  const model = before.models[0]?.name ?? "m";
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const session = peerOver(changeOf(changes));
      expect(await faultOf(async () => check(before, await session.observe()))).toBeNull();
      expect(await faultOf(() => session.modelDetail(model))).toBeNull();
    }),
    { numRuns: 40 },
  );
});

it.each(kinds)("[HOSTILE-2] $name: treats null as empty", async (kind, start) => {
  await using server = await start();
  const whole = await kind.observe(server.reach);
  const without = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : Array.isArray(value)
        ? value.map(without)
        : Object.fromEntries(
            Object.entries(value).map(([key, each]) => [
              key,
              Array.isArray(each) && each.length === 0 ? null : without(each),
            ]),
          );
  const nulled: Change = (text) => {
    try {
      return JSON.stringify(without(JSON.parse(text)));
    } catch {
      return text;
    }
  };
  const observed = await kind.observe(changedReach(server.reach, nulled));
  expect(observed.models).toEqual(whole.models);
});
