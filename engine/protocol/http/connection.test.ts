import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import type { InferResponse } from "../../types.ts";
import { EchoEngine } from "../testing/echo-engine.ts";
import { echoServer } from "../testing/echo-server.ts";
import { engineRoutes } from "./routes.ts";
import { serveHttp } from "./server.ts";

const server = echoServer();
const INFER = "/v2/models/echo/infer";
const body = JSON.stringify({
  inputs: [{ name: "x", datatype: "FP32", shape: [1], data: [1] }],
});
const post = (content = body, ...headers: string[]) =>
  [
    `POST ${INFER} HTTP/1.1`,
    "Host: x",
    `Content-Length: ${content.length}`,
    ...headers,
    "",
    content,
  ].join("\r\n");
const chunkedPost = [
  `POST ${INFER} HTTP/1.1`,
  "Host: x",
  "Transfer-Encoding: chunked",
  "",
  body.length.toString(16),
  body,
  "0",
  "",
  "",
].join("\r\n");

function client(port = server.port): {
  socket: Socket;
  responses: (count: number) => Promise<string[]>;
} {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += bytes)).on("error", () => {});
  const responses = async (count: number) => {
    while (statuses(text).length < count && !socket.closed) {
      await Promise.race([once(socket, "data"), once(socket, "close")]);
    }
    return statuses(text);
  };
  return { socket, responses };
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code ?? "");

test("[PROTO-100] accepts a request in absolute form, as for a proxy", async () => {
  const { socket, responses } = client();
  socket.write(post().replace(INFER, `http://x:8000${INFER}`));
  socket.write("GET http://x/v2/health/live HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await responses(2)).toEqual(["200", "200"]);
  socket.destroy();
});

test("[PROTO-100] requests in one packet, and one byte by byte, are answered in order", async () => {
  const { socket, responses } = client();
  socket.write(post() + post("{}") + `GET /v2/health/live HTTP/1.1\r\nHost: x\r\n\r\n` + post());
  expect(await responses(4)).toEqual(["200", "400", "200", "200"]);
  for (const byte of post()) {
    socket.write(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await responses(5)).toHaveLength(5);
  socket.destroy();
});

test("[PROTO-100] accepts a body that arrives in pieces after its head", async () => {
  const { socket, responses } = client();
  const [head = "", content = ""] = post().split(/(?<=\r\n\r\n)/);
  for (let i = 1; i <= 3; i++) {
    socket.write(head);
    for (const part of [content.slice(0, 5), content.slice(5, 20), content.slice(20)]) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.write(part);
    }
    expect(await responses(i)).toHaveLength(i);
  }
  socket.destroy();
});

test("[PROTO-100] a connection stays open after a request that only Node's parser handles", async () => {
  const { socket, responses } = client();
  socket.write(post() + chunkedPost + post());
  expect(await responses(3)).toEqual(["200", "200", "200"]);
  socket.write(post(body, "Expect: 100-continue"));
  expect(await responses(5)).toEqual(["200", "200", "200", "100", "200"]);
  socket.write(post());
  expect(await responses(6)).toHaveLength(6);
  socket.destroy();
});

test("[PROTO-100] pipelined requests wait for the current one", async () => {
  const release = Promise.withResolvers<void>();
  server.engine.respond = async (request): Promise<InferResponse> => {
    await release.promise;
    return { modelName: "echo", modelVersion: "1", id: request.id, parameters: {}, outputs: [] };
  };
  const { socket, responses } = client();
  socket.write(post());
  await expect.poll(() => server.engine.requests.length).toBe(1);
  for (let i = 0; i < 3; i++) socket.write(post());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.engine.requests).toHaveLength(1);
  release.resolve();
  expect(await responses(4)).toEqual(["200", "200", "200", "200"]);
  socket.destroy();
});

test("[PROTO-100] Connection: close ends the connection after the response", async () => {
  const { socket, responses } = client();
  socket.write(post(body, "Connection: close"));
  await once(socket, "close");
  expect(await responses(1)).toEqual(["200"]);
});

test.each([
  [
    "two lengths",
    `POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345`,
  ],
  [
    "a length and chunks",
    `POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "a blank before the colon",
    `POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\n12345`,
  ],
  ["no HTTP", "\x16\x03\x01\x02\0\x01\0\x01"],
])("[PROTO-100] %s close the connection", async (_, text) => {
  const { socket, responses } = client();
  socket.write(text + post());
  await once(socket, "close");
  expect((await responses(1)).filter((status) => status === "200")).toEqual([]);
});

test("[PROTO-108] a request carries its client's name, also after the name changed", async () => {
  const { socket, responses } = client();
  socket.write(post(body, "User-Agent: a/1"));
  await responses(1);
  socket.write(post(body, "User-Agent: b/2"));
  await responses(2);
  socket.write(chunkedPost.replace("Host", "User-Agent: c/3\r\nHost"));
  await responses(3);
  expect(server.engine.requests.map(({ client: from }) => from)).toEqual(
    ["a/1", "b/2", "c/3"].map((userAgent) => ({ address: "127.0.0.1", userAgent })),
  );
  socket.destroy();
});

test("[PROTO-18] a body over the limit is rejected without 100 Continue", async () => {
  const { socket, responses } = client();
  socket.write(
    `POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 31}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, "close");
  expect(await responses(1)).toEqual(["413"]);
});

