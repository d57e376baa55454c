import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ServerCredentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ConnectionDraft, connectionDraft, shownConnection } from "../../contract/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { FakeServer } from "../../telemetry/testing/fake-server.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { plainTarget } from "../../wire/index.ts";
import type { ServerAdapter } from "../adapter.ts";
import { metricsPage } from "../kinds/probe/index.ts";
import { recognise } from "../kinds/recognise.ts";
import { ServerHttp } from "../../wire/transport/index.ts";
import { startMlserver } from "../kinds/mlserver/testing/mlserver.ts";
import { startTensorflowServing } from "../kinds/tensorflow-serving/testing/tensorflow-serving.ts";
import {
  type Keychain,
  KeychainVault,
  MemoryVault,
  type Vault,
  vaultMigrations,
} from "../secrets/index.ts";
import { certificates } from "../testing/certificates.ts";
import { startHttp, startHttps } from "../testing/http-doubles.ts";
import { startMutualTriton } from "../testing/mutual-triton.ts";
import { startRecordedTriton } from "../testing/recorded-triton.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import { ConnectionStore, connectionMigrations } from "./connection-store.ts";
import { Connections } from "./connections.ts";

/** Readers of the database don't see the original text. */
const keychain: Keychain = {
  seal: async (text) => Buffer.from(Buffer.from(text).toString("base64")),
  open: async (sealed) => Buffer.from(Buffer.from(sealed).toString(), "base64").toString(),
};

let directory: string;
let data: DataDirectory;
let vault: Vault;
let servers: Connections;

const open = (embedded = new FakeServer()) =>
  new Connections(embedded, new ConnectionStore(data.db), {
    clock: new ManualClock(),
    vault,
    random: () => 0.5,
  });

function draft(more: Partial<ConnectionDraft>): ConnectionDraft {
  return connectionDraft.parse({ name: "", grpc: "", http: "", metrics: "", ...more });
}

