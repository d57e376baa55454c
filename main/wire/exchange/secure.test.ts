import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { clientMaterial, serverCertificates } from "../../lab/testing/certificates.ts";
import { targetAt } from "../../lab/testing/run-spec.ts";
import type { Target } from "../index.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { exchangeHttp } from "./http-exchange.ts";
import { prepareRequest } from "./prepare.ts";
import { sampleDetail, sampleTrial } from "../../clients/testing/samples.ts";

const detail = sampleDetail(
  [{ name: "x", datatype: "FP32", shape: [-1, 2] }],
  [{ name: "x", datatype: "FP32", shape: [-1, 2] }],
);
const prepared = await prepareRequest(detail, sampleTrial(detail));
const never = new AbortController().signal;
const servers: (https.Server | http2.Http2SecureServer)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const watchOf = (events: string[]) => ({
  connected: () => events.push("connected"),
  sent: () => events.push("sent"),
  firstByte: () => events.push("first byte"),
  response: () => events.push("response"),
});

/** An encrypted server that records the path and team of requests. */
async function serve(wire: "http" | "grpc", seen: unknown[]): Promise<number> {
  const server =
    wire === "http"
      ? https.createServer(serverCertificates, (request, response) => {
          seen.push([request.url, request.headers["x-team"]]);
          request.resume().on("end", () => response.end('{"outputs":[]}'));
        })
      : http2.createSecureServer(serverCertificates).on("stream", (stream, headers) => {
          seen.push([headers[":path"], headers["x-team"]]);
          stream.respond({ ":status": 200 }, { waitForTrailers: true });
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          stream.end(frame(inference.ModelInferResponse.encode({ model_name: "m" }).finish()));
        });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return (server.address() as AddressInfo).port;
}

describe.each([
  ["http", exchangeHttp, "/a/v2/models/m/infer"],
  ["grpc", exchangeGrpc, "/inference.GRPCInferenceService/ModelInfer"],
] as const)("[CLIENT-15] one request over %s", (wire, exchange, path) => {
  const targetOf = (port: number): Target => ({
    ...targetAt(`127.0.0.1:${port}`),
    path: "/a",
    tls: clientMaterial,
    headers: { "x-team": "blue" },
  });

  it("is encrypted, has its headers and path, and counts as connected after the handshake", async () => {
    const seen: unknown[] = [];
    const events: string[] = [];
    const target = targetOf(await serve(wire, seen));
    const status = await exchange(target, prepared, watchOf(events), never);
    expect(status).toMatchObject({ ok: true });
    expect(seen).toEqual([[path.replace("/m/", `/${prepared.model}/`), "blue"]]);
    expect(events).toContain("connected");
    expect(events.at(-1)).toBe("response");
  });

  it("is not sent to an untrusted server", async () => {
    const seen: unknown[] = [];
    const { certificate = "", key = "" } = clientMaterial;
    const target = { ...targetOf(await serve(wire, seen)), tls: { certificate, key } };
    const status = await exchange(target, prepared, watchOf([]), never);
    expect(status).toMatchObject({ ok: false, code: "UNAVAILABLE" });
    expect(JSON.stringify(status)).not.toContain("PRIVATE KEY");
    expect(seen).toEqual([]);
  });
});
