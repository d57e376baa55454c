import type {
  EnvironmentChange,
  ExperimentPlan,
  FlagChange,
  Launch,
  LaunchCandidate,
  LaunchFlag,
  LaunchPlan,
  LaunchProduct,
  Workload,
} from "../../main/contract/index.ts";

export interface LaunchForm {
  readonly kind: LaunchPlan["place"]["kind"];
  readonly command: string;
  readonly contextId: number | null;
  /** "OWNER/NAMESPACE/NAME" */
  readonly workload: string;
  readonly container: string;
  /** Whether its pods are reached through the server of this page. */
  readonly throughServer: boolean;
  readonly candidates: readonly LaunchCandidate[];
  readonly readySeconds: number | null;
}

const FIRST: LaunchForm = {
  kind: "process",
  command: "",
  contextId: null,
  workload: "",
  container: "",
  throughServer: false,
  candidates: [],
  readySeconds: 900,
};

/** As the last comparison was, without its candidates. */
export function firstForm(last: Launch | undefined): LaunchForm {
  if (!last) return FIRST;
  const { place, readySeconds } = last.plan;
  if (place.kind === "process") return { ...FIRST, command: place.command, readySeconds };
  return {
    ...FIRST,
    kind: "deployment",
    contextId: place.contextId,
    workload: `${place.owner}/${place.namespace}/${place.name}`,
    container: place.container,
    throughServer: place.serverId !== null,
    readySeconds,
  };
}

export function commandExample(product: LaunchProduct): string {
  return product === "vllm"
    ? "/opt/venv/bin/vllm serve my-model --max-num-seqs 128"
    : "/opt/venv/bin/python -m sglang.launch_server --model-path my-model";
}

/** Null while something is missing. */
export function toPlan(
  form: LaunchForm,
  product: LaunchProduct,
  experiment: ExperimentPlan | null,
  serverId: string,
): LaunchPlan | null {
  const place = toPlace(form, serverId);
  const { candidates, readySeconds } = form;
  if (!place || !experiment || candidates.length === 0 || !isReadySeconds(readySeconds))
    return null;
  return { product, place, candidates: [...candidates], readySeconds, experiment };
}

function toPlace(form: LaunchForm, serverId: string): LaunchPlan["place"] | null {
  const { kind, command, contextId, container, throughServer } = form;
  if (kind === "process") return command.trim() === "" ? null : { kind, command: command.trim() };
  const found = chosenWorkload(form);
  if (contextId === null || !found || container === "") return null;
  return { kind, contextId, ...found, container, serverId: throughServer ? serverId : null };
}

/** Null while none is chosen. */
export function chosenWorkload({ workload }: Pick<LaunchForm, "workload">) {
  const [kind = "", namespace = "", name = ""] = workload.split("/");
  const owner = OWNERS.find((each) => each === kind);
  return owner && name !== "" ? { owner, namespace, name } : null;
}

const OWNERS: readonly ClusterPlace["owner"][] = [
  "Deployment",
  "StatefulSet",
  "InferenceService",
  "LLMInferenceService",
];
type ClusterPlace = Extract<LaunchPlan["place"], { kind: "deployment" }>;

/** Where the flags of a cluster's servers are, each once: those that KServe made belong to its service. */
export function workloadChoices(
  workloads: readonly Workload[],
  product: LaunchProduct,
): { value: string; label: string }[] {
  const found = workloads
    .filter(({ kind }) => kind === product)
    .map(({ owner, namespace, name, service }) =>
      service ? { owner: service.kind, namespace, name: service.name } : { owner, namespace, name },
    )
    .filter(({ owner }) => OWNERS.some((each) => each === owner))
    .map(({ owner, namespace, name }) => ({
      value: `${owner}/${namespace}/${name}`,
      label: `${namespace}/${name} (${owner})`,
    }));
  return [...new Map(found.map((each) => [each.value, each])).values()];
}

export function isReadySeconds(seconds: number | null): seconds is number {
  return seconds !== null && Number.isInteger(seconds) && seconds >= 5 && seconds <= 7200;
}

/** A candidate for each of the values, separated by commas; one for a flag without a value. */
export function candidatesFor(flag: string, values: string): LaunchCandidate[] {
  const listed = values
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
  const each = listed.length === 0 ? [""] : [...new Set(listed)];
  return each.map((value) => {
    const change = { flag, value };
    return { label: describeChange(change).slice(0, 80), changes: [change] };
  });
}

/** A candidate with one more change, which replaces one of the same flag. */
export function withAnother(candidate: LaunchCandidate, change: FlagChange): LaunchCandidate {
  const others = candidate.changes.filter(({ flag }) => flag !== change.flag);
  return labelled({ ...candidate, changes: [...others, change] });
}

/** A candidate with one more variable, which replaces one of the same name; without a candidate, a new one. */
export function withVariable(
  candidate: LaunchCandidate | undefined,
  variable: EnvironmentChange,
): LaunchCandidate {
  const { changes = [], environment = [] } = candidate ?? {};
  const others = environment.filter(({ name }) => name !== variable.name);
  return labelled({ changes, environment: [...others, variable] });
}

function labelled({ changes, environment = [] }: Omit<LaunchCandidate, "label">): LaunchCandidate {
  const parts = [...changes.map(describeChange), ...environment.map(describeVariable)];
  return {
    label: parts.join(", ").slice(0, 80),
    changes,
    ...(environment.length > 0 && { environment }),
  };
}

function describeVariable({ name, value }: EnvironmentChange): string {
  return value === null ? `without ${name}` : `${name}=${value}`;
}

/** "--max-num-seqs 64", "--enable-prefix-caching off", "without --seed" */
export function describeChange({ flag, value }: FlagChange): string {
  if (value === null) return `without ${flag}`;
  return value === "" ? flag : `${flag} ${value}`;
}

/** What to enter as the value of a flag. */
export function valueHint({ value: kind, fallback }: LaunchFlag): string {
  return `${rangeHint(kind)} Default: ${fallback}.`;
}

function rangeHint(kind: LaunchFlag["value"]): string {
  switch (kind.kind) {
    case "switch":
      return "on or off.";
    case "choice":
      return `${kind.choices.join(", ")}.`;
    case "text":
      return "Text.";
    case "number": {
      const from = kind.exclusive ? `more than ${kind.least}` : `from ${kind.least}`;
      return `${kind.whole ? "Whole number" : "Number"}, ${from}${kind.most === null ? "" : ` to ${kind.most}`}.`;
    }
  }
}
