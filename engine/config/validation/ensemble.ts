import { type Fix, remove, setTo } from "../fix.ts";
import { suggestedName } from "../near.ts";
import type { EnsembleScheduling } from "../types.ts";
import { type Check, startCheck } from "./check.ts";

const PATH = "ensemble_scheduling";

/** SPEC.md CFG-V8: the rules that need no knowledge of the models. */
export function checkEnsemble(check: Check): void {
  const { config, name, problem } = check;
  const ensemble = config.ensemble_scheduling;
  if (config.platform !== "ensemble") {
    if (ensemble === undefined) return;
    problem(
      "ensemble-platform",
      PATH,
      `ensemble scheduling cannot be set for model '${name}' whose platform is not ensemble`,
      { fix: isEnsemble(check) ? setTo("platform", "ensemble") : undefined },
    );
    return;
  }
  if (ensemble === undefined) {
    const message = `ensemble scheduling must be set for ensemble ${name} whose platform is ensemble`;
    problem("ensemble-missing", "platform", message);
    return;
  }
  checkForbidden(check);
  if (ensemble.step.length === 0)
    problem("ensemble-steps", PATH, `must specify 'step' for ensemble '${name}'`);
  checkSteps(check, ensemble);
  checkTensors(check, ensemble);
  checkFlow(check, ensemble);
}

/** Whether only the platform is wrong. */
function isEnsemble({ config, name }: Check): boolean {
  const { check, problems } = startCheck({ ...config, platform: "ensemble" }, name, "validation");
  checkEnsemble(check);
  return problems.length === 0 && config.backend === "";
}

function checkForbidden({ config, name, problem }: Check): void {
  if (config.instance_group.length > 0) {
    problem(
      "ensemble-instances",
      "instance_group",
      `instance group should not be specified for ensemble '${name}'`,
      { rule: "I3", fix: remove("instance_group") },
    );
  }
  if (config.optimization !== undefined) {
    problem(
      "ensemble-optimization",
      "optimization",
      `optimization should not be specified for ensemble '${name}'`,
      { rule: "I3", fix: remove("optimization") },
    );
  }
  if (config.model_warmup.length > 0) {
    problem(
      "ensemble-warmup",
      "model_warmup",
      `model_warmup can not be specified for ensemble '${name}'`,
      { rule: "I3", fix: remove("model_warmup") },
    );
  }
}

function checkSteps({ name, problem }: Check, ensemble: EnsembleScheduling): void {
  ensemble.step.forEach((step, index) => {
    const path = `${PATH}.step[${index}]`;
    const require = (present: boolean, field: string): void => {
      if (!present)
        problem(
          "ensemble-step",
          path,
          `must specify '${field}' in step ${index} of ensemble '${name}'`,
        );
    };
    require(step.model_name !== "", "model_name");
    require(Object.keys(step.input_map).length > 0, "input_map");
    require(Object.keys(step.output_map).length > 0, "output_map");
  });
}

/** Each tensor is written once, is read, and exists before it is read. */
function checkTensors({ config, name, problem }: Check, ensemble: EnsembleScheduling): void {
  const inputs = new Set(config.input.map((input) => input.name));
  const outputs = new Set(config.output.map((output) => output.name));
  const written = new Set(inputs);
  const read = new Set<string>();
  ensemble.step.forEach((step, index) => {
    for (const tensor of Object.values(step.input_map)) read.add(tensor);
    for (const [key, tensor] of Object.entries(step.output_map)) {
      if (written.has(tensor)) {
        const message = `ensemble tensor '${tensor}' can appear in an output map only once for ensemble '${name}' step ${index}`;
        problem(
          "ensemble-written-twice",
          `${PATH}.step[${index}].output_map[${JSON.stringify(key)}]`,
          message,
        );
      }
      written.add(tensor);
    }
  });
  ensemble.step.forEach((step, index) => {
    for (const [key, tensor] of Object.entries(step.input_map)) {
      if (written.has(tensor)) continue;
      const message = `ensemble tensor '${tensor}', read in step ${index} of ensemble '${name}', is neither an input nor the output of a step`;
      const path = `${PATH}.step[${index}].input_map[${JSON.stringify(key)}]`;
      const near = suggestedName(tensor, [...written]);
      const fits = near !== undefined && !waits(ensemble, index, near);
      const fix = fits ? readInstead(path, near) : undefined;
      problem("ensemble-not-written", path, message, { fix });
    }
    for (const [key, tensor] of Object.entries(step.output_map)) {
      if (read.has(tensor) || outputs.has(tensor)) continue;
      const message = `ensemble tensor '${tensor}' is unused in ensemble '${name}', which writes it in step ${index}`;
      const path = `${PATH}.step[${index}].output_map[${JSON.stringify(key)}]`;
      const spare = Object.keys(step.output_map).length > 1;
      const fix = spare ? remove(path, `the output '${key}' of step ${index}`) : undefined;
      problem("ensemble-unused", path, message, { fix });
    }
  });
  config.input.forEach((input, index) => {
    if (read.has(input.name)) return;
    problem(
      "ensemble-unused",
      `input[${index}].name`,
      `ensemble input '${input.name}' for ensemble ${name} is not used`,
      { fix: remove(`input[${index}]`, `the input '${input.name}'`) },
    );
  });
  config.output.forEach((output, index) => {
    if (written.has(output.name)) return;
    problem(
      "ensemble-not-written",
      `output[${index}].name`,
      `output '${output.name}' for ensemble '${name}' is not written`,
    );
  });
}

/** Whether the producer of a tensor depends on a step's output, directly or through others. */
function waits({ step: steps }: EnsembleScheduling, index: number, tensor: string): boolean {
  const after = new Set(Object.values(steps[index]?.output_map ?? {}));
  // A set's iteration includes elements added during it.
  for (const each of after)
    for (const { input_map, output_map } of steps)
      if (Object.values(input_map).includes(each))
        for (const output of Object.values(output_map)) after.add(output);
  return after.has(tensor);
}

function readInstead(path: string, tensor: string): Fix {
  return { title: `Read '${tensor}' instead`, changes: [{ path, value: tensor }] };
}

/** Steps that depend on each other's outputs never run. */
function checkFlow({ config, name, problem }: Check, ensemble: EnsembleScheduling): void {
  const ready = new Set(config.input.map((input) => input.name));
  const written = new Set(ensemble.step.flatMap((step) => Object.values(step.output_map)));
  let waiting = ensemble.step.map((step, index) => ({ step, index }));
  for (;;) {
    // Tensors that no step writes are reported elsewhere; no step depends on them here.
    const runs = ({ step }: (typeof waiting)[number]) =>
      Object.values(step.input_map).every((tensor) => ready.has(tensor) || !written.has(tensor));
    const running = waiting.filter(runs);
    if (running.length === 0) break;
    for (const { step } of running) {
      for (const tensor of Object.values(step.output_map)) ready.add(tensor);
    }
    waiting = waiting.filter((entry) => !running.includes(entry));
  }
  const [first] = waiting;
  if (first === undefined) return;
  const [tensor] = Object.values(first.step.output_map);
  const indices = waiting.map(({ index }) => index).join(" and ");
  problem(
    "ensemble-cycle",
    `${PATH}.step[${first.index}]`,
    `ensemble tensor '${tensor}' is unused in ensemble '${name}': steps ${indices} wait for each other's output`,
  );
}
