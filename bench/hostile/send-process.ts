// Sends a hostile body per second over each protocol, as a separate process: `send-process.ts HTTP GRPC GRPC_BYTES`.
import { request } from "node:http";
import { connect } from "node:http2";
import { setTimeout } from "node:timers/promises";
import { frame } from "../../engine/protocol/grpc/framing/frame.ts";
import { grpcBodies, type HostileBody, httpBodies } from "./bodies.ts";

const [http = "", grpc = "", grpcBytes] = process.argv.slice(2);

function sendHttp({ path, headers, body }: HostileBody): Promise<string> {
  return new Promise((resolve) => {
    const [host, port] = http.split(":");
    const call = request({
      host,
      port,
      path,
      method: body.length > 0 ? "POST" : "GET",
      headers,
      agent: false,
    });
    call.on("response", (response) => {
      response.resume();
      response.on("close", () => resolve(String(response.statusCode)));
    });
    call.on("error", (error) => resolve(error.message));
    call.end(body);
  });
}

function sendGrpc({ path, headers, body }: HostileBody): Promise<string> {
  return new Promise((resolve) => {
    const session = connect(`http://${grpc}`);
    const done = (answer: string) => {
      resolve(answer);
      session.close();
    };
    session.on("error", (error) => done(error.message));
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    let status = "no status";
    stream.on("response", (fields) => (status = String(fields["grpc-status"] ?? status)));
    stream.on("trailers", (fields) => (status = String(fields["grpc-status"] ?? status)));
    stream.on("error", () => {});
    stream.on("close", () => done(`grpc-status ${status}`));
    stream.resume();
    stream.end(frame(body, "grpc-encoding" in headers));
  });
}

async function sendAll(
  bodies: readonly HostileBody[],
  send: (body: HostileBody) => Promise<string>,
) {
  for (let i = 0; ; i++) {
    const body = bodies[i % bodies.length] as HostileBody;
    const { name, protocol } = body;
    const sentAt = Date.now();
    void send(body).then((answer) => {
      if (process.connected) process.send?.({ name, protocol, sentAt, answer });
    });
    await setTimeout(1000);
  }
}

const bodies = { http: httpBodies(), grpc: grpcBodies(Number(grpcBytes)) };
process.send?.({ ready: bodies.http.length + bodies.grpc.length });
process.once("disconnect", () => process.exit(0));
void sendAll(bodies.http, sendHttp);
void setTimeout(500).then(() => sendAll(bodies.grpc, sendGrpc));