const bearer = (value: string): ConnectionDraft["auth"] => ({
  kind: "bearer",
  token: { kind: "given", value },
});
const known = (state: string, server: ServerAdapter) =>
  vi.waitFor(() => expect(server.status.state).toBe(state), { interval: 5, timeout: 20_000 });

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-servers-"));
  data = openDataDirectory(directory, [...connectionMigrations, ...vaultMigrations]);
  vault = new MemoryVault();
  servers = open();
});
afterEach(() => {
  servers[Symbol.dispose]();
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** As after a restart of the host; secrets in memory are lost. */
function restart(next: Vault = new MemoryVault()): void {
  servers[Symbol.dispose]();
  vault = next;
  servers = open();
}

function written(): string {
  data.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return fs
    .readdirSync(directory)
    .map((file) => fs.readFileSync(path.join(directory, file), "latin1"))
    .join("\n");
}

describe("connections", () => {
  it("[SERVER-C3] are added, reported, remembered and removed", async () => {
    const reported = vi.fn<() => void>();
    using _watching = servers.onChanged(reported);
    const { id, status } = await servers.add(
      draft({ grpc: "127.0.0.1:1", http: "http://127.0.0.1:2/x" }),
    );
    expect(status).toMatchObject({
      name: "127.0.0.1:1",
      state: "starting",
      secure: false,
      endpoints: { grpc: "127.0.0.1:1", http: "127.0.0.1:2", metrics: "" },
    });
    expect(reported).toHaveBeenCalledOnce();
    restart();
    expect(servers.get(id).status.name).toBe("127.0.0.1:1");
    expect(servers.shown(id)).toMatchObject({ http: "http://127.0.0.1:2/x", kind: "auto" });
    servers.remove(id);
    expect(() => servers.get(id)).toThrow("There is no server");
    restart();
    expect(servers.list()).toHaveLength(1);
    expect(() => servers.remove("fake")).toThrow("of your connections");
    expect((await servers.add(draft({ grpc: "127.0.0.1:1" }))).id).not.toBe(id);
  });

  it("[SERVER-C4] are unique per address, however it is written", async () => {
    const { id } = await servers.add(draft({ grpc: "grpc://127.0.0.1:1" }));
    const again = servers.add(draft({ grpc: "127.0.0.1:1" }));
    await expect(again).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    await servers.add(draft({ http: "127.0.0.1:1/a" }));
    await servers.add(draft({ http: "127.0.0.1:1/b" }));
    await servers.edit(id, draft({ grpc: "127.0.0.1:1", name: "Mine" }));
    expect(servers.get(id).status.name).toBe("Mine");
    const taken = servers.edit(id, draft({ http: "http://127.0.0.1:1/a/" }));
    await expect(taken).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    const twins = [1, 2].map(() => servers.add(draft({ grpc: "127.0.0.1:9", auth: bearer("t") })));
    const ends = await Promise.allSettled(twins);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("[SERVER-C5] are limited to fifty", async () => {
    for (let port = 1; port <= 50; port++) await servers.add(draft({ grpc: `127.0.0.1:${port}` }));
    const more = servers.add(draft({ grpc: "127.0.0.1:99" }));
    await expect(more).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  });

  it("[SERVER-C4] reject both addresses of the embedded engine", async () => {
    const endpoints = { grpc: "127.0.0.1:4001", http: "127.0.0.1:4000", metrics: "" };
    const embedded = new FakeServer();
    vi.spyOn(embedded, "status", "get").mockReturnValue({ ...embedded.status, endpoints });
    servers[Symbol.dispose]();
    servers = open(embedded);
    for (const address of [{ grpc: endpoints.grpc }, { http: endpoints.http }])
      await expect(servers.add(draft(address))).rejects.toMatchObject({
        code: "ALREADY_EXISTS",
        message: expect.stringContaining("is the embedded engine"),
      });
  });

  it.each<[string, Partial<ConnectionDraft>]>([
    ["grpc", {}],
    ["grpc", { grpc: "gpu-7" }],
    ["proxy", { grpc: "gpu-7:1", proxy: "socks5://p:1" }],
    ["tls", { grpc: "gpu-7:1", tls: { ca: null, certificate: null, key: null, serverName: "x" } }],
    [
      "tls.ca",
      {
        grpc: "grpcs://gpu-7:1",
        tls: { ca: { kind: "text", text: "no" }, certificate: null, key: null, serverName: "" },
      },
    ],
    [
      "tls.key",
      {
        grpc: "grpcs://gpu-7:1",
        tls: { ca: null, certificate: { kind: "file", path: "/c" }, key: null, serverName: "" },
      },
    ],
    [
      "tls.certificate",
      {
        grpc: "grpcs://gpu-7:1",
        tls: {
          ca: null,
          certificate: {
            kind: "text",
            text: `${certificates.client.certificate}\n${certificates.client.key}`,
          },
          key: { kind: "file", path: "/k" },
          serverName: "",
        },
      },
    ],
    [
      "auth.user",
      {
        grpc: "gpu-7:1",
        auth: { kind: "basic", user: "a:b", password: { kind: "given", value: "p" } },
      },
    ],
    ["auth.token", { grpc: "gpu-7:1", auth: bearer("") }],
    ["auth.token", { grpc: "gpu-7:1", auth: bearer("a\nb") }],
    ["auth.token", { grpc: "gpu-7:1", auth: { kind: "bearer", token: { kind: "kept" } } }],
    [
      "auth.password",
      {
        grpc: "gpu-7:1",
        auth: { kind: "basic", user: "u", password: { kind: "environment", variable: "A B" } },
      },
    ],
    [
      "headers.host",
      { grpc: "gpu-7:1", headers: [{ name: "Host", value: { kind: "given", value: "x" } }] },
    ],
    [
      "headers.authorization",
      {
        grpc: "gpu-7:1",
        auth: bearer("t"),
        headers: [{ name: "Authorization", value: { kind: "given", value: "x" } }],
      },
    ],
  ])("[SERVER-C6] are rejected with the field that is wrong: %s", async (field, more) => {
    const kept = vi.spyOn(vault, "keep");
    await expect(servers.add(draft(more))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      details: { field },
    });
    expect(kept).not.toHaveBeenCalled();
    expect(servers.list()).toHaveLength(1);
  });

  it("[SERVER-C6] accept any letter in a password, which travels as base64", async () => {
    const password = { kind: "given" as const, value: "schlüssel" };
    const { id } = await servers.add(
      draft({ grpc: "127.0.0.1:1", auth: { kind: "basic", user: "u", password } }),
    );
    const { grpc } = await servers.get(id).access();
    expect(grpc?.headers.authorization).toBe(
      `Basic ${Buffer.from("u:schlüssel").toString("base64")}`,
    );
  });

  it.each(["http", "metrics", "grpc"] as const)(
    "[SERVER-C2] an address with a query is rejected, and its token not repeated: %s",
    async (field) => {
      const addresses = { grpc: "127.0.0.1:1", [field]: "https://gpu-7/x?token=geheim" };
      const added = servers.add(draft(addresses));
      await expect(added).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.not.stringContaining("geheim"),
        details: { field },
      });
    },
  );

  it("[SERVER-C7] read their first version unchanged", async () => {
    const old = path.join(directory, "old");
    const before = openDataDirectory(old, connectionMigrations.slice(0, 1));
    before.db.run(
      "INSERT INTO servers (id, name, grpc, http, metrics) VALUES (3, 'Old', 'gpu-7:8001', '', 'gpu-7:8002')",
    );
    before.close();
    const after = openDataDirectory(old, connectionMigrations);
    const store = new ConnectionStore(after.db);
    expect(store.list().connections).toEqual([
      {
        id: "triton-3",
        connection: {
          ...draft({}),
          name: "Old",
          kind: "triton",
          grpc: "gpu-7:8001",
          metrics: "gpu-7:8002",
        },
      },
    ]);
    expect(store.add(store.list().connections[0]!.connection).id).toBe("server-4");
    after.close();
  });
});

describe("the server", () => {
  it("[SERVER-C8] is recognised and shown in the state", async () => {
    await using triton = await startRecordedTriton();
    await using mlserver = await startMlserver();
    const first = await servers.add(draft({ grpc: triton.address }));
    const second = await servers.add(draft({ http: mlserver.address }));
    await known("live", first);
    await known("live", second);
    expect(first.status).toMatchObject({ kind: "triton", version: "2.64.0" });
    expect(second.status).toMatchObject({ kind: "mlserver", version: "1.7.1" });
    expect((await second.observe()).models.length).toBeGreaterThan(0);
    await expect(second.statistics("")).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: "MLServer doesn't have Triton's statistics.",
    });
    await expect(second.repositoryIndex()).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
    expect(second.status.state).toBe("live");
  });

  it("[SERVER-R3] [SERVER-H1] is a Triton over HTTP alone, of the chosen kind or any", async () => {
    await using triton = await startRecordedTritonHttp({ time: "last" });
    for (const kind of ["auto", "triton"] as const) {
      const server = await servers.add(draft({ http: triton.address, kind }));
      await known("live", server);
      expect(server.status).toMatchObject({ kind: "triton", version: "2.64.0" });
      expect(server.capabilities).toEqual([
        "statistics",
        "configuration",
        "inference",
        "load",
        "settings",
      ]);
      expect(await server.modelDetail("mlp_auto")).toMatchObject({ ready: true });
      servers.remove(server.id);
    }
    const methods = triton.requests.filter((request) => !request.startsWith("GET"));
    expect(new Set(methods)).toEqual(new Set(["POST /v2/repository/index"]));
  });

  it("[SERVER-S4] [SERVER-H3] fails while a proxy's page replaces a Triton's responses, and is live again afterwards", async () => {
    let page = false;
    await using triton = await startRecordedTritonHttp({
      instead: () => (page ? { body: "<html>Sign in</html>" } : undefined),
    });
    const server = await servers.add(draft({ http: triton.address }));
    await known("live", server);
    page = true;
    await expect(server.observe()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(server.status).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("responds with HTTP 200: <html>Sign in</html>"),
    });
    page = false;
    servers.askNow(server.id);
    await known("live", server);
  });

  it("[SERVER-C9] is checked against the kind that the user chose", async () => {
    await using mlserver = await startMlserver();
    const wrong = await servers.add(draft({ http: mlserver.address, kind: "vllm" }));
    await known("failed", wrong);
    expect(wrong.status.reason).toBe(
      "The server is MLServer 1.7.1, not vLLM; choose that kind, or auto-detect it.",
    );
    await servers.edit(wrong.id, draft({ http: mlserver.address, kind: "mlserver" }));
    await known("live", wrong);
  });

  it("[SERVER-C9] is reported as unknown if it is of no known kind", async () => {
    await using other = await startRecordedTriton(["RepositoryIndex"]);
    const stranger = await servers.add(draft({ grpc: other.address }));
    await known("failed", stranger);
    expect(stranger.status.reason).toContain("not a supported kind");
  });

  it("[SERVER-C10] can be tested before anything is stored", async () => {
    await using triton = await startRecordedTriton(undefined, { authorization: "Bearer geheim" });
    const signal = new AbortController().signal;
    const wanted = draft({ grpc: triton.address, auth: bearer("geheim") });
    expect(await servers.recognise(wanted, null, signal)).toMatchObject({
      kind: "triton",
      version: "2.64.0",
    });
    expect(written()).not.toContain("geheim");
    const { id } = await servers.add(wanted);
    const kept = draft({
      grpc: triton.address,
      auth: { kind: "bearer", token: { kind: "kept" } },
    });
    expect(await servers.recognise(kept, id, signal)).toMatchObject({ kind: "triton" });
    await expect(
      servers.recognise(draft({ grpc: triton.address }), null, signal),
    ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("[SERVER-C11] is stale when it is gone, and live when it is back", async () => {
    const triton = await startRecordedTriton();
    const server = await servers.add(draft({ grpc: triton.address }));
    await known("live", server);
    await triton[Symbol.asyncDispose]();
    await expect(server.repositoryIndex()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(server.status).toMatchObject({
      state: "stale",
      reason: expect.stringContaining(`Can't reach ${triton.address}`),
    });
    await using _back = await startRecordedTriton(undefined, {
      port: Number(triton.address.split(":")[1]),
    });
    servers.askNow(server.id);
    await known("live", server);
  });
});

describe("secrets", () => {
  const secret = "tok-3f9a-geheim";

  it("[SERVER-K1] reach the server and appear in no file, status, event or export", async () => {
    vault = new KeychainVault(keychain, data.db);
    restart(vault);
    await using triton = await startRecordedTriton(undefined, {
      authorization: `Bearer ${secret}`,
    });
    const server = await servers.add(draft({ grpc: triton.address, auth: bearer(secret) }));
    await known("live", server);
    const seen = [
      written(),
      servers.export(),
      JSON.stringify(server.status),
      JSON.stringify(servers.shown(server.id)),
    ];
    for (const text of seen) expect(text).not.toContain(secret);
    expect(shownConnection.parse(servers.shown(server.id)).auth).toEqual({
      kind: "bearer",
      token: { kind: "kept", where: "keychain" },
    });
    restart(new KeychainVault(keychain, data.db));
    await known("live", servers.get(server.id));
    servers.remove(server.id);
    expect(data.db.all("SELECT * FROM secrets")).toEqual([]);
  });

  it("[SERVER-K3] in memory are lost with the host, and the status says so", async () => {
    await using triton = await startRecordedTriton();
    const { id } = await servers.add(draft({ grpc: triton.address, auth: bearer(secret) }));
    expect(servers.shown(id).auth).toMatchObject({ token: { kind: "kept", where: "memory" } });
    restart();
    expect(servers.shown(id).auth).toMatchObject({ token: { kind: "lost" } });
    const server = servers.get(id);
    await known("failed", server);
    expect(server.status).toMatchObject({
      reason: expect.stringMatching(/^The bearer token is missing: .*Edit the connection/),
      nextTry: null,
      caveat: null,
    });
    await servers.edit(id, draft({ grpc: triton.address, auth: bearer("new") }));
    await known("live", server);
  });

  it("[SERVER-K4] are read from an environment variable when they are used", async () => {
    const variable = "BATCHDECK_TEST_TOKEN";
    await using triton = await startRecordedTriton(undefined, {
      authorization: "Bearer from-outside",
    });
    const auth: ConnectionDraft["auth"] = {
      kind: "bearer",
      token: { kind: "environment", variable },
    };
    const server = await servers.add(draft({ grpc: triton.address, auth }));
    await known("failed", server);
    expect(server.status.reason).toContain(`environment variable ${variable}, which is not set`);
    expect(servers.shown(server.id).auth).toMatchObject({ token: { set: false } });
    vi.stubEnv(variable, "from-outside");
    servers.askNow(server.id);
    await known("live", server);
    expect(servers.shown(server.id).auth).toMatchObject({ token: { set: true } });
    vi.unstubAllEnvs();
  });

  it("[SERVER-K5] are kept over an edit if the user keeps them; removed ones are deleted", async () => {
    const forget = vi.spyOn(vault, "forget");
    const headers = (value: ConnectionDraft["headers"][number]["value"]) => [
      { name: "X-Key", value },
    ];
    const { id } = await servers.add(
      draft({
        grpc: "127.0.0.1:1",
        auth: bearer(secret),
        headers: headers({ kind: "given", value: "one" }),
      }),
    );
    await servers.edit(id, draft({ grpc: "127.0.0.1:1", headers: headers({ kind: "kept" }) }));
    expect(forget).toHaveBeenCalledOnce();
    const { grpc } = await servers.get(id).access();
    expect(grpc?.headers).toEqual({ "x-key": "one" });
  });

  it("[SERVER-K5] rejects the second of two edits at once, so that no secret is lost", async () => {
    const { id } = await servers.add(draft({ grpc: "127.0.0.1:1", auth: bearer("one") }));
    const headers: ConnectionDraft["headers"] = [
      { name: "X-Key", value: { kind: "given", value: "two" } },
    ];
    const kept = { kind: "bearer", token: { kind: "kept" } } as const;
    const ends = await Promise.allSettled([
      servers.edit(id, draft({ grpc: "127.0.0.1:1", auth: bearer("new") })),
      servers.edit(id, draft({ grpc: "127.0.0.1:1", auth: kept, headers })),
    ]);
    expect(ends).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { code: "ABORTED" } },
    ]);
    const { grpc } = await servers.get(id).access();
    expect(grpc?.headers).toEqual({ authorization: "Bearer new" });
  });

  it("[SERVER-K5] leave nothing behind if a keychain rejects them", async () => {
    let sealed = 0;
    const locked: Keychain = {
      ...keychain,
      seal: async (text) => {
        sealed += 1;
        if (sealed > 1) throw new Error("locked");
        return keychain.seal(text);
      },
    };
    restart(new KeychainVault(locked, data.db));
    const headers: ConnectionDraft["headers"] = [
      { name: "X-Key", value: { kind: "given", value: "one" } },
    ];
    const added = servers.add(draft({ grpc: "127.0.0.1:1", auth: bearer(secret), headers }));
    await expect(added).rejects.toThrow("The system's keychain did not seal a secret");
    expect(servers.list()).toHaveLength(1);
    expect(data.db.all("SELECT * FROM secrets")).toEqual([]);
  });

  it("[SERVER-K6] are reported as rejected without being shown", async () => {
    await using triton = await startRecordedTriton(undefined, { authorization: "Bearer right" });
    const server = await servers.add(draft({ grpc: triton.address, auth: bearer(secret) }));
    await known("failed", server);
    expect(server.status.reason).toContain("credentials");
    expect(server.status.reason).not.toContain(secret);
    expect(server.status.nextTry).not.toBeNull();
  });
});

