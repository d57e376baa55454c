import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { floats, readFloats, inferRequest } from "../../testing/requests.ts";
import type { Engine, ModelStatistics } from "../../types.ts";
import { FP32_IO, isMissing, PythonFixture, missingReason } from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const DECOUPLED = `model_transaction_policy { decoupled: true }\n${FP32_IO}`;

/** Collects a request's responses, each as its values, with a mark on the last one. */
async function stream(engine: Engine, values: number[], modelName = "m"): Promise<unknown[]> {
  const seen: unknown[] = [];
  const request = inferRequest({ modelName, inputs: [floats("INPUT0", [values.length], values)] });
  await engine.inferStream(request, (response, final) => {
    seen.push([response && readFloats(response.outputs[0]), final]);
  });
  return seen;
}

/** A model whose body uses `sender`, `array` and `out(value)`. */
const sending = (body: string) => `import threading, time
FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
def out(value):
    return pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.asarray(value, dtype=np.float32).reshape(-1))])
class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            array = request.inputs()[0].as_numpy()
            sender = request.get_response_sender()
${body.replace(/^/gm, "            ")}
        return None`;

const ITERATIVE = `max_batch_size: 4\n${FP32_IO}\nsequence_batching { iterative_sequence: true oldest { max_candidate_sequences: 4 } }`;

/**
 * Sends as many responses as the input says: the remaining count, the request's flags and
 * correlation id.
 */
const COUNTDOWN = `FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
class TritonPythonModel:
    def initialize(self, args):
        self.left = {}
    def execute(self, requests):
        for request in requests:
            id = request.correlation_id()
            left = self.left.get(id, int(request.inputs()[0].as_numpy()[0][0])) - 1
            self.left[id] = left
            values = np.array([[left, request.flags(), id]], dtype=np.float32)
            response = pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", values)])
            request.get_response_sender().send(response, flags=FINAL if left == 0 else 0)
            if left > 0:
                request.set_release_flags(pb_utils.TRITONSERVER_REQUEST_RELEASE_RESCHEDULE)
        return None`;

/** Runs as often as the input says before it responds with the number of runs. */
const RUNS = `import time
def out(value):
    return pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([[value]], dtype=np.float32))])
class TritonPythonModel:
    def initialize(self, args):
        self.runs = {}
    def execute(self, requests):
        responses = []
        for request in requests:
            # run
            id = request.correlation_id()
            self.runs[id] = self.runs.get(id, 0) + 1
            if self.runs[id] < request.inputs()[0].as_numpy()[0][0]:
                request.set_release_flags(pb_utils.TRITONSERVER_REQUEST_RELEASE_RESCHEDULE)
                responses.append(None)
            else:
                responses.append(out(self.runs.pop(id)))
        return responses`;

const batched = (value: number) =>
  inferRequest({ modelName: "m", inputs: [floats("INPUT0", [1, 1], [value])] });

async function countdown(engine: Engine, count: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  await engine.inferStream(batched(count), (response, final) => {
    seen.push([response && readFloats(response.outputs[0]), final]);
  });
  return seen;
}

function statistics(engine: Engine): ModelStatistics {
  return engine.modelStatistics("m", "")[0] as ModelStatistics;
}

