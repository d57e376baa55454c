import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FleetDraft, GridFrame } from "../contract/index.ts";
import { TestApiServer } from "../kubernetes/testing/api-server.ts";
import {
  createPod,
  createReplicaSet,
  putTritonDeployment,
  tritonContainer,
} from "../kubernetes/testing/cluster-objects.ts";
import { certificates } from "../servers/testing/certificates.ts";
import { type EngineProcess, startEngineProcess } from "../testing/engine-process.ts";
import { follow } from "../testing/follow.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const POD = "triton-7d9c-a";
/** Of a Deployment without gRPC. */
const HTTP_POD = "http-5f6d-a";
const inline = (pem: string) => ({ kind: "text" as const, text: pem });

describe("a workload's pods behind TLS", () => {
  let host: TestHost;
  let cluster: TestApiServer;
  let engine: EngineProcess;
  let http: TlsFront;
  let metrics: TlsFront;
  let workload = "";
  let httpWorkload = "";

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
    http = await TlsFront.start(engine.http);
    metrics = await TlsFront.start(engine.metrics);
    cluster.store.put("/apis/apps/v1/replicasets", createReplicaSet("http-5f6d", "http"));
    const [httpPort, , metricsPort] = tritonContainer.ports ?? [];
    cluster.store.put(
      "/api/v1/pods",
      createPod({
        name: HTTP_POD,
        labels: { app: "http", "pod-template-hash": "5f6d" },
        owner: { kind: "ReplicaSet", name: "http-5f6d" },
        container: { ...tritonContainer, ports: [httpPort, metricsPort].filter((each) => !!each) },
      }),
    );
    cluster.podPorts.set(`models/${HTTP_POD}:8000`, http.address);
    cluster.podPorts.set(`models/${HTTP_POD}:8002`, metrics.address);
    const kubeconfig = file("kubeconfig", cluster.kubeconfig());
    const context = { path: kubeconfig, context: "test", namespace: "models" };
    const { id } = await host.client.request("kubernetes.open", context);
    workload = `${id}/models/Deployment/triton`;
    httpWorkload = `${id}/models/Deployment/http`;
  }, 60_000);

  afterAll(async () => {
    await host?.close();
    http?.close();
    metrics?.close();
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

  it("[FLEET-F16] are connected over HTTP, and their metrics are read, with the same settings", async () => {
    const fleet = draft(own, ["http", "metrics"]);
    const members = { ...fleet.members, workload: httpWorkload };
    const replica = await firstReplica({ ...fleet, members }, ({ replicas }) => {
      expect(replicas[0]?.state).toBe("live");
      expect(metrics.requests).toBeGreaterThan(0);
    });
    expect(replica).toMatchObject({ state: "live", reason: null });
    expect(http.requests).toBeGreaterThan(0);
    expect([...http.names, ...metrics.names]).toEqual(expect.arrayContaining(["server.example"]));
  });

  it("[FLEET-F16] over HTTP say that the certificate is for another name than 127.0.0.1", async () => {
    const fleet = draft({ ...own, serverName: "" }, ["http", "metrics"]);
    const members = { ...fleet.members, workload: httpWorkload };
    const replica = await firstReplica({ ...fleet, members }, ({ replicas }) =>
      expect(replicas[0]?.reason).toContain("certificate is for another name"),
    );
    expect(replica?.state).not.toBe("live");
  });

  it("[FLEET-F16] need the encrypted ports for settings of TLS", async () => {
    await expect(host.client.request("fleets.add", draft(own))).rejects.toMatchObject({
      details: { field: "tls" },
    });
  });
});

/** Ends mutual TLS in front of a server, as a proxy in its pod does. */
class TlsFront {
  readonly #server: tls.Server;
  /** Connections that were decrypted and carried data. */
  requests = 0;
  /** Server names that clients asked for. */
  readonly names = new Set<string>();

  private constructor(target: string) {
    const [host = "", port = ""] = target.split(":");
    const { elsewhere, serverKey, ca } = certificates;
    const options = {
      cert: elsewhere,
      key: serverKey,
      ca,
      requestCert: true,
      ALPNProtocols: ["http/1.1"],
    };
    this.#server = tls.createServer(options, (client) => {
      if (client.servername) this.names.add(client.servername);
      client.once("data", () => this.requests++);
      const server = net.connect({ host, port: Number(port) });
      client.pipe(server).pipe(client);
      client.on("error", () => server.destroy());
      server.on("error", () => client.destroy());
    });
  }

  static async start(target: string): Promise<TlsFront> {
    const front = new TlsFront(target);
    await new Promise<void>((resolve) => front.#server.listen(0, "127.0.0.1", () => resolve()));
    return front;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}
