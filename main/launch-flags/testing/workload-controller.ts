import net from "node:net";
import type { KubeObject, Pod } from "../../kubernetes/objects.ts";
import type { TestApiServer } from "../../kubernetes/testing/api-server.ts";
import {
  createPod,
  createReplicaSet,
  NAMESPACE,
} from "../../kubernetes/testing/cluster-objects.ts";
import { systemClock } from "../../../base/clock.ts";
import { freePort } from "../../../base/free-port.ts";
import { joinCommandLine } from "../command-line.ts";
import { LaunchedProcess } from "../process/launched-process.ts";
import { untilHealthy } from "../readiness.ts";
import type { WorkloadPlace } from "../workload/source.ts";
import { FAKE_VLLM } from "./fake-vllm-command.ts";

const DEPLOYMENTS = "/apis/apps/v1/deployments";
const PODS = "/api/v1/pods";

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
}

type Variable = { readonly name: string; readonly value?: string; readonly valueFrom?: object };

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

/** What is between a workload's own arguments and its pods. */
export interface WorkloadShape {
  readonly owner?: WorkloadPlace["owner"];
  /** Of an InferenceService: its serving runtime's arguments. */
  readonly runtimeArgs?: readonly string[];
  /** Of an InferenceService: Knative makes a revision for each change, which alone says whether it is ready. */
  readonly isKnative?: boolean;
  /** Of an InferenceService: its predictor has a container of its own, and no serving runtime. */
  readonly hasOwnContainer?: boolean;
  /** Of an LLMInferenceService: the version of the API that the cluster has. */
  readonly version?: "v1alpha2" | "v1alpha1";
  /** Of an LLMInferenceService: the script of its preset; `vllm` is the program that stands for vLLM. */
  readonly script?: string;
  /** Of the container. */
  readonly env?: readonly Variable[];
  /** Of KServe's services: the variables of its serving runtime or preset. */
  readonly runtimeEnv?: readonly Variable[];
}

/** From the change of an InferenceService until KServe changes its Deployment. */
const KSERVE_MS = 300;
const OBJECTS = {
  Deployment: DEPLOYMENTS,
  StatefulSet: "/apis/apps/v1/statefulsets",
  InferenceService: "/apis/serving.kserve.io/v1beta1/inferenceservices",
};
const LLM_OBJECTS = {
  v1alpha2: "/apis/serving.kserve.io/v1alpha2/llminferenceservices",
  v1alpha1: "/apis/serving.kserve.io/v1alpha1/llminferenceservices",
};

/**
 * A workload of one pod in the API server's double, and its controllers. A Deployment's is as kubernetes v1.34 has it with
 * a surge of one: a changed template makes a new pod, whose container is the program that stands for vLLM; once that is
 * ready the former pod goes. A StatefulSet's ends the pod before it starts its replacement of the same name, and waits for
 * one that isn't ready until someone deletes it. KServe's puts the runtime's arguments before those of an InferenceService,
 * and runs an LLMInferenceService's in the script of a preset.
 * A container that ends is CrashLoopBackOff, with its log.
 */
export class WorkloadController implements AsyncDisposable {
  readonly #server: TestApiServer;
  readonly #owner: WorkloadPlace["owner"];
  readonly #shape: WorkloadShape;
  readonly #processes = new Map<string, LaunchedProcess>();
  readonly #stop = new AbortController();
  /** Every list of arguments that was rolled out. */
  readonly rolledOut: (readonly string[])[] = [];
  /** Every list of variables that was rolled out. */
  readonly environments: (readonly Variable[])[] = [];
  readonly #service: net.Server;
  #generation = 0;
  #readyRevision = "";
  /** Of the pod that is ready. */
  #address = "";