describe("endpoints without encryption", () => {
  const guarded = (more: Partial<ConnectionDraft>) =>
    draft({ auth: bearer("geheim"), headers: [], ...more });

  it("[SERVER-K9] get no credentials where another is encrypted, except on loopback", async () => {
    const access = async (more: Partial<ConnectionDraft>) => {
      const { id } = await servers.add(guarded(more));
      const { grpc, http, metrics } = await servers.get(id).access();
      return [grpc, http, metrics].map((each) => each?.headers.authorization ?? each?.withheld);
    };
    expect(
      await access({
        grpc: "grpcs://a.invalid:1",
        http: "https://a.invalid",
        metrics: "a.invalid:2",
      }),
    ).toEqual(["Bearer geheim", "Bearer geheim", true]);
    expect(await access({ grpc: "grpcs://b.invalid:1", metrics: "127.0.0.1:2" })).toEqual([
      "Bearer geheim",
      undefined,
      "Bearer geheim",
    ]);
    expect(await access({ grpc: "c.invalid:1", metrics: "c.invalid:2" })).toEqual([
      "Bearer geheim",
      undefined,
      "Bearer geheim",
    ]);
  });

  it("[SERVER-K9] say so where access is denied", async () => {
    await using strict = await startHttp((_, response) => response.writeHead(401).end());
    const target = plainTarget(strict.address);
    if (!target) throw new TypeError("no address");
    using http = new ServerHttp({ ...target, withheld: true });
    const { why } = await metricsPage(http, "/metrics", undefined);
    expect(why).toMatch(/answers with status 401\. .*were not sent there/);
    const reach = { http, metrics: http, grpc: null };
    await expect(recognise(reach, null, [])).rejects.toThrow("were not sent there");
  });
});

