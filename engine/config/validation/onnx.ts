import { remove } from "../fix.ts";
import type { Check } from "./check.ts";

/** What Triton and the embedded engine know, the one more of these, the other more of those. */
const GPU_ACCELERATORS = ["tensorrt", "cuda", "dml", "coreml", "webgpu"];
const CPU_ACCELERATORS = ["openvino"];
const WHOLE_NUMBERS = ["intra_op_thread_count", "inter_op_thread_count", "execution_mode"];

interface Accelerators {
  readonly gpu_execution_accelerator: readonly { readonly name: string }[];
  readonly cpu_execution_accelerator: readonly { readonly name: string }[];
}

/** SPEC.md L9: settings of the ONNX Runtime that it refuses. */
export function checkOnnxSettings(check: Check): void {
  const { config } = check;
  if (config.backend !== "onnxruntime") return;
  const groups = config.instance_group;
  const onCpu = groups.length > 0 && groups.every(({ kind }) => kind === "KIND_CPU");
  if (!onCpu) checkAccelerators(check, "gpu_execution_accelerator", GPU_ACCELERATORS);
  checkAccelerators(check, "cpu_execution_accelerator", CPU_ACCELERATORS);
  for (const name of WHOLE_NUMBERS) {
    const text = config.parameters[name]?.string_value;
    if (text === undefined || /^\s*[+-]?\d/.test(text)) continue;
    const path = `parameters["${name}"]`;
    const message = `failed to convert '${text}' to integral number: parameter ${name} of '${check.name}' must be a whole number`;
    check.problem("onnx-parameter", path, message, { fix: remove(path, `the parameter ${name}`) });
  }
}

function checkAccelerators(
  { config, problem }: Check,
  field: keyof Accelerators,
  known: readonly string[],
): void {
  const all = config.optimization?.["execution_accelerators"] as Accelerators | undefined;
  all?.[field].forEach(({ name }, index) => {
    if (known.includes(name)) return;
    const path = `optimization.execution_accelerators.${field}[${index}]`;
    const message = `unknown Execution Accelerator '${name}' is requested; known are ${known.join(", ")}`;
    problem("onnx-accelerator", `${path}.name`, message, {
      fix: remove(path, `the accelerator '${name}'`),
    });
  });
}
