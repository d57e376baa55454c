import { describe, expect, it } from "vitest";
import type { ModelConfig } from "../../config/types.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { noGpu, providerChoices } from "./providers.ts";

const place = (kind: string, deviceId = -1) => ({ name: "m_0", kind, deviceId });

const names = (kind: string, platform: string, config: Partial<ModelConfig> = {}) =>
  providerChoices(place(kind, 1), modelConfig(config), platform).map(({ name }) => name);

const accelerators = (
  field: "gpu_execution_accelerator" | "cpu_execution_accelerator",
  name: string,
  parameters: Record<string, string> = {},
): Partial<ModelConfig> => ({
  optimization: { execution_accelerators: { [field]: [{ name, parameters }] } },
});

describe("execution providers", () => {
  it.each(["KIND_CPU", "KIND_MODEL"])("[BACKEND-5] %s computes on the CPU", (kind) => {
    expect(names(kind, "linux")).toEqual(["cpu"]);
  });

  it("[BACKEND-5] KIND_GPU uses the first provider that works, never the CPU", () => {
    expect(names("KIND_GPU", "linux")).toEqual(["cuda", "webgpu"]);
    expect(names("KIND_GPU", "win32")).toEqual(["dml", "webgpu"]);
    expect(names("KIND_GPU", "darwin")).toEqual(["coreml", "webgpu"]);
  });

  it("[BACKEND-6] KIND_AUTO uses a GPU only through CUDA, else the CPU", () => {
    expect(names("KIND_AUTO", "linux")).toEqual(["cuda", "cpu"]);
    expect(names("KIND_AUTO", "darwin")).toEqual(["cpu"]);
    const webgpu = accelerators("gpu_execution_accelerator", "webgpu");
    expect(names("KIND_AUTO", "darwin", webgpu)).toEqual(["webgpu", "cpu"]);
  });

  it("[BACKEND-5] uses the instance's device, and the CPU for what the GPU can't compute", () => {
    const [choice] = providerChoices(place("KIND_GPU", 3), modelConfig({}), "linux");
    expect(choice).toEqual({
      name: "cuda",
      deviceId: 3,
      executionProviders: [{ name: "cuda", deviceId: 3 }, "cpu"],
      probe: { name: "cuda", deviceId: 3 },
    });
  });

  it("[BACKEND-7] a named accelerator is the only one used; CUDA backs TensorRT", () => {
    const config = accelerators("gpu_execution_accelerator", "tensorrt", {
      precision_mode: "FP32",
      trt_engine_cache_enable: "1",
    });
    const [choice, ...others] = providerChoices(place("KIND_GPU", 0), modelConfig(config), "linux");
    expect(others).toEqual([]);
    expect(choice?.executionProviders).toEqual([
      { name: "tensorrt", deviceId: 0 },
      { name: "cuda", deviceId: 0 },
      "cpu",
    ]);
    expect(names("KIND_AUTO", "linux", config)).toEqual(["tensorrt", "cpu"]);
    expect(names("KIND_CPU", "linux", config)).toEqual(["cpu"]);
  });

  it.each([
    [
      accelerators("gpu_execution_accelerator", "openvino"),
      "unknown Execution Accelerator 'openvino' is requested; this engine knows 'tensorrt', 'cuda'",
    ],
    [
      accelerators("cpu_execution_accelerator", "openvino"),
      "unknown Execution Accelerator 'openvino' is requested; this engine's ONNX Runtime has none",
    ],
    [
      accelerators("gpu_execution_accelerator", "tensorrt", { precision_mode: "FP16" }),
      'execution accelerator \'tensorrt\' has the parameter "precision_mode" with "FP16"',
    ],
  ])("[BACKEND-7] refuses what it can't give (%#)", (config, message) => {
    expect(() => names("KIND_GPU", "linux", config)).toThrow(message);
  });

  it("[BACKEND-8] reports what was tried and why it failed", () => {
    const { code, message } = noGpu(place("KIND_GPU", 1), [
      "cuda: no library",
      "webgpu: /src/webgpu_context.cc:136 onnxruntime::Initialize(const Config&)::<lambda()> result == Success was false. No driver\n",
    ]);
    expect(code).toBe("INVALID_ARGUMENT");
    expect(message).toContain(
      "instance 'm_0' asks for a GPU (KIND_GPU, device 1), but no execution provider of this engine's ONNX Runtime could use one: cuda: no library; webgpu: No driver. Use KIND_AUTO or KIND_CPU",
    );
  });
});