describe("certificates", () => {
  it("[SERVER-K7] are read again with each attempt, and a missing file is named", async () => {
    const pair = {
      private_key: Buffer.from(certificates.serverKey),
      cert_chain: Buffer.from(certificates.server),
    };
    const credentials = ServerCredentials.createSsl(Buffer.from(certificates.ca), [pair], true);
    await using triton = await startRecordedTriton(undefined, { credentials });
    const file = (name: string) => ({ kind: "file" as const, path: path.join(directory, name) });
    const server = await servers.add(
      draft({
        grpc: `grpcs://${triton.address}`,
        tls: {
          ca: { kind: "text", text: certificates.ca },
          certificate: file("client.pem"),
          key: file("client.key"),
          serverName: "",
        },
      }),
    );
    expect(server.status.secure).toBe(true);
    await known("failed", server);
    expect(server.status.reason).toContain("client.pem' does not exist");
    fs.writeFileSync(path.join(directory, "client.pem"), certificates.client.certificate);
    fs.writeFileSync(path.join(directory, "client.key"), certificates.client.key);
    servers.askNow(server.id);
    await known("live", server);
  });
});

describe("files", () => {
  it("[SERVER-K7] that are invalid or too large are not read, and their content is not repeated", async () => {
    const large = path.join(directory, "large.pem");
    fs.writeFileSync(large, `-----BEGIN CERTIFICATE-----\n${"geheim".repeat(200_000)}`);
    const other = path.join(directory, "notes.txt");
    fs.writeFileSync(other, "geheim");
    for (const [port, file] of ["/dev/zero", directory, large, other].entries()) {
      const ca = { kind: "file" as const, path: file };
      const tls = { ca, certificate: null, key: null, serverName: "" };
      const server = await servers.add(draft({ http: `https://127.0.0.1:${port + 1}`, tls }));
      await known("failed", server);
      expect(server.status.reason).toBe(`The CA certificate '${file}' is not PEM text.`);
    }
  });
});

