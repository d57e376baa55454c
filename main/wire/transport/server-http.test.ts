import { createPrivateKey } from "node:crypto";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { type Target, type TlsMaterial } from "../index.ts";
import { certificates } from "../../servers/testing/certificates.ts";
import {
  type SecureOptions,
  startHttp,
  secureOptions,
  startHttps,
  startMute,
  startProxy,
} from "../../servers/testing/http-doubles.ts";
import { ServerHttp } from "./server-http.ts";
import { closeAfterEach, to } from "./testing/open-resources.ts";

const { held, open } = closeAfterEach();

/** One GET over a new connection. */
async function get(target: Target, timeoutMs = 5000) {
  using http = new ServerHttp(target);
  return await http.get("/v2", { timeoutMs });
}

const secure = async (options: SecureOptions, tls: TlsMaterial) =>
  get(to((await held(startHttps((_, response) => response.end("in"), options))).address, { tls }));

describe("a request", () => {
  it("[SERVER-T1] has the headers and the path of its target", async () => {
    const { address } = await held(
      startHttp((request, response) =>
        response.end(JSON.stringify([request.url, request.headers.authorization])),
      ),
    );
    const target = to(address, { path: "/models/a", headers: { authorization: "Bearer t" } });
    expect(JSON.parse((await get(target)).text)).toEqual(["/models/a/v2", "Bearer t"]);
  });

  it("[SERVER-T2] goes through a proxy, in an opaque tunnel if it uses TLS", async () => {
    const plain = await held(startHttp((_, response) => response.end("plain")));
    const guarded = await held(startHttps((_, response) => response.end("secret")));
    const proxy = await held(startProxy());
    const through = { proxy: `http://${proxy.address}`, headers: { "x-key": "k" } };
    expect((await get(to(plain.address, through))).text).toBe("plain");
    expect(proxy.seen()["x-key"]).toBe("k");
    const tls = { ca: certificates.ca };
    expect((await get(to(guarded.address, { ...through, tls }))).text).toBe("secret");
    expect(proxy.seen()["x-key"]).toBeUndefined();
    expect(proxy.asked).toEqual([`GET http://${plain.address}/v2`, `CONNECT ${guarded.address}`]);
  });
});

describe("TLS", () => {
  it("[SERVER-T3] trusts the connection's own CA in addition to the system's, and presents the client certificate", async () => {
    expect((await secure({}, { ca: certificates.ca })).text).toBe("in");
    const material = { ca: certificates.ca, ...certificates.client };
    expect((await secure({ wantsClient: true }, material)).text).toBe("in");
  });

  it("[SERVER-T3] expects another name if one is given", async () => {
    const material = { ca: certificates.ca, serverName: "server.example" };
    expect((await secure({ certificate: "elsewhere" }, material)).text).toBe("in");
  });

  it.each<[string, SecureOptions, TlsMaterial, string]>([
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
  ])("[SERVER-T4] says what is wrong: %s", async (_, options, material, words) => {
    await expect(secure(options, material)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(words),
      details: { unreachable: true, refused: true },
    });
  });

  it("[SERVER-T4] reports that a server does not encrypt", async () => {
    const { address } = await held(startHttp((_, response) => response.end()));
    await expect(get(to(address, { tls: {} }))).rejects.toThrow(
      "the server there doesn't use encryption",
    );
  });

  it("[SERVER-T4] reports that a server which closes before encryption probably does not encrypt", async () => {
    const closing = net.createServer((socket) => socket.once("data", () => socket.end()));
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    const { port } = closing.address() as AddressInfo;
    await expect(get(to(`127.0.0.1:${port}`, { tls: {} }))).rejects.toMatchObject({
      message: expect.stringContaining("probably the server there doesn't use encryption"),
      details: { unreachable: true, refused: true },
    });
    await new Promise((resolve) => closing.close(resolve));
  });

  it("[SERVER-T4] reports that a gRPC port does not speak HTTP", async () => {
    const grpc = http2.createServer();
    await new Promise<void>((resolve) => grpc.listen(0, "127.0.0.1", resolve));
    const { port } = grpc.address() as AddressInfo;
    await expect(get(to(`127.0.0.1:${port}`))).rejects.toMatchObject({
      message: expect.stringContaining("doesn't speak HTTP: this is probably a gRPC port."),
      details: { unreachable: true, refused: true },
    });
    await new Promise((resolve) => grpc.close(resolve));
  });

  it("[SERVER-T5] rejects invalid certificates without repeating them", () => {
    const opened = (tls: TlsMaterial) => () => new ServerHttp(to("127.0.0.1:1", { tls }));
    expect(opened({ ca: "-----BEGIN CERTIFICATE-----\nno" })).toThrow(
      "The CA certificate cannot be used",
    );
    expect(opened({ ...certificates.client, key: "geheim" })).toThrow(
      "The client key cannot be used",
    );
    const locked = createPrivateKey(certificates.client.key).export({
      type: "pkcs8",
      format: "pem",
      cipher: "aes-256-cbc",
      passphrase: "geheim",
    });
    expect(opened({ ...certificates.client, key: String(locked) })).toThrow(
      "The client key is encrypted with a passphrase",
    );
    const foreign = { certificate: certificates.client.certificate, key: certificates.serverKey };
    expect(opened(foreign)).toThrow("do not belong together");
  });
});

