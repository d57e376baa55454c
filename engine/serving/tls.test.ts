import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inference } from "../../assets/proto/index.ts";
import type { CallStatus } from "../../main/lab/generator/grpc-client.ts";
import { GrpcConnection } from "../../main/lab/generator/grpc-connection.ts";
import { clientMaterial } from "../../main/lab/testing/certificates.ts";
import { targetAt } from "../../main/lab/testing/run-spec.ts";
import type { TlsMaterial } from "../../main/wire/index.ts";
import { frame } from "../protocol/grpc/framing/frame.ts";
import { startServing } from "../testing/serving-process.ts";
import { readServeFlags } from "./serve-flags.ts";
import { readTlsFiles } from "./tls-files.ts";

const shipped = (name: string) =>
  fileURLToPath(new URL(`../../main/lab/testing/certificates/${name}`, import.meta.url));
const CERT = shipped("server.pem");
const KEY = shipped("server.key");
const CA = shipped("ca.pem");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tls-test-"));
  mkdirSync(join(folder, "models"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...flags: string[]) => readServeFlags(["--model-repository=/models", ...flags]);
const FILES = [`--grpc-server-cert=${CERT}`, `--grpc-server-key=${KEY}`];

test("[SERVING-5] TLS requires a certificate and a key, and for client certificates also their CA", () => {
  expect(read().grpcTls).toBeUndefined();
  expect(read("--grpc-use-ssl=false", "--grpc-use-ssl-mutual=false").grpcTls).toBeUndefined();
  const alone = { cert: CERT, key: KEY, clientCa: undefined };
  expect(read("--grpc-use-ssl", ...FILES).grpcTls).toEqual(alone);
  const mutual = read("--grpc-use-ssl-mutual=true", ...FILES, `--grpc-root-cert=${CA}`);
  expect(mutual.grpcTls).toEqual({ ...alone, clientCa: CA });
  expect(mutual.withoutEffect).toEqual([]);
});

test.each([
  [["--grpc-use-ssl"], "--grpc-use-ssl=true needs --grpc-server-cert=FILE."],
  [["--grpc-use-ssl", "--grpc-server-cert=c"], "--grpc-use-ssl=true needs --grpc-server-key=FILE."],
  [["--grpc-use-ssl-mutual", ...FILES], "--grpc-use-ssl-mutual=true needs --grpc-root-cert=FILE."],
])("[SERVING-5] %s is not enough", (flags, message) => {
  expect(() => read(...flags)).toThrow(message);
});

test("[SERVING-5] unused files are listed with the reason", () => {
  expect(read(...FILES).withoutEffect).toEqual([
    "--grpc-server-cert (gRPC is served without TLS: --grpc-use-ssl=true)",
    "--grpc-server-key (gRPC is served without TLS: --grpc-use-ssl=true)",
  ]);
  expect(read("--grpc-use-ssl", ...FILES, `--grpc-root-cert=${CA}`).withoutEffect).toEqual([
    "--grpc-root-cert (clients need no certificate: --grpc-use-ssl-mutual=true)",
  ]);
});

describe("[SERVING-6] files", () => {
  const files = { cert: CERT, key: KEY, clientCa: CA };
  const written = (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test("are read and checked", async () => {
    const tls = await readTlsFiles(files);
    expect(tls).toEqual({
      cert: readFileSync(CERT, "utf8"),
      key: readFileSync(KEY, "utf8"),
      clientCa: readFileSync(CA, "utf8"),
    });
  });

  test("that are missing, too large or not regular are rejected at once", async ({ skip }) => {
    const refused = (cert: string) => expect(readTlsFiles({ ...files, cert })).rejects;
    await refused(join(folder, "none")).toThrow(/^Can't read --grpc-server-cert=.*none: ENOENT/);
    await refused(folder).toThrow("it is not a regular file");
    await refused(`${CERT}\0`).toThrow("Can't read --grpc-server-cert");
    await refused(written("large.pem", Buffer.alloc(2 << 20))).toThrow(
      "it has 2097152 bytes, at most 1048576",
    );
    skip(process.platform === "win32", "Windows has no such paths");
    await refused("/dev/zero").toThrow("it is not a regular file");
    execFileSync("mkfifo", [join(folder, "pipe")]);
    await refused(join(folder, "pipe")).toThrow("it is not a regular file");
  });

  test("that are invalid are rejected without showing their content", async () => {
    const secret = "c2VjcmV0IGtleSBvZiBub2JvZHk=";
    const pem = (label: string) => `-----BEGIN ${label}-----\n${secret}\n-----END ${label}-----\n`;
    const refusal = async (changed: Partial<typeof files>): Promise<string> => {
      const error = await readTlsFiles({ ...files, ...changed }).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      return error?.message ?? "";
    };
    const cases: [Partial<typeof files>, RegExp][] = [
      [{ cert: KEY }, /^--grpc-server-cert=.* has no PEM of a certificate\.$/],
      [{ key: CERT }, /^--grpc-server-key=.* has no PEM of a private key\.$/],
      [{ cert: written("c", pem("CERTIFICATE")) }, /^--grpc-server-cert=.* can be served \(/],
      [{ key: written("k", pem("PRIVATE KEY")) }, /^--grpc-server-key=.* without a passphrase/],
      [{ key: shipped("client.key") }, /or not of --grpc-server-cert=.*KEY_VALUES_MISMATCH/],
      [{ key: written("e", pem("ENCRYPTED PRIVATE KEY")) }, /without a passphrase/],
      [{ clientCa: written("a", pem("CERTIFICATE")) }, /^--grpc-root-cert=.* of an authority \(/],
    ];
    for (const [changed, message] of cases) {
      const refused = await refusal(changed);
      expect(refused).toMatch(message);
      expect(refused).not.toContain(secret);
    }
  });
});

/** Calls ServerLive over TLS with this material. */
async function live(address: string, tls: TlsMaterial): Promise<CallStatus & { live: boolean }> {
  using connection = new GrpcConnection({ ...targetAt(address), tls });
  let answer = false;
  const { promise, resolve } = Promise.withResolvers<CallStatus>();
  const message = (bytes: Buffer) => {
    answer = inference.ServerLiveResponse.decode(bytes).live ?? false;
  };
  connection.call(
    "/inference.GRPCInferenceService/ServerLive",
    { message, ended: resolve },
    frame(Buffer.alloc(0)),
  );
  return { ...(await promise), live: answer };
}

const { ca = "", serverName = "" } = clientMaterial;
const anonymous: TlsMaterial = { ca, serverName };

test("[SERVING-5] gRPC over TLS serves everyone, or only clients with a certificate", async () => {
  const models = join(folder, "models");
  const plain = await startServing(models, ["--grpc-use-ssl=true", ...FILES]);
  const mutual = await startServing(models, [
    "--grpc-use-ssl-mutual",
    ...FILES,
    `--grpc-root-cert=${CA}`,
  ]);
  try {
    expect(await live(plain.grpc, anonymous)).toMatchObject({ code: "OK", live: true });
    expect(await live(mutual.grpc, clientMaterial)).toMatchObject({ code: "OK", live: true });
    expect(await live(mutual.grpc, anonymous)).toMatchObject({ code: "UNAVAILABLE", lost: true });
  } finally {
    for (const { child, exit } of [plain, mutual]) {
      child.kill("SIGTERM");
      await exit;
    }
  }
});

test("[SERVING-6] an invalid file ends the start with a sentence", async () => {
  const flags = ["--grpc-use-ssl", "--grpc-server-cert=/none", `--grpc-server-key=${KEY}`];
  await expect(startServing(join(folder, "models"), flags)).rejects.toThrow(
    "Can't read --grpc-server-cert=/none: ENOENT",
  );
});
