import net from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engineRoutes } from "../../protocol/http/routes.ts";
import { type HttpServer, serveHttp } from "../../protocol/http/server.ts";
import { releaseOf } from "../../requests/lent-outputs.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import {
  FP32_IO,
  IDENTITY,
  isMissing,
  missingReason,
  PythonFixture,
} from "./testing/python-fixture.ts";

const ELEMENTS = 100_000;
const BYTES = ELEMENTS * 4;

let fixture: PythonFixture;
let server: HttpServer | undefined;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(async () => {
  await server?.close(AbortSignal.abort());
  server = undefined;
  await fixture[Symbol.asyncDispose]();
});

const send = (engine: Engine, value: number) =>
  engine.infer(
    inferRequest({
      inputs: [
        floats(
          "INPUT0",
          [ELEMENTS],
          Array.from({ length: ELEMENTS }, () => value),
        ),
      ],
    }),
  );

const isAll = (data: Uint8Array | undefined, value: number) =>
  data?.byteLength === BYTES &&
  Buffer.from(data.buffer, data.byteOffset, BYTES).equals(
    Buffer.from(new Float32Array(ELEMENTS).fill(value).buffer),
  );

/** More than a socket takes at once. */
const SENT_ELEMENTS = 2_000_000;
const SENT_BYTES = SENT_ELEMENTS * 4;
const sentData = (value: number) => Buffer.from(new Float32Array(SENT_ELEMENTS).fill(value).buffer);

function writeRequest(socket: net.Socket, value: number): void {
  const parameters = { binary_data_size: SENT_BYTES };
  const header = JSON.stringify({
    inputs: [{ name: "INPUT0", datatype: "FP32", shape: [SENT_ELEMENTS], parameters }],
    parameters: { binary_data_output: true },
  });
  socket.write(
    `POST /v2/models/m/infer HTTP/1.1\r\nHost: x\r\nInference-Header-Content-Length: ${header.length}\r\nContent-Length: ${header.length + SENT_BYTES}\r\n\r\n${header}`,
  );
  socket.write(sentData(value));
}

/** Whether each response on one connection equals what was sent; `slow` reads in small pieces. */
async function areEchoed(port: number, values: readonly number[], slow: boolean) {
  const socket = net.connect(port, "127.0.0.1");
  let whole = true;
  for (const value of values) {
    writeRequest(socket, value);
    const chunks: Buffer[] = [];
    let length = 0;
    let total = Infinity;
    while (length < total) {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) await new Promise((resolve) => socket.once("readable", resolve));
      else {
        chunks.push(chunk);
        length += chunk.length;
        if (chunks.length === 1) {
          const head = chunk.toString("latin1", 0, 2000);
          const body = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
          total = head.indexOf("\r\n\r\n") + 4 + body;
        }
        if (slow) await new Promise((resolve) => setTimeout(resolve, 3));
      }
    }
    whole &&= Buffer.concat(chunks).subarray(-SENT_BYTES).equals(sentData(value));
  }
  socket.destroy();
  return whole;
}

describe.skipIf(isMissing || process.platform !== "linux")(
  `[PYTHON-TENSOR-7] large responses of a Python model${missingReason}`,
  () => {
    it("reuse memory only after its last reader returned it", async () => {
      await fixture.model("m", IDENTITY);
      const engine = await fixture.start();
      const first = (await send(engine, 1)).outputs;
      const kept = (await send(engine, 2)).outputs;
      expect(kept[0]?.data.buffer).not.toBe(first[0]?.data.buffer);
      const release = releaseOf(first);
      expect(release).toBeDefined();
      // Once: the list's next reader returns nothing.
      expect(releaseOf(first)).toBeUndefined();
      release?.();
      const third = (await send(engine, 3)).outputs;
      expect(third[0]?.data.buffer).toBe(first[0]?.data.buffer);
      expect(isAll(third[0]?.data, 3)).toBe(true);
      expect(isAll(kept[0]?.data, 2)).toBe(true);
    });

    it("arrive complete over HTTP, even if clients read slowly or disconnect", {
      timeout: 60_000,
    }, async () => {
      await fixture.model("m", IDENTITY);
      const engine = await fixture.start();
      server = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
      const { port } = server;
      const clients = Array.from({ length: 4 }, (_, client) =>
        areEchoed(port, [client, client + 10, client + 20], client % 2 === 0),
      );
      const gone = Array.from({ length: 4 }, async () => {
        const socket = net.connect(port, "127.0.0.1");
        socket.on("error", () => {});
        writeRequest(socket, 7);
        await new Promise((resolve) => socket.once("readable", resolve));
        socket.destroy();
      });
      expect(await Promise.all(clients)).toEqual(clients.map(() => true));
      await Promise.all(gone);
    });

    it("stay valid in the model's response cache", async () => {
      await fixture.model("m", IDENTITY, `response_cache { enable: true }\n${FP32_IO}`);
      const engine = await fixture.start({ cacheBytes: 16 << 20 });
      const [one, same] = await Promise.all([send(engine, 1), send(engine, 1)]);
      expect(releaseOf(one.outputs)).toBeUndefined();
      expect(releaseOf(same.outputs)).toBeUndefined();
      await send(engine, 2);
      for (const { outputs } of [one, same, await send(engine, 1)])
        expect(isAll(outputs[0]?.data, 1)).toBe(true);
    });

    it("stay valid as the state of a sequence", async () => {
      await fixture.model(
        "m",
        `class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            total = pb_utils.get_input_tensor_by_name(request, "INPUT0").as_numpy() + pb_utils.get_input_tensor_by_name(request, "STATE").as_numpy()
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", total), pb_utils.Tensor("NEXT", total)]))
        return responses`,
        `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ ${ELEMENTS} ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ ${ELEMENTS} ] } ]
sequence_batching { max_sequence_idle_microseconds: 600000000 oldest { max_candidate_sequences: 4 } state [ { input_name: "STATE" output_name: "NEXT" data_type: TYPE_FP32 dims: [ ${ELEMENTS} ]
  initial_state: { data_type: TYPE_FP32 dims: [ ${ELEMENTS} ] zero_data: true name: "zero" } } ] }`,
      );
      const engine = await fixture.start();
      const step = async (id: number, value: number, start: boolean) => {
        const values = Array.from({ length: ELEMENTS }, () => value);
        const parameters = { sequence_id: id, sequence_start: start, sequence_end: false };
        const { outputs } = await engine.infer(
          inferRequest({ inputs: [floats("INPUT0", [ELEMENTS], values)], parameters }),
        );
        const is = (expected: number) => isAll(outputs[0]?.data, expected);
        return { is, release: releaseOf(outputs) };
      };
      (await step(1, 1, true)).release?.();
      (await step(2, 10, true)).release?.();
      const first = await step(1, 1, false);
      expect(first.is(2)).toBe(true);
      first.release?.();
      expect((await step(2, 10, false)).is(20)).toBe(true);
      expect((await step(1, 1, false)).is(3)).toBe(true);
    });
  },
);
