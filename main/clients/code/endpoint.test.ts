import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientMaterial, serverCertificates } from "../../lab/testing/certificates.ts";
import { systemClock } from "../../../base/clock.ts";
import { NO_ACCESS } from "../../wire/index.ts";
import {
  type Connection,
  MemoryVault,
  plainConnection,
  type ServerAdapter,
  serverDirectory,
} from "../../servers/index.ts";
import { connectorFor } from "../../servers/open-server.ts";
import { toClientEndpoints } from "../../servers/connections/to-client-endpoints.ts";
import { certificates } from "../../servers/testing/certificates.ts";
import { startClients } from "../index.ts";
import { prepareRequest } from "../../wire/exchange/index.ts";
import { sampleDetail, sampleTrial } from "../testing/samples.ts";
import { clientPrograms } from "./index.ts";
import { testSizes } from "../../sizes/testing/sizes-fixture.ts";

const SECRET = "t0ken-of-a-person";
const VAULT = { kind: "vault", id: "of-the-vault" } as const;
const x = { name: "x", datatype: "FP32", shape: [-1, 2] };
const wide = { name: "x", datatype: "FP32", shape: [-1, 100] };
const DECOUPLED = { max_batch_size: 0, model_transaction_policy: { decoupled: true } };

const secured = (more: Partial<Connection> = {}): Connection => ({
  ...plainConnection({ http: "https://127.0.0.1:1/a", grpc: "grpcs://127.0.0.1:1", metrics: "" }),
  tls: {
    ca: { kind: "text", text: certificates.ca },
    certificate: null,
    key: null,
    serverName: "",
  },
  auth: { kind: "bearer", token: VAULT },
  ...more,
});

const MUTUAL: Connection["tls"] = {
  ca: { kind: "text", text: clientMaterial.ca ?? "" },
  certificate: { kind: "text", text: clientMaterial.certificate ?? "" },
  key: { kind: "secret", secret: VAULT },
  serverName: "server.example",
};

async function programs(connection: Connection, detail = sampleDetail([x], [x])) {
  const prepared = await prepareRequest(detail, sampleTrial(detail, { wire: "grpc" }));
  const made = clientPrograms(prepared, detail, toClientEndpoints(connection));
  return Object.fromEntries(made.map((each) => [each.language, each])) as Record<
    (typeof made)[number]["language"],
    (typeof made)[number]
  >;
}

let folder: string;
let server: https.Server;
let asked: { url: string; headers: Record<string, unknown> }[];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-way-"));
  asked = [];
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
  server?.closeAllConnections();
  server?.close();
});