describe("TLS that fails", () => {
  it.each([
    ["expired", "has expired"],
    ["elsewhere", "is for another name"],
  ] as const)(
    "[SERVER-T4] shows in the state, and is tried again: %s",
    async (certificate, words) => {
      await using secure = await startHttps((_, response) => response.end(), { certificate });
      const ca = { kind: "text" as const, text: certificates.ca };
      const tls = { ca, certificate: null, key: null, serverName: "" };
      const server = await servers.add(draft({ http: `https://${secure.address}`, tls }));
      await known("failed", server);
      expect(server.status.reason).toContain(words);
      expect(server.status.nextTry).not.toBeNull();
    },
  );

  it("[SERVER-T4] is failed where a Triton closes after the handshake without an alert, and live with a client certificate", async () => {
    await using triton = await startMutualTriton();
    const text = (pem: string) => ({ kind: "text" as const, text: pem });
    const tls = { ca: text(certificates.ca), certificate: null, key: null, serverName: "" };
    const anonymous = draft({ grpc: `grpcs://${triton.address}`, tls });
    const server = await servers.add(anonymous);
    await known("failed", server);
    expect(server.status.reason).toBe(
      `TLS with ${triton.address} failed: the server closed the connection after the TLS handshake: it probably requires a client certificate.`,
    );
    const { certificate, key } = certificates.client;
    const secret = { kind: "secret" as const, secret: { kind: "given" as const, value: key } };
    const mutual = { ...tls, certificate: text(certificate), key: secret };
    await servers.edit(server.id, { ...anonymous, tls: mutual });
    await known("live", server);
  });
});

