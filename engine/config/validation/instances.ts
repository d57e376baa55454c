import type { Check } from "./check.ts";

/** SPEC.md V11. `gpus` undefined: the GPUs are not known, so ids are not checked. */
export function checkInstanceGroups(check: Check, gpus: readonly number[] | undefined): void {
  const { config, name, problem } = check;
  const tensorRt = config.backend === "tensorrt" || config.platform === "tensorrt_plan";
  config.instance_group.forEach((group, index) => {
    const path = `instance_group[${index}]`;
    const what = `instance group ${group.name || `${name}_${index}`} of model ${name}`;
    const takesGpus = group.kind === "KIND_GPU" || group.kind === "KIND_AUTO";
    if (!takesGpus && group.gpus.length > 0) {
      problem(
        "gpus-forbidden",
        `${path}.gpus`,
        `${what} has kind ${group.kind} but specifies one or more GPUs`,
      );
    } else if (gpus !== undefined && takesGpus) {
      if (group.kind === "KIND_GPU" && gpus.length === 0) {
        problem("no-gpu", `${path}.kind`, `${what} has kind KIND_GPU but no GPUs are available`);
      }
      const unknown = group.gpus.find((id) => !gpus.includes(id));
      if (unknown !== undefined && gpus.length > 0) {
        problem(
          "gpu-unknown",
          `${path}.gpus`,
          `${what} specifies invalid or unsupported gpu id ${unknown}. Available GPUs are: ${gpus.join(", ")}`,
        );
      }
    }
    if (group.profile.length > 0 && !tensorRt) {
      problem(
        "profile",
        `${path}.profile`,
        `${what} specifies profile, which is only for TensorRT models`,
      );
    }
    group.profile.forEach((profile, position) => {
      if (!/^\d+$/.test(profile)) {
        problem(
          "profile",
          `${path}.profile[${position}]`,
          `${what} has profile '${profile}', expected a non-negative integer`,
        );
      }
    });
  });
}
