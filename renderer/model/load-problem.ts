/** What keeps a model from being loaded, as far as the server's words say. */
export type LoadProblem =
  /** The configuration, at a place of its text where the words name one; 1-based. */
  | { readonly kind: "configuration"; readonly line?: number; readonly column?: number }
  /** A file that the configuration expects is missing. */
  | { readonly kind: "file"; readonly path: string }
  /** The model's folder has no version folder that the version policy would serve. */
  | { readonly kind: "version" }
  /** An ensemble over a model that does not serve. */
  | { readonly kind: "part"; readonly model: string }
  | { readonly kind: "other" };

/** Reads the reason of a Triton or a Batchdeck engine for a model that it does not serve. */
export function loadProblem(reason: string): LoadProblem {
  const place = /config\.pbtxt line (\d+) column (\d+)/.exec(reason);
  if (place) return { kind: "configuration", line: Number(place[1]), column: Number(place[2]) };
  const part =
    /ensemble '[^']+' depends on '([^']+)'/.exec(reason) ??
    /contains models that are not available(?: or ambiguous)?: ([^\s,;]+)/.exec(reason);
  if (part?.[1]) return { kind: "part", model: part[1] };
  const file = /unable to find '([^']+)'/.exec(reason);
  if (file?.[1]) return { kind: "file", path: file[1] };
  if (/at least one version must be available/.test(reason)) return { kind: "version" };
  return /^Invalid argument\b/i.test(reason) ? { kind: "configuration" } : { kind: "other" };
}

/** What to do about it. `folder`: the model's, "" where it is out of reach. */
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
