import { describe, expect, it } from "vitest";
import { createPod, type PodShape } from "../testing/cluster-objects.ts";
import { findOwner } from "./owners.ts";
import { imageName } from "./ports.ts";
import { findKserveService } from "./kserve-service.ts";
import { recognise } from "./recognise.ts";

const seen = (container: PodShape["container"], labels: Record<string, string> = {}) => {
  const found = recognise(
    createPod({ name: "pod", container: { name: "c", ...container }, labels }),
  );
  return found && { kind: found.kind, ports: found.ports, evidence: found.evidence[0] };
};

const ports = (http: number | null, grpc: number | null = null, metrics: number | null = null) => ({
  http,
  grpc,
  metrics,
});

describe("[K8S-5] a pod is taken for", () => {
  it.each([
    ["nvcr.io/nvidia/tritonserver:25.08-py3", "triton", ports(8000, 8001, 8002)],
    ["localhost:5000/team/tritonserver-custom@sha256:1f", "triton", ports(8000, 8001, 8002)],
    ["vllm/vllm-openai:v0.10.1", "vllm", ports(8000)],
    ["lmsysorg/sglang:v0.5.3", "sglang", ports(30000)],
    ["ghcr.io/ggml-org/llama.cpp:server-cuda", "llamaCpp", ports(8080)],
    ["ollama/ollama:0.12.0", "ollama", ports(11434)],
    ["ghcr.io/huggingface/text-generation-inference:3.3.7", "tgi", ports(80)],
    ["registry.k8s.io/gateway-api-inference-extension/epp:v1.5.0", "endpointPicker", ports(9090)],
    ["pytorch/torchserve:0.12.0-gpu", "torchserve", ports(8080, 7070, 8082)],
    ["tensorflow/serving:2.19.0", "tensorflowServing", ports(8501, 8500)],
    ["docker.io/seldonio/mlserver:1.7.1", "mlserver", ports(8080, 8081, 8082)],
    ["openvino/model_server:2025.2", "openvino", ports(8000, 9000)],
    ["kserve/sklearnserver:v0.15.2", "openInference", ports(8080, 8081)],
  ])("what its image %s is", (image, kind, expected) => {
    expect(seen({ image })).toMatchObject({ kind, ports: expected });
  });

  it.each([
    [["vllm", "serve", "meta-llama/Llama-3.1-8B", "--port", "9090"], "vllm", 9090],
    [["/bin/sh", "-c", "exec tritonserver --http-port=9000"], "triton", 9000],
    [["tensorflow_model_server", "--rest_api_port=9501"], "tensorflowServing", 9501],
    [["trtllm-serve", "meta-llama/Llama-3.1-8B", "--port", "8100"], "trtllm", 8100],
    [["python3", "-m", "sglang.launch_server", "--port=30001"], "sglang", 30001],
    [["mlserver", "start", "/models"], "mlserver", 8080],
    [["python3", "-m", "dynamo.frontend", "--http-port", "8100"], "dynamo", 8100],
  ])("what its container runs: %j", (command, kind, http) => {
    expect(seen({ image: "python:3.12", command })).toMatchObject({ kind, ports: { http } });
  });

  it("Dynamo's frontend, and none of its workers", () => {
    const image = "nvcr.io/nvidia/ai-dynamo/vllm-runtime:0.7.0";
    const frontend = { image, command: ["python3", "-m", "dynamo.frontend"] };
    expect(seen(frontend)).toMatchObject({ kind: "dynamo", ports: ports(8000) });
    expect(seen({ image, command: ["python3", "-m", "dynamo.vllm"] })).toBeNull();
  });

  it("what its label, or all of its ports say", () => {
    expect(seen({ image: "mine:1" }, { "app.kubernetes.io/name": "vLLM" })).toMatchObject({
      kind: "vllm",
      evidence: "Its label app.kubernetes.io/name is vLLM.",
    });
    const all = [8000, 8001, 8002].map((containerPort) => ({ containerPort }));
    expect(seen({ image: "mine:1", ports: all })).toMatchObject({
      kind: "triton",
      evidence: "It has ports 8000, 8001, 8002, which are Triton's.",
    });
    expect(seen({ image: "mine:1", ports: all.slice(0, 2) })).toBeNull();
  });

  it("Ray Serve only where Ray serves", () => {
    const image = "rayproject/ray:2.48.0-py311";
    expect(seen({ image })).toBeNull();
    expect(
      seen({ image }, { "ray.io/cluster": "r", "ray.io/originated-from-crd": "RayService" }),
    ).toMatchObject({ kind: "rayServe", ports: ports(8000, null, 8080) });
  });

  it("KServe's by its label, with the runtime's own image before it", () => {
    const labels = { "serving.kserve.io/inferenceservice": "iris" };
    expect(seen({ image: "mine:1", name: "kserve-container" }, labels)).toMatchObject({
      kind: "openInference",
      evidence: "KServe made it for the InferenceService iris.",
    });
    expect(seen({ image: "nvcr.io/nvidia/tritonserver:1" }, labels)?.kind).toBe("triton");
  });

  it("vLLM of an LLMInferenceService by its script, which also says what it belongs to", () => {
    const labels = {
      "app.kubernetes.io/component": "llminferenceservice-workload",
      "app.kubernetes.io/name": "coder",
      "app.kubernetes.io/part-of": "llminferenceservice",
    };
    const container = {
      name: "main",
      image: "ghcr.io/llm-d/llm-d-cuda:v0.9.0",
      command: ["/bin/bash", "-c", 'eval "exec vllm serve /mnt/models --port 8000 $@"', "--"],
    };
    const pod = { metadata: { name: "coder-1", labels }, spec: { containers: [container] } };
    expect(recognise(pod)).toMatchObject({
      kind: "vllm",
      evidence: expect.arrayContaining(["KServe made it for the LLMInferenceService coder."]),
    });
    const router = {
      ...labels,
      "app.kubernetes.io/component": "llminferenceservice-router-scheduler",
    };
    expect(findKserveService({ metadata: { name: "r", labels: router } })).toBeNull();
  });

  it("nothing else", () => {
    expect(seen({ image: "nginx:1.29", ports: [{ containerPort: 8080 }] })).toBeNull();
    expect(seen({ image: "mytritonserverless/web:1" })).toBeNull();
    expect(recognise({ metadata: { name: "bare" } })).toBeNull();
  });
});