describe("lists of connections", () => {
  it("[SERVER-C12] are transferred from one host to another without secrets", async () => {
    await servers.add(draft({ grpc: "127.0.0.1:1", name: "A", auth: bearer("geheim") }));
    await servers.add(
      draft({
        http: "127.0.0.1:2",
        name: "B",
        headers: [{ name: "X-Key", value: { kind: "environment", variable: "KEY_B" } }],
      }),
    );
    const text = servers.export();
    expect(text).not.toContain("geheim");
    for (const { id } of servers.list().slice(1)) servers.remove(id);
    await servers.add(draft({ http: "http://127.0.0.1:2/", name: "Here already" }));
    expect(servers.import(text)).toEqual({ added: 1, known: 1, withoutSecrets: ["A"] });
    const imported = servers.list().find(({ status }) => status.name === "A");
    expect(servers.shown(imported?.id ?? "").auth).toMatchObject({ token: { kind: "lost" } });
  });

  it("[SERVER-K8] send no environment variable anywhere before it is confirmed", async () => {
    const heard: unknown[] = [];
    await using hostile = await startHttp((request, response) => {
      heard.push(request.headers["x-key"] ?? null);
      response.writeHead(404).end();
    });
    vi.stubEnv("BATCHDECK_TEST_KEY", "geheim");
    const value = { kind: "environment" as const, variable: "BATCHDECK_TEST_KEY" };
    const listed = {
      ...draft({ http: hostile.address, name: "H" }),
      headers: [{ name: "X-Key", value }],
    };
    const text = JSON.stringify({ batchdeckConnections: 1, connections: [listed] });
    expect(servers.import(text)).toEqual({ added: 1, known: 0, withoutSecrets: ["H"] });
    const [, server] = servers.list();
    if (!server) throw new TypeError("not imported");
    await known("failed", server);
    expect(server.status).toMatchObject({
      reason: expect.stringContaining("would send the environment variable BATCHDECK_TEST_KEY"),
      nextTry: null,
    });
    await expect(server.access()).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    restart();
    await known("failed", servers.get(server.id));
    expect(heard).toEqual([]);
    const shown = servers.shown(server.id);
    expect(shown.headers).toEqual([{ name: "X-Key", value: { ...value, set: true } }]);
    expect(JSON.parse(servers.export()).connections[0].headers[0].value).toEqual(value);
    await servers.edit(
      server.id,
      draft({ http: hostile.address, headers: [{ name: "X-Key", value }] }),
    );
    await vi.waitFor(() => expect(heard).toContain("geheim"), { interval: 5 });
    vi.unstubAllEnvs();
  });

  it("[SERVER-C12] leave out the embedded engine", () => {
    const embedded = servers.get("fake");
    const endpoints = { grpc: "127.0.0.1:8001", http: "", metrics: "" };
    vi.spyOn(embedded, "status", "get").mockReturnValue({ ...embedded.status, endpoints });
    const connections = [draft({ grpc: "127.0.0.1:8001" })];
    const text = JSON.stringify({ batchdeckConnections: 1, connections });
    expect(servers.import(text)).toMatchObject({ added: 0, known: 1 });
  });

  it("[SERVER-C12] are rejected as a whole if they are invalid", () => {
    expect(() => servers.import("hello")).toThrow("it isn't valid JSON");
    expect(() => servers.import("{}")).toThrow("not a list of connections: batchdeckConnections");
    expect(() => servers.import('{"batchdeckConnections":9,"connections":[]}')).toThrow(
      "has version 9",
    );
    const bad = { ...draft({ grpc: "127.0.0.1:1" }) };
    const text = JSON.stringify({
      batchdeckConnections: 1,
      connections: [bad, { ...bad, grpc: "nowhere" }],
    });
    expect(() => servers.import(text)).toThrow("has no port");
    expect(servers.list()).toHaveLength(1);
  });
});