/** A server that accepts anyone with the right credentials. */
async function serve(options: https.ServerOptions, authorization = `Bearer ${SECRET}`) {
  server = https.createServer(options, (request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers });
    const known = request.headers.authorization === authorization;
    request.resume().on("end", () => {
      response.writeHead(known ? 200 : 401).end('{"outputs":[{"name":"x"}]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
}

function save(name: string, text: string | null | undefined): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text ?? "");
  return file;
}

async function run(command: string, file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(command, [file], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, text };
}

const has = (command: string) =>
  spawnSync(command, ["--version"], { stdio: "ignore" }).status === 0;

const runners = [
  ["curl", "sh", "ask.sh", 1],
  ["typescript", process.execPath, "ask.mts", 8],
] as const;

describe.each(runners)("[CLIENT-17] a program by %s", (language, command, file, times) => {
  it.skipIf(!has("curl"))("reaches a server with an authority and a token of its own", async () => {
    const http = await serve({ key: certificates.serverKey, cert: certificates.server });
    const made = (await programs(secured({ http })))[language];
    save("ca.pem", certificates.ca);
    const ran = await run(command, save(file, made.text), { TOKEN: SECRET });
    expect(ran.code, ran.text).toBe(0);
    expect(ran.text).toContain("name");
    expect(asked.map(({ url }) => url)).toEqual(Array(times).fill("/a/v2/models/sample/infer"));
  });

  it.skipIf(!has("curl"))("shows a certificate, and expects the name that is given", async () => {
    const http = await serve(serverCertificates, `Basic ${btoa(`it's me:${SECRET}`)}`);
    const auth = { kind: "basic", user: "it's me", password: VAULT } as const;
    const headers = [
      { name: "X-Team", value: { kind: "environment", variable: "MY_TEAM" } },
    ] as const;
    const connection = secured({ http, tls: MUTUAL, auth, headers: [...headers] });
    const made = (await programs(connection, sampleDetail([wide], [x])))[language];
    save("ca.pem", clientMaterial.ca);
    save("client.pem", clientMaterial.certificate);
    save("client.key", clientMaterial.key);
    const program = save(file, made.text);
    const ran = await run(command, program, { PASSWORD: SECRET, MY_TEAM: "blue" });
    expect(ran.code, ran.text).toBe(0);
    expect(asked.length).toBe(times);
    expect(asked[0]?.headers).toMatchObject({ "x-team": "blue", host: new URL(http).host });
  });

  it.skipIf(!has("curl"))("sends nothing without its variable", async () => {
    const http = await serve({ key: certificates.serverKey, cert: certificates.server });
    const made = (await programs(secured({ http })))[language];
    save("ca.pem", certificates.ca);
    const ran = await run(command, save(file, made.text), {});
    expect(ran.code).not.toBe(0);
    expect(ran.text).toContain("TOKEN");
    expect(asked).toEqual([]);
  });

  it.skipIf(!has("curl"))("streams so, too", async () => {
    const http = await serve({ key: certificates.serverKey, cert: certificates.server });
    const flat = sampleDetail([{ ...x, shape: [2] }], [x], DECOUPLED);
    const made = (await programs(secured({ http }), flat))[language];
    save("ca.pem", certificates.ca);
    const ran = await run(command, save(file, made.text), { TOKEN: SECRET });
    expect(ran.code, ran.text).toBe(0);
    expect(asked[0]?.url).toBe("/a/v2/models/sample/generate_stream");
  });
});

describe("[CLIENT-17] programs", () => {
  const everything = secured({
    tls: MUTUAL,
    headers: [
      { name: "path", value: VAULT },
      { name: "x-api-key", value: { kind: "environment", variable: "KEY_OF_MINE" } },
    ],
  });

  it("show what to set and to save, without secrets", async () => {
    const made = Object.values(await programs(everything));
    for (const { text } of made) {
      for (const name of ["TOKEN", "HEADER_PATH", "KEY_OF_MINE"])
        expect(text).toMatch(new RegExp(`^(#|//) ${name}: .*environment`, "m"));
      for (const name of ["ca.pem", "client.pem", "client.key"])
        expect(text).toMatch(new RegExp(`^(#|//) ${name}: save `, "m"));
      expect(text).not.toMatch(/of-the-vault|BEGIN/);
    }
  });

  it("are prepared with what the server's connection is", async () => {
    const own = {
      id: "embedded",
      capabilities: ["statistics"],
      status: { since: 1, endpoints: { grpc: "127.0.0.1:1", http: "127.0.0.1:1", metrics: "" } },
      clientEndpoints: connectorFor({ id: "s", name: "S" }, secured(), { vault: new MemoryVault() })
        .clientEndpoints,
      access: async () => NO_ACCESS,
      modelDetail: async () => sampleDetail([x], [x]),
    } as unknown as ServerAdapter;
    const domain = startClients({
      servers: serverDirectory([own]),
      clock: systemClock,
      sizes: testSizes(),
    });
    const { programs: made } = await domain.requests["clients.prepare"](
      sampleTrial({ serverId: "embedded", name: "sample" }),
      new AbortController().signal,
    );
    const { curl } = await programs(secured());
    expect(made.find(({ language }) => language === "curl")?.text).toBe(curl.text);
  });

  it("by grpcurl have its options", async () => {
    const { grpcurl } = await programs(everything);
    for (const option of [
      "-cacert 'ca.pem'",
      "-cert 'client.pem'",
      "-key 'client.key'",
      "-authority 'server.example'",
      "-expand-headers",
      "-H 'Authorization: Bearer ${TOKEN}'",
      "-H 'x-api-key: ${KEY_OF_MINE}'",
    ])
      expect(grpcurl.text).toContain(`  ${option} \\\n`);
    expect(grpcurl.text).not.toContain("-plaintext");
    expect(spawnSync("sh", ["-n"], { input: grpcurl.text ?? "", encoding: "utf8" }).stderr).toBe(
      "",
    );
  });

  it.skipIf(!has("python3"))("in Python compile, with the clients' own names", async () => {
    const basic = { kind: "basic", user: 'a"b', password: VAULT } as const;
    for (const connection of [everything, secured(), secured({ tls: null, auth: basic })])
      for (const detail of [sampleDetail([wide], [x]), sampleDetail([x], [x], DECOUPLED)]) {
        const made = await programs(connection, detail);
        for (const { text } of [made["python-grpc"], made["python-http"]]) {
          if (text === null) continue;
          const file = save("ask.py", text);
          expect(spawnSync("python3", ["-m", "py_compile", file]).stderr.toString()).toBe("");
          expect(text).toContain("ssl=True");
          expect(text).toContain("headers=HEADERS");
        }
      }
    const { "python-grpc": grpc, "python-http": http } = await programs(everything);
    expect(grpc.text).toContain('"root_certificates": "ca.pem"');
    expect(grpc.text).toContain('("grpc.ssl_target_name_override", "server.example")');
    expect(http.text).toContain('"ca_certs": "ca.pem"');
    expect(http.text).toContain('URL = "127.0.0.1:1/a"');
  });

  it.skipIf(!has("curl"))("by grpcurl encode a password, and end without one", async () => {
    const auth = { kind: "basic", user: "it's me", password: VAULT } as const;
    const { grpcurl } = await programs(secured({ auth }));
    const shown = `grpcurl() { cat > sent; printf '%s\\n' "$@"; }\n${grpcurl.text}`;
    const ran = await run("sh", save("ask.sh", shown), { PASSWORD: SECRET });
    expect(ran.text).toContain(`\nAuthorization: Basic ${btoa(`it's me:${SECRET}`)}\n`);
    const refused = await run("sh", save("ask.sh", shown), {});
    expect([refused.code, refused.text]).toEqual([2, expect.stringContaining("PASSWORD")]);
  });

  it("name files where they are", async () => {
    const ca = { kind: "file", path: "/etc/our ca.pem" } as const;
    const tls = { ca, certificate: null, key: null, serverName: "" };
    const { curl, typescript } = await programs(secured({ tls }));
    expect(curl.text).toContain("--cacert '/etc/our ca.pem'");
    expect(typescript.text).toContain("readFileSync('/etc/our ca.pem', \"utf8\")");
    expect(curl.text).not.toContain("save");
  });

  it("encrypt the addresses alone that are encrypted, and send their headers nowhere else", async () => {
    const made = await programs(secured({ grpc: "gpu-7:8001" }));
    expect(made.grpcurl.text).toContain("-plaintext");
    expect(made.grpcurl.text).not.toMatch(/TOKEN|ca\.pem/);
    expect(made["python-grpc"].text).not.toMatch(/ssl|HEADERS/);
    expect(made.grpcurl.notes).toEqual([expect.stringContaining("headers are not sent there")]);
    expect(made.curl.text).toContain("'https://127.0.0.1:1/a/v2/models/sample/infer'");
  });

  it("take fetch where the system's trust is all that is needed", async () => {
    const { typescript } = await programs(secured({ tls: null, auth: { kind: "none" } }));
    expect(typescript.text).toContain("const url = 'https://127.0.0.1:1/a");
    expect(typescript.text).toContain("await fetch(url");
    expect(typescript.text).not.toContain("import");
  });
});
