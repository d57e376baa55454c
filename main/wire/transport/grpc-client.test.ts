import { once } from "node:events";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { ServerCredentials } from "@grpc/grpc-js";
import { describe, expect, it, vi } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { type Target, type TlsMaterial } from "../index.ts";
import { GrpcClient } from "./grpc-client.ts";
import { InsightClient } from "../../servers/insight-client.ts";
import { certificates, type ServerCertificate } from "../../servers/testing/certificates.ts";
import { startHttp, startMute, startProxy } from "../../servers/testing/http-doubles.ts";
import { startMutualTriton } from "../../servers/testing/mutual-triton.ts";
import { startRecordedTriton } from "../../servers/testing/recorded-triton.ts";
import { TritonOverGrpc } from "../../servers/triton/index.ts";
import { closeAfterEach, to } from "./testing/open-resources.ts";

const { held, open } = closeAfterEach();

/** One call over a new connection. */
async function ask(target: Target, timeoutMs = 5000) {
  const client = new GrpcClient(target);
  try {
    return await new TritonOverGrpc(client).serverMetadata({ timeoutMs });
  } finally {
    client.close();
  }
}

interface Secure {
  readonly certificate?: ServerCertificate;
  readonly wantsClient?: boolean;
}

function startSecure({ certificate = "server", wantsClient = false }: Secure = {}) {
  const pair = {
    private_key: Buffer.from(certificates.serverKey),
    cert_chain: Buffer.from(certificates[certificate]),
  };
  const credentials = ServerCredentials.createSsl(
    Buffer.from(certificates.ca),
    [pair],
    wantsClient,
  );
  return held(startRecordedTriton(undefined, { credentials }));
}

describe("TLS over gRPC", () => {
  it("[SERVER-T3] checks the certificate against an IP address without sending it as the server name", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on("warning", warned);
    const { address } = await startSecure();
    const names: unknown[] = [];
    const front = tls.createServer(
      { cert: certificates.elsewhere, key: certificates.serverKey, ALPNProtocols: ["h2"] },
      (socket) => names.push(socket.servername),
    );
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    try {
      const own = { ca: certificates.ca };
      expect(await ask(to(address, { tls: own }))).toMatchObject({ name: "triton" });
      const { port } = front.address() as AddressInfo;
      const failed = ask(to(`127.0.0.1:${port}`, { tls: own }));
      await expect(failed).rejects.toThrow("the server's certificate is for another name");
      expect(names.filter(Boolean)).toEqual([]);
      expect(warnings.map(({ message }) => message)).not.toContainEqual(
        expect.stringContaining("ServerName"),
      );
    } finally {
      process.off("warning", warned);
      front.close();
    }
  });

  it.each<[string, Secure, TlsMaterial]>([
    ["the own CA", {}, { ca: certificates.ca }],
    [
      "another name",
      { certificate: "elsewhere" },
      { ca: certificates.ca, serverName: "server.example" },
    ],
    [
      "a client certificate",
      { wantsClient: true },
      { ca: certificates.ca, ...certificates.client },
    ],
  ])("[SERVER-T3] is spoken with %s", async (_, options, tls) => {
    const { address } = await startSecure(options);
    expect(await ask(to(address, { tls }))).toMatchObject({ name: "triton" });
  });

  it.each<[string, Secure, TlsMaterial, string]>([
    ["expired", { certificate: "expired" }, { ca: certificates.ca }, "has expired"],
    ["another name", { certificate: "elsewhere" }, { ca: certificates.ca }, "for another name"],
    ["an unknown CA", {}, {}, "is not signed by a trusted CA"],
    ["the wrong CA", {}, { ca: certificates.otherCa }, "is not signed by a trusted CA"],
    [
      "no client certificate",
      { wantsClient: true },
      { ca: certificates.ca },
      "requires a client certificate",
    ],
  ])("[SERVER-T4] says what is wrong: %s", async (_, options, tls, words) => {
    const { address } = await startSecure(options);
    await expect(ask(to(address, { tls }))).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(words),
      details: { unreachable: true, refused: true },
    });
  });

  it("[SERVER-T4] says that only one side encrypts", async () => {
    const plain = await held(startRecordedTriton());
    await expect(ask(to(plain.address, { tls: {} }))).rejects.toThrow("doesn't use encryption");
    const secure = await startSecure();
    await expect(ask(to(secure.address))).rejects.toThrow("grpcs://");
  });
});

describe("[SERVER-T4] recognises a server that closes after the handshake without an alert, as a Triton in C++", () => {
  it.each<[string, TlsMaterial, string]>([
    ["without one", {}, "it probably requires a client certificate."],
    ["with one", certificates.client, "it probably doesn't trust the client certificate."],
  ])("probably means a client certificate, %s", async (_, material, words) => {
    const { address } = await held(startMutualTriton({ trusts: "otherCa" }));
    const failure = ask(to(address, { tls: { ca: certificates.ca, ...material } }));
    await expect(failure).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(words),
      details: { unreachable: true, refused: true },
    });
    await expect(failure).rejects.not.toThrow("grpcs://");
  });
});

it("[SERVER-T13] gives no advice about encryption behind a port-forward that closes", async () => {
  await using closing = net.createServer((socket) => void socket.destroy());
  await once(closing.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(closing.address() as AddressInfo).port}`;
  await expect(ask(to(address, { forwarded: true }))).rejects.toMatchObject({
    message: `Can't reach ${address}: the connection to the pod was closed.`,
    details: { unreachable: true },
  });
});