describe("models that the user lists", () => {
  it("[SERVER-C14] are polled, kept over an edit that does not mention them, and exported", async () => {
    await using product = await startTensorflowServing({ metrics: null });
    const server = await servers.add(draft({ http: product.address, models: ["idle"] }));
    await known("live", server);
    const names = async () => (await server.observe()).models.map(({ name }) => name);
    expect(await names()).toEqual(["idle"]);
    await servers.edit(server.id, draft({ http: product.address, name: "TF" }));
    await known("live", server);
    expect(await names()).toEqual(["idle"]);
    const text = servers.export();
    servers.remove(server.id);
    servers.import(text);
    const imported = servers.list()[1]?.id ?? "";
    expect(servers.shown(imported).models).toEqual(["idle"]);
    await servers.edit(imported, draft({ http: product.address, models: [] }));
    expect(servers.shown(imported).models).toBeUndefined();
  });
});

describe("attached servers", () => {
  it("[SERVER-C13] are found by id and not listed", () => {
    const reported = vi.fn<() => void>();
    using _watching = servers.onChanged(reported);
    const replica = Object.assign(new FakeServer(), { id: "fleet-1:pod-a" });
    const attached = servers.attach(replica);
    expect(servers.get("fleet-1:pod-a")).toBe(replica);
    expect(servers.list()).toHaveLength(1);
    expect(() => servers.attach(replica)).toThrow("There is a server 'fleet-1:pod-a' already.");
    expect(() => servers.remove("fleet-1:pod-a")).toThrow("of your connections");
    attached[Symbol.dispose]();
    attached[Symbol.dispose]();
    expect(() => servers.get("fleet-1:pod-a")).toThrow("There is no server");
    expect(reported).toHaveBeenCalledTimes(2);
  });
});
