import type { LoadProblem } from "../../main/contract/index.ts";

/** How to fix a model that can't be loaded. `folder`: the model's folder, "" if it can't be accessed. */
export function describeRemedy(problem: LoadProblem, model: string, folder: string): string {
  switch (problem.kind) {
    case "configuration":
      return problem.line === undefined
        ? "Fix the configuration and apply it; applying loads the model."
        : `Fix line ${problem.line} of config.pbtxt and apply it; applying loads the model.`;
    case "file":
      return `Put the model file at ${problem.path}, then load ${model} again.`;
    case "version":
      return `Create a version folder ${folder === "" ? `named 1 in the folder of ${model}` : `${folder}/1`} with the model file in it, then load ${model} again. A version policy that names other versions leaves it out.`;
    case "part":
      return `Load ${problem.model} first, then load ${model} again.`;
    case "other":
      return "Check the model file and the configuration, then load the model again.";
  }
}
