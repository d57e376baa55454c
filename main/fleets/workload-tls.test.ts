import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FleetDraft, GridFrame } from "../contract/index.ts";
import { TestApiServer } from "../kubernetes/testing/api-server.ts";
import { putTritonDeployment } from "../kubernetes/testing/cluster-objects.ts";
import { certificates } from "../servers/testing/certificates.ts";
import { type EngineProcess, startEngineProcess } from "../testing/engine-process.ts";
import { follow } from "../testing/follow.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const POD = "triton-7d9c-a";
const inline = (pem: string) => ({ kind: "text" as const, text: pem });

describe("a workload's pods behind TLS", () => {
  let host: TestHost;
  let cluster: TestApiServer;
  let engine: EngineProcess;
  let workload = "";

  beforeAll(async () => {
    host = await startTestHost();
    await host.until("live");
    const file = (name: string, content: string) => {
      const at = path.join(host.directory, name);
      fs.writeFileSync(at, content);
      return at;
    };
    // Of server.example alone: a port-forward's address doesn't match.
    engine = await startEngineProcess(host.repository, "explicit", 0, [
      "--grpc-use-ssl-mutual=true",
      `--grpc-server-cert=${file("server.pem", certificates.elsewhere)}`,
      `--grpc-server-key=${file("server.key", certificates.serverKey)}`,
      `--grpc-root-cert=${file("ca.pem", certificates.ca)}`,
    ]);
    cluster = await TestApiServer.start();
    putTritonDeployment(cluster, [POD]);
    for (const [port, address] of [
      [8000, engine.http],
      [8001, engine.grpc],
      [8002, engine.metrics],
    ] as const)
      cluster.podPorts.set(`models/${POD}:${port}`, address);
    const kubeconfig = file("kubeconfig", cluster.kubeconfig());
    const context = { path: kubeconfig, context: "test", namespace: "models" };
    const { id } = await host.client.request("kubernetes.open", context);
    workload = `${id}/models/Deployment/triton`;
  }, 60_000);

  afterAll(async () => {
    await host?.close();
    await engine?.stop();
    await cluster?.[Symbol.asyncDispose]();
  });

  const draft = (tls: FleetDraft["tls"], encrypted?: ("grpc" | "http" | "metrics")[]) => ({
    name: "Pods",
    kind: "triton" as const,
    auth: { kind: "none" as const },
    headers: [],
    proxy: "",
    tls,
    members: { kind: "workload" as const, workload, ...(encrypted && { encrypted }) },
  });
  const { ca, client } = certificates;
  const own = {
    ca: inline(ca),
    certificate: inline(client.certificate),
    key: { kind: "secret" as const, secret: { kind: "given" as const, value: client.key } },
    serverName: "server.example",
  };

  async function firstReplica(fleet: FleetDraft, ready: (frame: GridFrame) => void) {
    const { fleetId } = await host.client.request("fleets.add", fleet);
    using grid = follow<GridFrame>((event) =>
      host.client.subscribe("fleets.grid", { fleetId, figure: "requestsPerSecond" }, { event }),
    );
    const { replicas } = await grid.until(ready);
    await host.client.request("fleets.remove", { fleetId });
    return replicas[0];
  }

  it("[FLEET-F16] are connected with the fleet's CA, client certificate and server name", async () => {
    const replica = await firstReplica(draft(own, ["grpc"]), ({ replicas }) =>
      expect(replicas[0]?.state).toBe("live"),
    );
    expect(replica).toMatchObject({ state: "live", reason: null });
  });

  it("[FLEET-F16] say what is wrong with the name, or that a client certificate is required", async () => {
    const expectReason = (tls: FleetDraft["tls"], words: string) =>
      firstReplica(draft(tls, ["grpc"]), ({ replicas }) =>
        expect(replicas[0]?.reason).toContain(words),
      );
    await expectReason({ ...own, serverName: "" }, "the server's certificate is for another name");
    await expectReason({ ...own, certificate: null, key: null }, "requires a client certificate");
  });

  it("[FLEET-F16] need the encrypted ports for settings of TLS", async () => {
    await expect(host.client.request("fleets.add", draft(own))).rejects.toMatchObject({
      details: { field: "tls" },
    });
  });
});
