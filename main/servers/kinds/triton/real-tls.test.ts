// TLS of a real Triton: `npm run test:real` installs it and passes on its command.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../../base/free-port.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ConnectionDraft, ObservedFrame, ServerStatus } from "../../../contract/index.ts";
import { follow } from "../../../testing/follow.ts";
import { readReal, realCommand } from "../../../testing/real-server.ts";
import { runExperiment } from "../../../testing/run-experiment.ts";
import { startTestHost, type TestHost } from "../../../testing/test-host.ts";
import { certificates } from "../../testing/certificates.ts";

const real = readReal("REAL_TRITON", realCommand);
const missing = real ? "" : " (`npm run test:real` starts it)";
const slow = 120_000;

/** New certificates, by OpenSSL, in a folder of their own. */
function makeCertificates(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-certificates-"));
  const script = path.join(folder, "make.sh");
  fs.cpSync(fileURLToPath(new URL("../../testing/certificates/make.sh", import.meta.url)), script);
  execFileSync("sh", [script]);
  return folder;
}

/** Another Triton of the same command, with gRPC over TLS; its other protocols are never encrypted. */
async function startTriton(folder: string, flags: readonly string[]) {
  const [program = "", ...usual] = real?.command ?? [];
  const [http, grpc, metrics] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(
    program,
    [
      ...usual.filter((flag) => !/^--(http|grpc|metrics)-port=/.test(flag)),
      `--http-port=${http}`,
      `--grpc-port=${grpc}`,
      `--metrics-port=${metrics}`,
      // Two servers with one name for their shared memory end each other.
      `--backend-config=python,shm-region-prefix-name=batchdeck${grpc}`,
      `--grpc-server-cert=${folder}/server.pem`,
      `--grpc-server-key=${folder}/server.key`,
      `--grpc-root-cert=${folder}/ca.pem`,
      ...flags,
    ],
    { env: { ...process.env, ...real?.env }, stdio: "ignore" },
  );
  const ended = once(child, "exit");
  await vi.waitFor(
    async () => expect(await fetch(`http://127.0.0.1:${http}/v2/models/echo/ready`)).toBeDefined(),
    { timeout: slow, interval: 200 },
  );
  return {
    grpc: `127.0.0.1:${grpc}`,
    metrics: `127.0.0.1:${metrics}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

describe.skipIf(real === null)(`TLS of a real Triton${missing}`, { timeout: slow }, () => {
  let host: TestHost;
  let folder: string;

  beforeAll(async () => {
    folder = makeCertificates();
    host = await startTestHost();
  }, slow);
  afterAll(async () => {
    await host?.close();
    for (const made of [host?.directory, folder]) fs.rmSync(made, { recursive: true, force: true });
  });

  const text = (pem: string) => ({ kind: "text" as const, text: pem });
  const file = (name: string) => ({ kind: "file" as const, path: path.join(folder, name) });

  /** Connects until the state is known; returns the status. */
  async function connect(
    addresses: Partial<ConnectionDraft>,
    tls: Partial<NonNullable<ConnectionDraft["tls"]>> | null,
  ): Promise<ServerStatus> {
    const { serverId } = await host.client.request("servers.add", {
      name: "TLS",
      grpc: "",
      http: "",
      metrics: "",
      ...addresses,
      tls: tls && { ca: null, certificate: null, key: null, serverName: "", ...tls },
    });
    using status = follow<readonly ServerStatus[]>((event) =>
      host.client.subscribe("servers.status", {}, { event }),
    );
    const find = (all: readonly ServerStatus[]) => all.find(({ id }) => id === serverId);
    const all = await status.until((each) => expect(find(each)?.state).not.toBe("starting"));
    const found = find(all) as ServerStatus;
    if (found.state !== "live") await host.client.request("servers.remove", { serverId });
    return found;
  }

  it("[SERVER-T3, SERVER-T4] with --grpc-use-ssl it is reached with the CA, and the reason says what is missing", async () => {
    await using triton = await startTriton(folder, ["--grpc-use-ssl=true"]);
    const grpc = `grpcs://${triton.grpc}`;
    expect(await connect({ grpc }, {})).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("is not signed by a trusted CA"),
    });
    expect(await connect({ grpc: triton.grpc }, null)).toMatchObject({
      state: "stale",
      reason: expect.stringContaining("If the server requires TLS, begin its address with grpcs"),
    });
    expect(await connect({ grpc }, { ca: file("ca.pem") })).toMatchObject({
      state: "live",
      kind: "triton",
      secure: true,
    });
  });

  it("[SERVER-T4] with --grpc-use-ssl-mutual it is failed without a client certificate that it trusts", async () => {
    await using triton = await startTriton(folder, ["--grpc-use-ssl-mutual=true"]);
    const grpc = `grpcs://${triton.grpc}`;
    const closed = `TLS with ${triton.grpc} failed: the server closed the connection after the TLS handshake`;
    expect(await connect({ grpc }, { ca: file("ca.pem") })).toMatchObject({
      state: "failed",
      reason: `${closed}: it probably requires a client certificate.`,
    });
    // Of another CA.
    const { certificate, key } = certificates.client;
    const stranger = {
      ca: file("ca.pem"),
      certificate: text(certificate),
      key: { kind: "secret" as const, secret: { kind: "given" as const, value: key } },
    };
    expect(await connect({ grpc }, stranger)).toMatchObject({
      state: "failed",
      reason: `${closed}: it probably doesn't trust the client certificate.`,
    });
  });

  it("[SERVER-T3, LAB-GEN-35] with --grpc-use-ssl-mutual and a client certificate it is observed and put under load", async () => {
    await using triton = await startTriton(folder, ["--grpc-use-ssl-mutual=true"]);
    const mutual = { ca: file("ca.pem"), certificate: file("client.pem"), key: file("client.key") };
    const addresses = { grpc: `grpcs://${triton.grpc}`, metrics: triton.metrics };
    const { id: serverId, state } = await connect(addresses, mutual);
    expect(state).toBe("live");
    using frames = follow<ObservedFrame>((event) =>
      host.client.subscribe("observed.frame", { serverId }, { event }),
    );
    await frames.until(({ models }) =>
      expect(models.map(({ name, state: each }) => [name, each])).toEqual([["echo", "ready"]]),
    );
    const { plan } = await host.client.request("lab.suggest", { serverId, model: "echo" });
    const { steps } = await runExperiment(host.client, {
      ...plan,
      wire: "grpc",
      load: { kind: "concurrency", levels: [2], thinkMs: 0 },
      secondsPerStep: 2,
      warmup: { kind: "fixed", seconds: 0.2 },
    });
    expect(steps[0]).toMatchObject({ failures: [], complete: true });
    expect(steps[0]?.successes).toBeGreaterThan(0);
  });
});
