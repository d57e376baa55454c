import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engineRoutes } from "../../protocol/http/routes.ts";
import { type HttpServer, serveHttp } from "../../protocol/http/server.ts";
import type { Engine } from "../../types.ts";
import { isMissing, missingReason, PythonFixture } from "./testing/python-fixture.ts";

/** Sends one word per execution. */
const TELLER = `FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
class TritonPythonModel:
    def initialize(self, args):
        self.words = {}
    def execute(self, requests):
        for request in requests:
            id = request.correlation_id()
            if request.flags() & pb_utils.TRITONSERVER_REQUEST_FLAG_SEQUENCE_START:
                self.words[id] = request.inputs()[0].as_numpy()[0][0].decode().split()
            words = self.words[id]
            sender = request.get_response_sender()
            if words[0] == "fail":
                sender.send(pb_utils.InferenceResponse(error=pb_utils.TritonError("it failed")), flags=FINAL)
                continue
            word = np.array([[words.pop(0)]], dtype=np.object_)
            sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("word", word)]), flags=0 if words else FINAL)
            if words:
                request.set_release_flags(pb_utils.TRITONSERVER_REQUEST_RELEASE_RESCHEDULE)
        return None`;

const CONFIG = `max_batch_size: 4
input [ { name: "text" data_type: TYPE_STRING dims: [ 1 ] } ]
output [ { name: "word" data_type: TYPE_STRING dims: [ 1 ] } ]
model_transaction_policy { decoupled: true }
sequence_batching { iterative_sequence: true oldest { max_candidate_sequences: 4 } }`;

describe.skipIf(isMissing)(`generate over iterative Python models${missingReason}`, () => {
  let fixture: PythonFixture;
  let engine: Engine;
  let http: HttpServer;

  beforeEach(async () => {
    fixture = await PythonFixture.create();
    await fixture.model("teller", TELLER, CONFIG);
    engine = await fixture.start();
    http = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  });
  afterEach(async () => {
    await http.close(AbortSignal.abort());
    await fixture[Symbol.asyncDispose]();
  });

  async function post(call: string, text: string) {
    const response = await fetch(`http://127.0.0.1:${http.port}/v2/models/teller/${call}`, {
      method: "POST",
      body: JSON.stringify({ text }),
    });
    return { status: response.status, text: await response.text() };
  }
  const words = (text: string) =>
    [...text.matchAll(/"(?:word|error)":"([^"]*)"/g)].map(([, word]) => word);

  it("[PROTO-105] generate_stream sends each response of each execution", async () => {
    const answers = await Promise.all([
      post("generate_stream", "one two three"),
      post("generate_stream", "four five"),
    ]);
    expect(answers.map(({ text }) => words(text))).toEqual([
      ["one", "two", "three"],
      ["four", "five"],
    ]);
    expect(engine.modelStatistics("teller", "")[0]).toMatchObject({
      inference_stats: { success: { count: 5 }, fail: { count: 0 } },
      response_stats: { 0: { success: { count: 2 } }, 2: { success: { count: 1 } } },
    });
  });

  it("[PROTO-105] an error after responses is an event", async () => {
    const { status, text } = await post("generate_stream", "one fail");
    expect(status).toBe(200);
    expect(words(text)).toEqual(["one", "it failed"]);
    expect(engine.modelStatistics("teller", "")[0]?.inference_stats).toMatchObject({
      success: { count: 1 },
      fail: { count: 1 },
    });
  });

  it("[PROTO-105] generate requires exactly one response", async () => {
    expect(await post("generate", "one")).toMatchObject({
      status: 200,
      text: expect.stringContaining('"word":"one"'),
    });
    expect(await post("generate", "one two")).toMatchObject({
      status: 400,
      text: expect.stringContaining("generate expects model to produce exactly 1 response"),
    });
  });
});