it("[K8S-5] ports are what is declared by name, also where the numbers are others", () => {
  const declared = [
    { name: "http-triton", containerPort: 9000 },
    { name: "grpc-triton", containerPort: 9001 },
    { name: "metrics-triton", containerPort: 9002 },
  ];
  expect(seen({ image: "tritonserver:1", ports: declared })?.ports).toEqual(
    ports(9000, 9001, 9002),
  );
  expect(
    seen({ image: "tritonserver:1", ports: [{ name: "http", containerPort: 8000 }] })?.ports,
  ).toEqual(ports(8000));
});

it("[K8S-5] an image's name is without registry, tag and digest", () => {
  expect(imageName("gcr.io:443/A/b:1@sha256:0")).toBe("a/b");
  expect(imageName("vllm/vllm-openai")).toBe("vllm/vllm-openai");
});

describe("[K8S-6] a pod's owner", () => {
  const labels = { "pod-template-hash": "7d9c" };
  const replicaSet = { kind: "ReplicaSet", name: "triton-7d9c" };
  it("is the Deployment of its ReplicaSet, also where replica sets may not be read", () => {
    const pod = createPod({ name: "p", labels, owner: replicaSet });
    const set = {
      metadata: { name: "triton-7d9c", ownerReferences: [{ kind: "Rollout", name: "triton" }] },
    };
    expect(findOwner(pod, new Map([["models/triton-7d9c", set]]))).toEqual({
      kind: "Rollout",
      name: "triton",
    });
    expect(findOwner(pod, new Map())).toEqual({ kind: "Deployment", name: "triton" });
  });
  it("is what KubeRay names, the StatefulSet, or the pod itself", () => {
    const ray = {
      "ray.io/originated-from-crd": "RayService",
      "ray.io/originated-from-cr-name": "llm",
    };
    expect(findOwner(createPod({ name: "p", labels: ray }), new Map()).kind).toBe("RayService");
    const set = { kind: "StatefulSet", name: "triton" };
    expect(findOwner(createPod({ name: "p-0", owner: set }), new Map())).toEqual(set);
    expect(findOwner(createPod({ name: "p" }), new Map())).toEqual({ kind: "Pod", name: "p" });
  });
});