it("[SERVER-T1] sends the target's headers with every call", async () => {
  const triton = await held(startRecordedTriton(undefined, { authorization: "Bearer t" }));
  const headers = { authorization: "Bearer t", "x-team": "blue" };
  expect(await ask(to(triton.address, { headers }))).toMatchObject({ name: "triton" });
  expect(triton.metadata()?.get("x-team")).toEqual(["blue"]);
  await expect(ask(to(triton.address))).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

it("[SERVER-T2] opens a tunnel through a proxy, with TLS inside if it is used", async () => {
  const proxy = await held(startProxy());
  const through = { proxy: `http://${proxy.address}` };
  const plain = await held(startRecordedTriton());
  expect(await ask(to(plain.address, through))).toMatchObject({ name: "triton" });
  const secure = await startSecure();
  const tls = { ca: certificates.ca };
  expect(await ask(to(secure.address, { ...through, tls }))).toMatchObject({ name: "triton" });
  expect(proxy.asked).toEqual([`CONNECT ${plain.address}`, `CONNECT ${secure.address}`]);
});

it("[SERVER-T7] reports a missing proxy, and one that rejects", async () => {
  const triton = await held(startRecordedTriton());
  const gone = ask(to(triton.address, { proxy: "http://127.0.0.1:1" }));
  await expect(gone).rejects.toThrow("through the proxy 127.0.0.1:1");
  const strict = await held(startProxy(407));
  const refused = ask(to(triton.address, { proxy: `http://${strict.address}` }));
  await expect(refused).rejects.toThrow("blocks the connection");
});

it("[SERVER-T6] reports no listener, an unknown name, silence, and anything but gRPC", async () => {
  await expect(ask(to("127.0.0.1:1"))).rejects.toThrow("connection refused");
  await expect(ask(to("nosuch.invalid:1"))).rejects.toThrow("the host name can't be resolved");
  const mute = await held(startMute());
  await expect(ask(to(mute.address), 50)).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
    message: `${mute.address} did not answer within 0.05 s.`,
  });
  const http = await held(startHttp((_, response) => response.end("hello")));
  await expect(ask(to(http.address))).rejects.toThrow("doesn't speak gRPC");
  const garbage = await held(startMute("what?\r\n"));
  await expect(ask(to(garbage.address))).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

it("[SERVER-T10] reports a rejection that repeats the credentials without them", async () => {
  const server = http2.createServer();
  server.on("stream", (stream, headers) =>
    stream.respond(
      {
        "content-type": "application/grpc",
        "grpc-status": "7",
        "grpc-message": `not for ${headers.authorization}`,
      },
      { endStream: true },
    ),
  );
  const address = await listening(server);
  const refused = ask(to(address, { headers: { authorization: "Bearer geheim" } }));
  await expect(refused).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    message: "not for •••",
  });
});

it("[SERVER-S6] says that a call was abandoned because it was late", async () => {
  const mute = await held(startMute());
  const grpc = new GrpcClient(mute.address);
  const off = new AbortController();
  const call = new TritonOverGrpc(grpc).serverMetadata({ signal: off.signal });
  off.abort(new StatusError("DEADLINE_EXCEEDED", "Too late."));
  await expect(call).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED", message: "Too late." });
  grpc.close();
});

it("[SERVER-T12] rejects calls on an abandoned connection as unavailable", async () => {
  const grpc = new GrpcClient((await held(startMute())).address);
  const insight = new InsightClient(grpc);
  const again = Promise.withResolvers<Error>();
  const watch = () =>
    insight.watchBatches("m", {
      batches: () => {},
      ended: () => void insight.watchBatches("m", { batches: () => {}, ended: again.resolve }),
    });
  using _ = watch();
  grpc.close();
  expect(await again.promise).toMatchObject({ code: "UNAVAILABLE" });
  await expect(new TritonOverGrpc(grpc).serverMetadata({})).rejects.toMatchObject({
    code: "UNAVAILABLE",
    details: { unreachable: true },
  });
});

it("[SERVER-T9] does not disturb a call of five minutes with a ping", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  open.push({ [Symbol.asyncDispose]: async () => void vi.useRealTimers() });
  const server = http2.createServer();
  let pings = 0;
  const first = Promise.withResolvers<void>();
  const pinged = Promise.withResolvers<void>();
  server.on("session", (session) =>
    session.on("ping", () => {
      pings += 1;
      pinged.resolve();
    }),
  );
  server.on("stream", (stream, headers) => {
    if (headers[":path"]?.endsWith("RepositoryModelLoad")) return first.resolve();
    stream.respond(
      { "content-type": "application/grpc", "grpc-status": "12" },
      { endStream: true },
    );
  });
  const grpc = new GrpcClient(await listening(server));
  const client = new TritonOverGrpc(grpc);
  const off = new AbortController();
  const load = client.load("m", undefined, { signal: off.signal });
  await first.promise;
  vi.advanceTimersByTime(300_000);
  // What is sent now comes after the ping, if there was one.
  await expect(client.serverMetadata({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  expect(pings).toBe(0);
  vi.advanceTimersByTime(10_000);
  await pinged.promise;
  expect(pings).toBe(1);
  off.abort();
  await expect(load).rejects.toMatchObject({ code: "CANCELLED" });
  grpc.close();
});

async function listening(server: http2.Http2Server): Promise<string> {
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on("session", (session) => void sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.destroy();
      server.close();
    },
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
