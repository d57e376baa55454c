import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import type { Wire } from "../../contract/index.ts";
import type { Target } from "../../wire/index.ts";
import { certificates } from "../../servers/testing/certificates.ts";
import { clientMaterial, serverCertificates } from "../testing/certificates.ts";
import { runSpec, targetAt } from "../testing/run-spec.ts";
import type { Outcome } from "./lane.ts";
import { laneOpener } from "./lanes.ts";
import { encodeTraffic } from "./traffic-kind.ts";

const servers: (https.Server | http2.Http2SecureServer)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Seen {
  readonly path: string;
  readonly team: string | undefined;
}

/** Server names that clients sent. */
const names: string[] = [];
const seeNames = {
  SNICallback: (name: string, done: (error: Error | null) => void) => {
    names.push(name);
    done(null);
  },
};

/** A server with TLS that answers every request and records it in `seen`. */
async function serve(
  wire: Wire,
  seen: Seen[],
  material: object = serverCertificates,
): Promise<number> {
  const secured = { ...material, ...seeNames };
  const server =
    wire === "http"
      ? https.createServer(secured, (request, response) => {
          seen.push({ path: request.url ?? "", team: request.headers["x-team"] as string });
          request.resume().on("end", () => response.end("{}"));
        })
      : http2.createSecureServer(secured).on("stream", (stream, headers) => {
          seen.push({ path: headers[":path"] ?? "", team: headers["x-team"] as string });
          const answer = inference.ModelInferResponse.encode({ model_name: "mlp" }).finish();
          stream.respond(
            { ":status": 200, "content-type": "application/grpc" },
            { waitForTrailers: true },
          );
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          stream.end(frame(answer));
        });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return (server.address() as AddressInfo).port;
}

async function send(wire: Wire, target: Target): Promise<Outcome> {
  const spec = { ...runSpec("127.0.0.1:1", { wire }), target };
  using opener = await laneOpener(spec);
  const traffic = await encodeTraffic(spec);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const lane = opener.open(resolve);
  lane.send(traffic.request({ kind: 0, input: 0, sequence: null }));
  try {
    return await promise;
  } finally {
    lane.close();
  }
}

describe.each(["http", "grpc", "grpc-js"] as const)("a lane over %s", (wire) => {
  const secure = (port: number): Target => ({
    ...targetAt(`127.0.0.1:${port}`),
    tls: clientMaterial,
    headers: { "x-team": "blue" },
  });

  it("[LAB-GEN-35] speaks TLS with its own certificate, headers and path", async () => {
    const seen: Seen[] = [];
    const target = { ...secure(await serve(wire, seen)), path: wire === "http" ? "/a/b" : "" };
    expect(await send(wire, target)).toBeNull();
    const path =
      wire === "http" ? "/a/b/v2/models/mlp/infer" : "/inference.GRPCInferenceService/ModelInfer";
    expect(seen).toEqual([{ path, team: "blue" }]);
  });

  it("[LAB-GEN-35] sends nothing to an untrusted server, and counts the loss", async () => {
    const seen: Seen[] = [];
    const { certificate = "", key = "" } = clientMaterial;
    const target = { ...secure(await serve(wire, seen)), tls: { certificate, key } };
    expect(await send(wire, target)).toMatchObject({ status: "UNAVAILABLE" });
    expect(seen).toEqual([]);
  });

  it("[LAB-GEN-35] checks the server's certificate against an IP address, which it doesn't send as the server name", async () => {
    const { ca = "", certificate = "", key = "" } = clientMaterial;
    const target = { ...secure(await serve(wire, [])), tls: { ca, certificate, key } };
    names.length = 0;
    expect(await send(wire, target)).toMatchObject({ status: "UNAVAILABLE" });
    expect(names).toEqual([]);
    const { ca: authority, server: cert, serverKey } = certificates;
    const seen: Seen[] = [];
    const port = await serve(wire, seen, { cert, key: serverKey });
    expect(await send(wire, { ...secure(port), tls: { ca: authority } })).toBeNull();
    expect([seen.length, names]).toEqual([1, []]);
  });

  it("[LAB-GEN-35] rejects an invalid key without showing it", async () => {
    const target = { ...secure(1), tls: { ...clientMaterial, key: "geheim" } };
    const refused = laneOpener({ wire, target });
    await expect(refused).rejects.toThrow("certificates or the key");
    await expect(refused).rejects.not.toThrow("geheim");
  });
});