  private constructor(server: TestApiServer, shape: WorkloadShape) {
    this.#server = server;
    this.#owner = shape.owner ?? "Deployment";
    this.#shape = shape;
    this.#service = net.createServer({ noDelay: true }, (client) => {
      const [host = "", port = ""] = this.#address.split(":");
      const pod = net.connect({ host, port: Number(port), noDelay: true });
      client.pipe(pod).pipe(client);
      client.on("error", () => pod.destroy());
      pod.on("error", () => client.destroy());
    });
    server.onPatched = () => void this.#changed();
  }

  /** Resolves when its first pod is ready. */
  static async start(
    server: TestApiServer,
    args: readonly string[],
    shape: WorkloadShape = {},
  ): Promise<WorkloadController> {
    const controller = new WorkloadController(server, shape);
    server.store.put("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
    server.store.put("/apis/apps/v1/replicasets", createReplicaSet("vllm-rs", "vllm"));
    const owner = controller.#owner;
    const metadata = { name: "vllm", namespace: NAMESPACE, generation: 1 };
    if (owner === "InferenceService")
      server.store.put(OBJECTS[owner], {
        kind: owner,
        metadata,
        spec: {
          predictor: shape.hasOwnContainer
            ? { containers: [{ name: containerName(owner), image: IMAGE, args, env: shape.env }] }
            : { model: { modelFormat: { name: "vLLM" }, args, env: shape.env } },
        },
      } as KubeObject);
    else if (owner === "LLMInferenceService")
      server.store.put(LLM_OBJECTS[shape.version ?? "v1alpha2"], {
        kind: owner,
        metadata,
        spec: {
          model: { uri: "hf://example/tiny-chat", name: "tiny-chat" },
          template: {
            containers: [{ name: "main", ...(args.length > 0 && { args }), env: shape.env }],
          },
        },
      } as KubeObject);
    else
      server.store.put(
        OBJECTS[owner],
        withTemplate(metadata, owner, { args, ...(shape.env && { env: shape.env }) }),
      );
    await new Promise<void>((resolve) =>
      controller.#service.listen(0, "127.0.0.1", () => resolve()),
    );
    await controller.#changed(0);
    return controller;
  }

  get args(): readonly string[] | undefined {
    if (!this.#isKserves) return this.#object.spec.template.spec.containers[0]?.args;
    return this.#model.args;
  }

  get #isKserves(): boolean {
    return this.#owner === "InferenceService" || this.#owner === "LLMInferenceService";
  }

  /** Of KServe's service. */
  get #model(): Pick<Container, "args" | "env"> {
    const { version = "v1alpha2" } = this.#shape;
    const isLlm = this.#owner === "LLMInferenceService";
    const path = isLlm ? LLM_OBJECTS[version] : OBJECTS.InferenceService;
    const { spec } = this.#server.store.get(path, NAMESPACE, "vllm") as unknown as {
      spec: {
        predictor?: { model?: Pick<Container, "args" | "env">; containers?: Container[] };
        template?: { containers: Container[] };
      };
    };
    const containers = spec.predictor?.containers ?? spec.template?.containers;
    return spec.predictor?.model ?? containers?.[0] ?? {};
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

  get #collection(): string {
    return this.#owner === "StatefulSet" ? OBJECTS.StatefulSet : DEPLOYMENTS;
  }

  get #name(): string {
    if (this.#owner === "LLMInferenceService") return "vllm-kserve";
    return this.#owner === "InferenceService" ? "vllm-predictor" : "vllm";
  }

  get #object(): DeploymentObject {
    const object = this.#server.store.get(this.#collection, NAMESPACE, this.#name);
    return object as unknown as DeploymentObject;
  }

  /** KServe's controller: it changes its Deployment, which rolls out. */
  async #changed(delayMs = KSERVE_MS): Promise<void> {
    if (this.#isKserves) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#stop.signal.aborted) return;
      const metadata = {
        name: this.#name,
        namespace: NAMESPACE,
        generation: this.#generation + 1,
        labels: labelsOf(this.#owner),
        ownerReferences: [{ kind: this.#owner, name: "vllm", controller: true }],
      };
      const { runtimeArgs = [], runtimeEnv = [], script } = this.#shape;
      const { args: own = [], env = [] } = this.#model;
      // Merged by name, the service's own last.
      const merged = new Map([...runtimeEnv, ...env].map((each) => [each.name, each]));
      const container = {
        ...(script !== undefined && { command: ["/bin/sh", "-c", script, "--"] }),
        args: [...runtimeArgs, ...own],
        env: [...merged.values()],
      };
      this.#server.store.put(DEPLOYMENTS, withTemplate(metadata, this.#owner, container));
    }
    await this.#roll();
  }

  async #roll(): Promise<void> {
    const generation = ++this.#generation;
    const [container] = this.#object.spec.template.spec.containers;
    const { command = [], args = [], env = [] } = container ?? {};
    this.rolledOut.push(args);
    this.environments.push(env);
    const former = [...this.#processes.keys()];
    const name = this.#owner === "StatefulSet" ? "vllm-0" : `vllm-${generation}`;
    if (this.#owner === "StatefulSet") {
      this.#report({ readyReplicas: 0, updatedReplicas: 0, updateRevision: "new" });
      await this.#untilNotStuck(name);
      await this.#end(name);
    }
    this.#put(name, { ready: false, args, env });
    this.#report({ replicas: former.length + 1, updatedReplicas: 1, availableReplicas: 0 });
    const address = await this.#run(name, { command, args, env });
    if (address === null || generation !== this.#generation) return;
    this.#server.podPorts.set(`${NAMESPACE}/${name}:8000`, address);
    this.#address = address;
    this.#put(name, { ready: true, args, env });
    for (const each of former) if (each !== name) await this.#end(each);
    this.#report({
      replicas: 1,
      updatedReplicas: 1,
      availableReplicas: 1,
      readyReplicas: 1,
      updateRevision: "old",
    });
  }

  /** A StatefulSet's pod that isn't ready stays until it is deleted. */
  async #untilNotStuck(name: string): Promise<void> {
    const isStuck = () => {
      const pod = this.#server.store.get(PODS, NAMESPACE, name) as Pod | undefined;
      return pod?.status?.conditions?.some(({ status }) => status === "False") === true;
    };
    while (isStuck() && !this.#stop.signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Null if it ended. */
  async #run(
    name: string,
    { command, args, env }: Required<Pick<Container, "command" | "args" | "env">>,
  ): Promise<string | null> {
    const port = await freePort();
    // A preset's script runs as it would, but for the program and its port.
    const script = command.map((word) =>
      word
        .replace("vllm serve", joinCommandLine(FAKE_VLLM))
        .replace("--port 8000", `--port ${port}`),
    );
    const words =
      script.length > 0 ? [...script, ...args] : [...FAKE_VLLM, ...args, "--port", String(port)];
    const variables = Object.fromEntries(env.map(({ name: key, value = "" }) => [key, value]));
    const child = await LaunchedProcess.start(
      words,
      systemClock,
      script.length > 0 ? variables : {},
    );
    // The restored list may roll out while the test ends.
    if (this.#stop.signal.aborted) {
      await child[Symbol.asyncDispose]();
      return null;
    }
    this.#processes.set(name, child);
    const ended = new AbortController();
    void child.ended.then(({ code }) => {
      ended.abort();
      this.#server.logs.set(`${NAMESPACE}/${name}`, child.log.map((line) => `${line}\n`).join(""));
      if (!this.#stop.signal.aborted && this.#processes.has(name))
        this.#put(name, { ready: false, args, env, exitCode: code ?? 137 });
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

  #report(status: Readonly<Record<string, number | string>>): void {
    if (this.#shape.isKnative) {
      this.#reportRevisions(status["availableReplicas"] === 1);
      return;
    }
    const object = this.#object;
    this.#server.store.put(this.#collection, {
      ...object,
      status: {
        observedGeneration: object.metadata.generation,
        currentRevision: "old",
        updateRevision: "old",
        ...status,
      },
    } as unknown as DeploymentObject);
  }

  #reportRevisions(isReady: boolean): void {
    const service = this.#server.store.get(OBJECTS.InferenceService, NAMESPACE, "vllm");
    const revision = `vllm-predictor-${String(this.#generation).padStart(5, "0")}`;
    if (isReady) this.#readyRevision = revision;
    const predictor = {
      latestCreatedRevision: revision,
      ...(this.#readyRevision !== "" && { latestReadyRevision: this.#readyRevision }),
    };
    this.#server.store.put(OBJECTS.InferenceService, {
      ...service,
      status: { components: { predictor } },
    } as unknown as KubeObject);
  }

  #put(
    name: string,
    {
      ready,
      args,
      env,
      exitCode,
    }: {
      readonly ready: boolean;
      readonly args: readonly string[];
      readonly env: readonly Variable[];
      readonly exitCode?: number;
    },
  ): void {
    const crashed = exitCode !== undefined;
    const pod = createPod({
      name,
      labels: labelsOf(this.#owner),
      owner:
        this.#owner === "StatefulSet"
          ? { kind: "StatefulSet", name: "vllm" }
          : { kind: "ReplicaSet", name: "vllm-rs" },
      ready,
      restarts: crashed ? 1 : 0,
      container: { name: containerName(this.#owner), image: IMAGE, args, ...({ env } as object) },
      ...(crashed && {
        waiting: {
          reason: "CrashLoopBackOff",
          message: "back-off 10s restarting failed container",
        },
        lastEnd: "Error",
      }),
    });
    const metadata = { ...pod.metadata, uid: `${name}-${this.#generation}` };
    this.#server.store.put(PODS, { ...pod, metadata });
  }
}

const LABELS = { app: "vllm" };
/** As kserve/kserve, pkg/controller/v1beta1/inferenceservice/components/predictor.go at aaac4e29, labels pods and Deployments. */
const PREDICTOR = {
  app: "isvc.vllm-predictor",
  component: "predictor",
  "serving.kserve.io/inferenceservice": "vllm",
};
const IMAGE = "vllm/vllm-openai:v0.11.0";

/** As kserve/kserve, pkg/controller/v1alpha2/llmisvc/workload_single_node.go at aaac4e29, labels pods and Deployments. */
const LLM_WORKLOAD = {
  "app.kubernetes.io/component": "llminferenceservice-workload",
  "app.kubernetes.io/name": "vllm",
  "app.kubernetes.io/part-of": "llminferenceservice",
  "kserve.io/component": "workload",
  "llm-d.ai/role": "both",
};

function labelsOf(owner: WorkloadPlace["owner"]): Readonly<Record<string, string>> {
  if (owner === "LLMInferenceService") return LLM_WORKLOAD;
  return owner === "InferenceService" ? PREDICTOR : LABELS;
}

/** Of the container with the server. */
export function containerName(owner: WorkloadPlace["owner"]): string {
  if (owner === "LLMInferenceService") return "main";
  return owner === "InferenceService" ? "kserve-container" : "server";
}

function withTemplate(
  metadata: KubeObject["metadata"],
  owner: WorkloadPlace["owner"],
  { env = [], ...rest }: Omit<Container, "name" | "image">,
): KubeObject {
  const labels = labelsOf(owner);
  const container = {
    name: containerName(owner),
    image: IMAGE,
    ...rest,
    ...(env.length > 0 && { env }),
  };
  const object = {
    kind: owner === "StatefulSet" ? owner : "Deployment",
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
  return object;
}
