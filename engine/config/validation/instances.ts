import { remove } from "../fix.ts";
import type { Check } from "./check.ts";
import { mayBeTensorRt } from "./model.ts";

/** SPEC.md CFG-V11. If `gpus` is undefined, GPU ids are not checked. */
export function checkInstanceGroups(check: Check, gpus: readonly number[] | undefined): void {
  const { config, name, problem } = check;
  config.instance_group.forEach((group, index) => {
    const path = `instance_group[${index}]`;
    const what = `instance group ${group.name || `${name}_${index}`} of model ${name}`;
    const takesGpus = group.kind === "KIND_GPU" || group.kind === "KIND_AUTO";
    if (!takesGpus && group.gpus.length > 0) {
      problem(
        "gpus-forbidden",
        `${path}.gpus`,
        `${what} has kind ${group.kind} but specifies one or more GPUs`,
        { fix: remove(`${path}.gpus`) },
      );
    } else if (gpus !== undefined && takesGpus) {
      if (group.kind === "KIND_GPU" && gpus.length === 0) {
        const message = `${what} has kind KIND_GPU but no GPUs are available`;
        // Without known GPUs their ids can't be checked.
        const changes = [
          ...(group.gpus.length > 0 ? [{ path: `${path}.gpus` }] : []),
          { path: `${path}.kind`, value: "KIND_CPU" },
        ];
        const fix = { title: "Set kind to KIND_CPU", changes };
        problem("no-gpu", `${path}.kind`, message, { fix });
      }
      const unknown = group.gpus.find((id) => !gpus.includes(id));
      if (unknown !== undefined && gpus.length > 0) {
        problem(
          "gpu-unknown",
          `${path}.gpus`,
          `${what} specifies invalid or unsupported gpu id ${unknown}. Available GPUs are: ${gpus.join(", ")}`,
          { fix: remove(`${path}.gpus`, "gpus: every GPU is used") },
        );
      }
    }
    if (group.profile.length > 0 && !mayBeTensorRt(config)) {
      problem(
        "profile",
        `${path}.profile`,
        `${what} specifies profile field which is only supported for TensorRT models`,
        { fix: remove(`${path}.profile`) },
      );
      return;
    }
    group.profile.forEach((profile, position) => {
      if (!/^\d+$/.test(profile)) {
        problem(
          "profile",
          `${path}.profile[${position}]`,
          `${what} specifies invalid profile ${profile}. The field should contain the string representation of a non-negative integer.`,
          { fix: remove(`${path}.profile[${position}]`, `the profile '${profile}'`) },
        );
      }
    });
  });
}