describe.skipIf(isMissing)(`response senders${missingReason}`, () => {
  it("[PYTHON-STREAM-1] send any number of responses", async () => {
    await fixture.model(
      "m",
      sending("for value in array:\n    sender.send(out(value))\nsender.send(flags=FINAL)"),
      DECOUPLED,
    );
    const engine = await fixture.start();
    expect(await stream(engine, [1, 2])).toEqual([
      [[1], false],
      [[2], false],
      [undefined, true],
    ]);
    expect(await stream(engine, [])).toEqual([[undefined, true]]);
    // An execute returns after its last response.
    await expect.poll(() => engine.modelStatistics("m", "")[0]?.execution_count).toBe(2);
    expect(engine.modelStatistics("m", "")[0]).toMatchObject({
      inference_stats: { success: { count: 2 } },
    });
  });

  it("[PYTHON-STREAM-1] send the last response with the flag from a thread, large ones included", async () => {
    await fixture.model(
      "m",
      sending(`def later(sender, array):
    for i in range(20):
        sender.send(out(np.full(20000, i)))
    time.sleep(0.02)
    sender.send(out(array[:1]), FINAL)
threading.Thread(target=later, args=(sender, array)).start()`),
      DECOUPLED,
    );
    const engine = await fixture.start();
    const all = Array.from({ length: 30_000 }, (_, i) => i + 5);
    const [first, second] = await Promise.all([stream(engine, all), stream(engine, all)]);
    for (const seen of [first, second]) {
      expect(seen).toHaveLength(21);
      expect(seen.slice(0, 20).map((one) => (one as [number[]])[0][19_999])).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      );
      expect(seen.at(-1)).toEqual([[5], true]);
    }
  });

  it("[PYTHON-STREAM-1] send the one response of a model that is not decoupled", async () => {
    await fixture.model("m", sending("sender.send(out(array), FINAL)"));
    await fixture.model(
      "later",
      sending(
        "threading.Timer(0.02, lambda s, a: (s.send(out(a)), s.send(flags=FINAL)), (sender, array)).start()",
      ),
    );
    const engine = await fixture.start();
    expect(await stream(engine, [3])).toEqual([[[3], true]]);
    expect(await stream(engine, [4], "later")).toEqual([
      [[4], false],
      [undefined, true],
    ]);
    const request = inferRequest({ modelName: "later", inputs: [floats("INPUT0", [1], [6])] });
    expect(readFloats((await engine.infer(request)).outputs[0])).toEqual([6]);
  });

  it.each([
    ["sender.send(out(array), flags=7)", "Unsupported flag provided."],
    [
      "sender.send()",
      "Inference Response object must be provided when the response flags is set to zero.",
    ],
  ])("[PYTHON-STREAM-2] refuse %s", async (statement, message) => {
    await fixture.model("m", sending(statement), DECOUPLED);
    const engine = await fixture.start();
    await expect(stream(engine, [1])).rejects.toThrow(message);
  });

  it("[PYTHON-STREAM-2] reject responses after the last one", async () => {
    await fixture.model(
      "m",
      sending("sender.send(flags=FINAL)\nsender.send(out(array))"),
      DECOUPLED,
    );
    const engine = await fixture.start();
    await stream(engine, [1]);
    await expect
      .poll(() => fixture.lines("error").join())
      .toContain("Response sender has been closed.");
  });

  it.each([
    ["sender.send(out(array)); sender.send(out(array))", "cannot send more than one response"],
    ["sender.send(flags=FINAL)", "cannot send complete final before sending a response"],
  ])("[PYTHON-STREAM-2] of a model that is not decoupled refuse %s", async (statement, message) => {
    await fixture.model("m", sending(statement));
    const engine = await fixture.start();
    await stream(engine, [1]).catch(() => {});
    await expect.poll(() => fixture.lines("error").join()).toContain(message);
  });

  it("[PYTHON-STREAM-3] end a request with an error", async () => {
    await fixture.model(
      "m",
      sending(
        `sender.send(out(1))
sender.send(pb_utils.InferenceResponse(error=pb_utils.TritonError("enough", pb_utils.TritonError.UNAVAILABLE)))
sender.send(flags=FINAL)`,
      ),
      DECOUPLED,
    );
    const engine = await fixture.start();
    await expect(stream(engine, [1])).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "enough",
    });
  });

  it("[PYTHON-STREAM-4] that are dropped fail their requests", async () => {
    await fixture.model("m", sending("pass"), DECOUPLED);
    await fixture.model(
      "none",
      "class TritonPythonModel:\n    def execute(self, requests):\n        return [None for _ in requests]",
    );
    const engine = await fixture.start();
    const message =
      /dropped the response sender of a request without TRITONSERVER_RESPONSE_COMPLETE_FINAL/;
    await expect(stream(engine, [1])).rejects.toThrow(message);
    await expect(stream(engine, [1], "none")).rejects.toThrow(message);
  });

  it("[PYTHON-API-4] keep ended requests when execute raises afterwards", async () => {
    await fixture.model("m", sending("sender.send(out(array), FINAL)\nraise ValueError('late')"));
    const engine = await fixture.start();
    expect(await stream(engine, [3])).toEqual([[[3], true]]);
    await expect.poll(() => fixture.lines("error").join()).toContain("ValueError: late");
    expect(engine.modelStatistics("m", "")[0]).toMatchObject({
      inference_stats: { success: { count: 1 }, fail: { count: 0 } },
    });
  });

  it("[PYTHON-API-3] a decoupled model returns no list", async () => {
    await fixture.model("m", sending("return []"), DECOUPLED);
    const engine = await fixture.start();
    await expect(stream(engine, [1])).rejects.toThrow(
      "is using the decoupled mode and the execute function must return None.",
    );
  });

  it("[PYTHON-STREAM-5] of a rescheduled request continue in a later batch", async () => {
    await fixture.model(
      "m",
      COUNTDOWN,
      `model_transaction_policy { decoupled: true }\n${ITERATIVE}`,
    );
    const engine = await fixture.start();
    const [first, second] = await Promise.all([countdown(engine, 3), countdown(engine, 2)]);
    // START only in the first batch, and an id from the server.
    expect(first).toEqual([
      [[2, 1, 1], false],
      [[1, 0, 1], false],
      [[0, 0, 1], true],
    ]);
    expect(second).toEqual([
      [[1, 1, 2], false],
      [[0, 0, 2], true],
    ]);
    const { inference_stats: stats, response_stats: responses } = statistics(engine);
    expect(stats).toMatchObject({ success: { count: 5 }, queue: { count: 5 }, fail: { count: 0 } });
    expect(responses).toMatchObject({ 0: { success: { count: 2 } }, 2: { success: { count: 1 } } });
  });

  it("[PYTHON-STREAM-5] a rescheduled request of a model that isn't decoupled has its response later", async () => {
    await fixture.model("m", RUNS, ITERATIVE);
    const engine = await fixture.start();
    const answers = await Promise.all([1, 4, 2].map((count) => engine.infer(batched(count))));
    expect(answers.map(({ outputs }) => readFloats(outputs[0])[0])).toEqual([1, 4, 2]);
    expect(statistics(engine).inference_stats.success.count).toBe(7);
  });

  it("[PYTHON-STREAM-5] rescheduling requires an iterative sequence", async () => {
    await fixture.model("m", RUNS, `max_batch_size: 4\n${FP32_IO}`);
    const engine = await fixture.start();
    await expect(engine.infer(batched(2))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(
        /^Request is released with TRITONSERVER_REQUEST_RELEASE_RESCHEDULE, while the model is not configured to handle such a flag\./,
      ),
    });
    // The model counted the first run.
    expect(readFloats((await engine.infer(batched(1))).outputs[0])[0]).toBe(2);
  });

  it("[PYTHON-STREAM-5] a rescheduled request with a response fails", async () => {
    await fixture.model("m", RUNS.replace("append(None)", "append(out(0))"), ITERATIVE);
    const engine = await fixture.start();
    await expect(engine.infer(batched(2))).rejects.toThrow(
      "Expected a None object in the execute function return list for reschduled request, found type",
    );
    expect(readFloats((await engine.infer(batched(1))).outputs[0])[0]).toBe(1);
  });

  it("[PYTHON-STREAM-5] a client that disconnects ends the sequence and frees its slot", async () => {
    await fixture.model(
      "m",
      RUNS,
      ITERATIVE.replace("max_candidate_sequences: 4", "max_candidate_sequences: 1"),
    );
    const engine = await fixture.start();
    const client = new AbortController();
    const endless = engine.infer({ ...batched(1e9), signal: client.signal });
    await expect.poll(() => statistics(engine).execution_count).toBeGreaterThan(3);
    client.abort();
    await expect(endless).rejects.toMatchObject({ code: "CANCELLED" });
    expect(readFloats((await engine.infer(batched(2))).outputs[0])[0]).toBe(2);
  });

  it("[PYTHON-STREAM-5] a model that is unloaded finishes what it rescheduled", async () => {
    await fixture.model("m", RUNS.replace("# run", "time.sleep(0.02)"), ITERATIVE);
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["m"] });
    const answer = engine.infer(batched(10));
    await expect.poll(() => statistics(engine).execution_count).toBeGreaterThan(1);
    await engine.unloadModel("m", false);
    expect(readFloats((await answer).outputs[0])[0]).toBe(10);
  });

  it("[PYTHON-API-10] of an async execute run concurrently", async () => {
    await fixture.model(
      "m",
      `import asyncio
class TritonPythonModel:
    def initialize(self, args):
        self.waiting = None
    async def execute(self, requests):
        request, = requests
        sender = request.get_response_sender()
        array = request.inputs()[0].as_numpy()
        if self.waiting is None:
            self.waiting = asyncio.Event()
            await self.waiting.wait()
        else:
            self.waiting.set()
        sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)]), pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)`,
      DECOUPLED,
    );
    const engine = await fixture.start();
    expect(await Promise.all([stream(engine, [1]), stream(engine, [2])])).toEqual([
      [[[1], true]],
      [[[2], true]],
    ]);
  });

  it("[PYTHON-PROC-5] fail with their process, also after execute has returned", async () => {
    await fixture.model(
      "m",
      sending(`import os
self.kept = sender
if array[0] == 1:
    threading.Timer(0.05, lambda: os._exit(4)).start()`),
      DECOUPLED,
    );
    const engine = await fixture.start();
    await expect(stream(engine, [1])).rejects.toThrow(
      "the Python process of 'm' ended with exit code 4",
    );
  });
});
