import net from "node:net";
import type { TestApiServer } from "../../kubernetes/testing/api-server.ts";
import {
  createPod,
  createReplicaSet,
  NAMESPACE,
} from "../../kubernetes/testing/cluster-objects.ts";
import { systemClock } from "../../../base/clock.ts";
import { LaunchedProcess } from "../process/launched-process.ts";
import { untilHealthy } from "../readiness.ts";
import { FAKE_VLLM } from "./fake-vllm-command.ts";

const DEPLOYMENTS = "/apis/apps/v1/deployments";
const PODS = "/api/v1/pods";

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
}

interface DeploymentObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly generation?: number;
  };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: { readonly containers: readonly Container[] };
    };
  };
}

/**
 * A Deployment of one pod in the API server's double, and its controller as kubernetes v1.34 has it with a surge of one:
 * a changed template makes a new pod, whose container is the program that stands for vLLM; once that is ready the former
 * pod goes. One that ends is
 * CrashLoopBackOff, with its log.
 */
export class DeploymentController implements AsyncDisposable {
  readonly #server: TestApiServer;
  readonly #processes = new Map<string, LaunchedProcess>();
  readonly #stop = new AbortController();
  /** Every list of arguments that was rolled out. */
  readonly rolledOut: (readonly string[])[] = [];
  readonly #service: net.Server;
  #generation = 0;
  /** Of the pod that is ready. */
  #address = "";

  private constructor(server: TestApiServer) {
    this.#server = server;
    this.#service = net.createServer({ noDelay: true }, (client) => {
      const [host = "", port = ""] = this.#address.split(":");
      const pod = net.connect({ host, port: Number(port), noDelay: true });
      client.pipe(pod).pipe(client);
      client.on("error", () => pod.destroy());
      pod.on("error", () => client.destroy());
    });
    server.onPatched = () => void this.#roll();
  }

  /** Resolves when its first pod is ready. */
  static async start(
    server: TestApiServer,
    args: readonly string[],
  ): Promise<DeploymentController> {
    const controller = new DeploymentController(server);
    server.store.put("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
    server.store.put("/apis/apps/v1/replicasets", createReplicaSet("vllm-rs", "vllm"));
    const labels = { app: "vllm" };
    const container = { name: "server", image: "vllm/vllm-openai:v0.11.0", args };
    server.store.put(DEPLOYMENTS, {
      kind: "Deployment",
      metadata: { name: "vllm", namespace: NAMESPACE, generation: 1 },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    } as unknown as DeploymentObject);
    await new Promise<void>((resolve) =>
      controller.#service.listen(0, "127.0.0.1", () => resolve()),
    );
    await controller.#roll();
    return controller;
  }

  get args(): readonly string[] | undefined {
    return this.#object.spec.template.spec.containers[0]?.args;
  }

  /** HOST:PORT that leads to the ready pod, as a Service does. */
  get service(): string {
    return `127.0.0.1:${(this.#service.address() as net.AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#service.close();
    this.#server.onPatched = () => {};
    await Promise.all([...this.#processes.values()].map((each) => each[Symbol.asyncDispose]()));
  }

  get #object(): DeploymentObject {
    return this.#server.store.get(DEPLOYMENTS, NAMESPACE, "vllm") as unknown as DeploymentObject;
  }

  async #roll(): Promise<void> {
    const generation = ++this.#generation;
    const [container] = this.#object.spec.template.spec.containers;
    const args = container?.args ?? [];
    this.rolledOut.push(args);
    const name = `vllm-${generation}`;
    const former = [...this.#processes.keys()];
    this.#put(name, { ready: false, args });
    this.#report({ replicas: former.length + 1, updatedReplicas: 1, availableReplicas: 0 });
    const address = await this.#run(name, args);
    if (address === null || generation !== this.#generation) return;
    this.#server.podPorts.set(`${NAMESPACE}/${name}:8000`, address);
    this.#address = address;
    this.#put(name, { ready: true, args });
    for (const each of former) await this.#end(each);
    this.#report({ replicas: 1, updatedReplicas: 1, availableReplicas: 1 });
  }

  /** Null if it ended. */
  async #run(name: string, args: readonly string[]): Promise<string | null> {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const words = [...FAKE_VLLM, ...args, "--port", String(port)];
    const child = await LaunchedProcess.start(words, systemClock);
    this.#processes.set(name, child);
    const ended = new AbortController();
    void child.ended.then(({ code }) => {
      ended.abort();
      this.#server.logs.set(`${NAMESPACE}/${name}`, child.log.map((line) => `${line}\n`).join(""));
      if (!this.#stop.signal.aborted && this.#processes.has(name))
        this.#put(name, { ready: false, args, exitCode: code ?? 137 });
    });
    try {
      const address = `127.0.0.1:${port}`;
      await untilHealthy(address, { clock: systemClock, signal: ended.signal });
      return address;
    } catch {
      return null;
    }
  }

  async #end(name: string): Promise<void> {
    const child = this.#processes.get(name);
    this.#processes.delete(name);
    await child?.[Symbol.asyncDispose]();
    this.#server.store.remove(PODS, NAMESPACE, name);
  }

  #report(counts: { replicas: number; updatedReplicas: number; availableReplicas: number }): void {
    const object = this.#object;
    this.#server.store.put(DEPLOYMENTS, {
      ...object,
      status: { observedGeneration: object.metadata.generation, ...counts },
    } as unknown as DeploymentObject);
  }

  #put(
    name: string,
    {
      ready,
      args,
      exitCode,
    }: {
      readonly ready: boolean;
      readonly args: readonly string[];
      readonly exitCode?: number;
    },
  ): void {
    const crashed = exitCode !== undefined;
    const pod = createPod({
      name,
      labels: { app: "vllm" },
      owner: { kind: "ReplicaSet", name: "vllm-rs" },
      ready,
      restarts: crashed ? 1 : 0,
      container: { name: "server", image: "vllm/vllm-openai:v0.11.0", args },
      ...(crashed && {
        waiting: {
          reason: "CrashLoopBackOff",
          message: "back-off 10s restarting failed container",
        },
        lastEnd: "Error",
      }),
    });
    this.#server.store.put(PODS, pod);
  }
}
