import { ACCELERATOR_OPTIONS, acceleratorOptionProblem } from "../accelerator-options.ts";
import { remove } from "../fix.ts";
import { isSessionEntry, sessionEntryProblem } from "../session-entries.ts";
import type { Check } from "./check.ts";

/** Accelerators that Triton or the embedded engine support; neither supports all. */
const GPU_ACCELERATORS = ["tensorrt", "cuda", "dml", "coreml", "webgpu"];
const CPU_ACCELERATORS = ["openvino"];
const WHOLE_NUMBERS = ["intra_op_thread_count", "inter_op_thread_count", "execution_mode"];

interface Accelerator {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

interface Accelerators {
  readonly gpu_execution_accelerator: readonly Accelerator[];
  readonly cpu_execution_accelerator: readonly Accelerator[];
}

/**
 * SPEC.md CFG-L9: settings of ONNX Runtime that a server rejects. Without `server`, those that any server rejects and
 * those that could access files.
 */
export function checkOnnxSettings(check: Check, server: "triton" | "embedded" | undefined): void {
  const { config } = check;
  const isOpen = config.backend === "" && config.platform === "" && !config.ensemble_scheduling;
  // Triton checks only one of the session entries.
  if (server !== "triton" && (isOpen || config.backend === "onnxruntime"))
    checkSessionEntries(check);
  if (config.backend !== "onnxruntime") return;
  const groups = config.instance_group;
  const onCpu = groups.length > 0 && groups.every(({ kind }) => kind === "KIND_CPU");
  if (!onCpu) {
    checkAccelerators(check, "gpu_execution_accelerator", GPU_ACCELERATORS);
    checkAcceleratorOptions(check, server);
  }
  checkAccelerators(check, "cpu_execution_accelerator", CPU_ACCELERATORS);
  for (const name of WHOLE_NUMBERS) {
    const text = config.parameters[name]?.string_value;
    if (text === undefined || /^\s*[+-]?\d/.test(text)) continue;
    const path = `parameters["${name}"]`;
    const message = `failed to convert '${text}' to integral number: parameter ${name} of '${check.name}' must be a whole number`;
    check.problem("onnx-parameter", path, message, { fix: remove(path, `the parameter ${name}`) });
  }
}

/** OPT-1 of ../../backends/SPEC.md. */
function checkSessionEntries({ config, problem }: Check): void {
  for (const [name, { string_value: value }] of Object.entries(config.parameters)) {
    const message = isSessionEntry(name) ? sessionEntryProblem(name, value) : undefined;
    if (message === undefined) continue;
    const path = `parameters[${JSON.stringify(name)}]`;
    problem("onnx-parameter", path, message, { fix: remove(path, `the parameter ${name}`) });
  }
}

/** OPT-2 of ../../backends/SPEC.md; Triton rejects unknown names for TensorRT, and passes on the others. */
function checkAcceleratorOptions(
  { config, problem }: Check,
  server: "triton" | "embedded" | undefined,
): void {
  const all = config.optimization?.["execution_accelerators"] as Accelerators | undefined;
  all?.gpu_execution_accelerator.forEach(({ name, parameters = {} }, index) => {
    if (!GPU_ACCELERATORS.includes(name)) return;
    for (const [key, value] of Object.entries(parameters)) {
      const found = acceleratorOptionProblem(name, key, value);
      const isUnknown = !Object.hasOwn(ACCELERATOR_OPTIONS[name] ?? {}, key);
      if (found === undefined) continue;
      if (server !== "embedded" && !(name === "tensorrt" && isUnknown)) continue;
      const path = `optimization.execution_accelerators.gpu_execution_accelerator[${index}].parameters[${JSON.stringify(key)}]`;
      problem("onnx-accelerator", path, found, { fix: remove(path, `the parameter ${key}`) });
    }
  });
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