test("[PROTO-18] a 2 GB body is rejected without allocating memory, announced or not", async () => {
  const baseline = process.memoryUsage().rss;
  const announced = client();
  announced.socket.write(`POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 31}\r\n\r\n`);
  expect(await announced.responses(1)).toEqual(["413"]);
  announced.socket.destroy();

  const status = Promise.withResolvers<number | undefined>();
  const sender = httpRequest({ port: server.port, path: INFER, method: "POST" });
  sender.on("response", ({ statusCode }) => status.resolve(statusCode));
  sender.on("error", () => status.resolve(undefined));
  const piece = Buffer.alloc(1 << 20);
  let sent = 0;
  let peak = 0;
  const send = (): void => {
    if (sender.destroyed || sent >= 2 ** 31) return;
    sent += piece.byteLength;
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    if (sender.write(piece)) setImmediate(send);
    else sender.once("drain", send);
  };
  send();
  expect(await status.promise).toBe(413);
  sender.destroy();
  expect(sent).toBeLessThan(512 << 20);
  // The limit itself is 64 MiB; the sender in this process buffers some more.
  expect(peak).toBeLessThan(192 << 20);
  expect(process.memoryUsage().rss - baseline).toBeLessThan(400 << 20);
});

test("[PROTO-101] clients that stall within a request are disconnected, idle ones are not", async () => {
  const patience = { pauseMs: 100, requestMs: 400 };
  const address = { host: "127.0.0.1", port: 0, patience };
  const own = await serveHttp(engineRoutes(new EchoEngine()), address);
  const idle = client(own.port);
  idle.socket.write(post());
  await idle.responses(1);
  const stalled = ["POST /v2", post().slice(0, -3), chunkedPost.slice(0, -8)].map((text) => {
    const { socket } = client(own.port);
    socket.write(text);
    return once(socket, "close");
  });
  // A byte now and then doesn't count as progress.
  const trickle = client(own.port).socket;
  trickle.write(post().slice(0, -40));
  const drip = setInterval(() => trickle.write(" "), 30);
  // A byte in flight while the server closes causes a reset.
  trickle.on("error", () => {});
  const cutOff = new Promise((resolve) => trickle.on("close", resolve));
  await Promise.all([...stalled, cutOff]);
  clearInterval(drip);
  idle.socket.write(post());
  expect(await idle.responses(2)).toEqual(["200", "200"]);
  await own.close(AbortSignal.abort());
});

test("[PROTO-22] closing lets a slow reader receive a large response completely", async () => {
  const engine = new EchoEngine();
  const own = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  const data = new Uint8Array(16 << 20);
  const output = { name: "y", datatype: "UINT8" as const, shape: [data.byteLength], data };
  engine.respond = ({ id }) => ({
    modelName: "echo",
    modelVersion: "1",
    id,
    parameters: {},
    outputs: [output],
  });
  const socket = connect(own.port, "127.0.0.1");
  const asking = '{"inputs":[],"parameters":{"binary_data_output":true}}';
  socket.write(post(asking));
  await once(socket, "readable");
  const closed = own.close();
  let received = 0;
  for await (const chunk of socket) received += (chunk as Buffer).byteLength;
  await closed;
  expect(received).toBeGreaterThan(data.byteLength);
});

test("[PROTO-22] closing cuts off incomplete requests", async () => {
  const own = await serveHttp(engineRoutes(new EchoEngine()), { host: "127.0.0.1", port: 0 });
  const sockets = [
    "",
    "POST ",
    post().slice(0, -3),
    chunkedPost.slice(0, -8),
    `POST ${INFER} HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 << 20}\r\n\r\n{`,
    `${chunkedPost}POST ${INFER} HTTP/1.1\r\nHo`,
  ].map((text) => {
    const { socket } = client(own.port);
    if (text !== "") socket.write(text);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await own.close();
  await expect.poll(() => sockets.every((socket) => socket.closed)).toBe(true);
});

test("[PROTO-109] a thousand clients that connect and disconnect leave nothing behind", async () => {
  const engine = new EchoEngine();
  const own = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  // Only clients that stay until the next turn get a response.
  engine.respond = async (request): Promise<InferResponse> => {
    await new Promise((resolve) => setImmediate(resolve));
    return { modelName: "echo", modelVersion: "1", id: request.id, parameters: {}, outputs: [] };
  };
  const texts = [post(), chunkedPost];
  for (let round = 0; round < 10; round++) {
    const sockets = Array.from({ length: 100 }, (_, i) => {
      const { socket } = client(own.port);
      const text = texts[i % 2] ?? "";
      socket.write(text.slice(0, 1 + ((i * 37 + round) % text.length)));
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    for (const socket of sockets) socket.destroy();
  }
  const last = client(own.port);
  last.socket.write(post());
  expect(await last.responses(1)).toEqual(["200"]);
  last.socket.destroy();
  // Without a limit: disconnected clients must not delay it.
  await own.close();
});
