// Malformed requests against the real server and engine: each gets a client error or a closed
// connection.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { malformedHttp, seededBelow } from "../testing/malformed-http.ts";
import { type RecordedServer, recordedServer } from "../testing/recorded-server.ts";

const REQUESTS = 10_000;
const LANES = 8;
const SEED = 2026;
/** Ok, since some turn out well-formed; rejected; unsupported; the engine's own limits. */
const ALLOWED = new Set([200, 400, 404, 405, 413, 431, 501, 503]);

let server: RecordedServer;
beforeAll(async () => {
  server = await recordedServer(["id_plain", "id_nobatch", "id_string", "id_cached"]);
});
afterAll(() => server.close());

interface HttpResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The first response in `text` once it is complete. */
function responseIn(text: string): HttpResponse | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const chunked = /transfer-encoding: chunked/i.test(head);
  if (chunked ? !body.endsWith("0\r\n\r\n") : body.length < length) return undefined;
  const [, status = "", type = ""] =
    /^HTTP\/1\.1 (\d+)[\s\S]*?content-type: (.*)/i.exec(head) ?? [];
  return { status: Number(status || head.slice(9, 12)), type, body };
}

/** The response to one request, undefined if the connection was closed without one. */
function exchange(socket: Socket, bytes: Buffer, end: boolean): Promise<HttpResponse | undefined> {
  let text = "";
  return new Promise((resolve) => {
    const done = () => {
      socket.off("data", onData).off("close", done);
      resolve(responseIn(text));
    };
    const onData = (data: Buffer) => {
      text += data.toString("latin1");
      if (!end && responseIn(text)) done();
    };
    socket.on("data", onData).on("close", done);
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}

function open(): Socket {
  const { hostname, port } = new URL(server.http);
  return connect(Number(port), hostname).on("error", () => {});
}

async function respondsCorrectly(): Promise<boolean> {
  const response = await fetch(`${server.http}/v2/models/id_plain/infer`, {
    method: "POST",
    body: '{"inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,2],"data":[1.5,2]}]}',
  });
  const { outputs } = (await response.json()) as { outputs: { data: number[] }[] };
  return response.status === 200 && String(outputs[0]?.data) === "1.5,2";
}

test(`[PROTO-109] ${REQUESTS} malformed requests are rejected while correct ones are served`, async () => {
  const below = seededBelow(SEED);
  const requests = Array.from({ length: REQUESTS }, () => malformedHttp(below));
  const wrong: { index: number; sent: string; response: HttpResponse }[] = [];
  const seen = new Map<number, number>();
  const right: boolean[] = [];
  let next = 0;
  const lane = async () => {
    let socket = open();
    while (next < requests.length) {
      const index = next++;
      const { bytes, framed } = requests[index] as (typeof requests)[number];
      if (socket.closed || socket.destroyed) socket = open();
      const response = await exchange(socket, bytes, !framed);
      if (!framed) socket = open();
      if (index % 500 === 0) right.push(await respondsCorrectly());
      seen.set(response?.status ?? 0, (seen.get(response?.status ?? 0) ?? 0) + 1);
      if (response && !isRight(response, framed)) {
        wrong.push({ index, sent: bytes.toString("latin1").slice(0, 400), response });
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(right).toEqual(Array.from({ length: REQUESTS / 500 }, () => true));
  expect(await respondsCorrectly()).toBe(true);
  // The requests reach all layers of the server.
  for (const status of [200, 400, 404, 501]) expect(seen.get(status)).toBeGreaterThan(10);
}, 120_000);

/** Triton answers these with 500, as recorded, although the client caused them. */
const NO_SUCH_MODEL = "failed to poll from model repository";

/** A rejection of a correctly framed request has a reason. */
function isRight({ status, type, body }: HttpResponse, framed: boolean): boolean {
  const allowed = status === 500 ? body.includes(NO_SUCH_MODEL) : ALLOWED.has(status);
  if (!allowed && !(status === 100 && !framed)) return false;
  if (status === 200 || !framed) return true;
  return (
    /json|plain/.test(type) && typeof (JSON.parse(body) as { error?: unknown }).error === "string"
  );
}