describe("silence", () => {
  it("[SERVER-T6] names the address that rejects, and the name that can't be found", async () => {
    await expect(get(to("127.0.0.1:1"))).rejects.toThrow(
      "Can't reach http://127.0.0.1:1: connection refused. Check the address or start the server.",
    );
    await expect(get(to("nosuch.invalid:80"))).rejects.toThrow("the host name can't be resolved");
  });

  it("[SERVER-T6] abandons a silent server after the call's time limit", async () => {
    const { address } = await held(startMute());
    await expect(get(to(address), 30)).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
      message: `http://${address} did not answer within 0.03 s.`,
    });
  });

  it("[SERVER-T6] reports garbage and a connection that breaks", async () => {
    const garbage = await held(startMute("\u0000\u0001 what?\r\n\r\n"));
    await expect(get(to(garbage.address))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    const broken = await held(startHttp((request) => request.socket.destroy()));
    await expect(get(to(broken.address))).rejects.toThrow("closed by the other side");
  });

  it("[SERVER-T7] reports a missing proxy, and one that rejects", async () => {
    const target = await held(startHttps((_, response) => response.end()));
    const through = (address: string) =>
      get(to(target.address, { tls: { ca: certificates.ca }, proxy: `http://${address}` }));
    await expect(through("127.0.0.1:1")).rejects.toThrow("through the proxy 127.0.0.1:1");
    const strict = await held(startProxy(407));
    await expect(through(strict.address)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringMatching(/through the proxy 127.*407/),
    });
    await expect(through(strict.address)).rejects.toThrow("requires a user name and password");
  });

  it("[SERVER-T8] speaks HTTP/1.1 with servers that prefer HTTP/2, over a proxy too", async () => {
    const server = http2.createSecureServer({ ...secureOptions({}), allowHTTP1: true });
    server.on("request", (request, response) => response.end(request.httpVersion));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ [Symbol.asyncDispose]: async () => void server.close() });
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = await held(startProxy());
    const tls = { ca: certificates.ca };
    expect((await get(to(address, { tls }))).text).toBe("1.1");
    const through = { tls, proxy: `http://${proxy.address}` };
    expect((await get(to(address, through))).text).toBe("1.1");
  });

  it("[SERVER-T8] opens at most 16 connections for any number of requests", async () => {
    const lines = new Set<unknown>();
    const { address } = await held(
      startHttp((request, response) => {
        lines.add(request.socket);
        setImmediate(() => response.end("in"));
      }),
    );
    using http = new ServerHttp(to(address));
    const responses = await Promise.all(Array.from({ length: 100 }, () => http.get("/")));
    expect(responses.every(({ text }) => text === "in")).toBe(true);
    expect(lines.size).toBeLessThanOrEqual(16);
  });

  it("[SERVER-T11] does not follow redirects, so that headers go nowhere else", async () => {
    let strayed = false;
    const elsewhere = await held(
      startHttp((_, response) => {
        strayed = true;
        response.end();
      }),
    );
    const { address } = await held(
      startHttp((_, response) =>
        response.writeHead(307, { location: `http://${elsewhere.address}/v2` }).end(),
      ),
    );
    const { status } = await get(to(address, { headers: { authorization: "Bearer t" } }));
    expect([status, strayed]).toEqual([307, false]);
  });

  it("[SERVER-T8] stops reading beyond the limit, and can be aborted", async () => {
    const { address } = await held(startHttp((_, response) => response.end("x".repeat(1000))));
    using http = new ServerHttp(to(address));
    await expect(http.get("/", { maxBytes: 10 })).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
    });
    const off = AbortSignal.abort(new StatusError("CANCELLED", "Enough."));
    await expect(http.get("/", { signal: off })).rejects.toThrow("Enough.");
  });
});
