import {
  type ConversationPlan,
  type ExperimentPlan,
  experimentPlan,
  hasTiming,
  holdsConversations,
  isChatPlan,
  isPooling,
  isStreamedPlan,
  type RequestTrace,
} from "../../../main/contract/index.ts";
import { chatErrors } from "./chat-errors.ts";

/** Errors of a plan by the path of the field, e.g. "traffic.0.batchSize"; empty if it is valid. */
export type PlanErrors = ReadonlyMap<string, string>;

type Issue = NonNullable<ReturnType<typeof experimentPlan.safeParse>["error"]>["issues"][number];

function valueAt(plan: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    plan,
  );
}

/** The contract's rejection as a sentence with the valid range. */
function sentence(issue: Issue, value: unknown): string {
  if (issue.code === "too_small") {
    const { origin, minimum, inclusive } = issue;
    if (origin === "string") return "This can't be empty.";
    if (origin === "array") return Number(minimum) === 1 ? "At least one." : `At least ${minimum}.`;
    return `${String(value)} is too small: ${inclusive ? "at least" : "more than"} ${minimum}.`;
  }
  if (issue.code === "too_big") {
    const { origin, maximum } = issue;
    if (origin === "string") return `It is too long: at most ${maximum} characters.`;
    if (origin === "array") return `Too many: at most ${maximum}.`;
    return `${String(value)} is too large: at most ${maximum}.`;
  }
  if (issue.code === "invalid_type") {
    return issue.expected === "int"
      ? `${String(value)} is not a whole number.`
      : "This is not a number.";
  }
  return issue.message;
}

function* conversationErrors(
  { load, traffic }: ExperimentPlan,
  conversation: ConversationPlan | null,
  at: string,
): Generator<[string, string]> {
  if (conversation === null) return;
  const { turns, laterLengths, think } = conversation;
  if (turns?.kind === "uniform" && turns.least > turns.most) {
    yield [`${at}.turns.most`, `${turns.most} is less than the fewest.`];
  }
  if (laterLengths?.kind === "uniform" && laterLengths.least > laterLengths.most) {
    yield [`${at}.laterLengths.most`, `${laterLengths.most} is less than the least.`];
  }
  if (think.kind === "uniform" && think.leastMs > think.mostMs) {
    yield [`${at}.think.mostMs`, `${think.mostMs} is less than the shortest.`];
  }
  if (load.kind === "concurrency" && conversation.mostInProgress)
    yield [`${at}.mostInProgress`, "Clients have one conversation each. Leave it empty."];
  if (load.kind !== "concurrency" && traffic.some(({ inputs }) => !holdsConversations(inputs))) {
    yield ["load", "All requests must be conversations, or none. Choose Clients for a mixture."];
  }
}

function* traceErrors(
  { load, traffic }: ExperimentPlan,
  { path, format, from, until, read }: RequestTrace,
  at: string,
): Generator<[string, string]> {
  if (path !== "" && read === null) yield [`${at}.path`, "The trace has not been read yet."];
  if (until !== null && until <= from) {
    yield [`${at}.until`, `${until} is not after the beginning, ${from}.`];
  }
  if (load.kind !== "trace") return;
  if (!hasTiming(format) || read?.seconds === null) {
    yield ["load", "This trace does not record when requests arrived; choose clients or a rate."];
  }
  if (traffic.length > 1) yield ["load", "A trace can be replayed with only one kind of requests."];
}

/** Errors that involve several fields, by the field to change. */
function* acrossFields(plan: ExperimentPlan): Generator<[string, string]> {
  const { traffic, load, goal, objective, stopWhenCertified } = plan;
  for (const [index, { sequence, inputs }] of traffic.entries()) {
    const at = `traffic.${index}`;
    if (sequence && sequence.shortest > sequence.longest) {
      yield [`${at}.sequence.longest`, `${sequence.longest} is less than the shortest.`];
    }
    if (inputs.kind === "generated") {
      for (const [name, shape] of Object.entries(traffic[index]?.shapes ?? {})) {
        if (shape.length === 0) yield [`${at}.shapes.${name}`, "Enter a shape such as 3, 64, 64."];
      }
      for (const [name, spread] of Object.entries(inputs.byInput)) {
        const under = `${at}.inputs.byInput.${name}`;
        if (spread.kind === "texts" && spread.shortest > spread.longest) {
          yield [`${under}.longest`, `${spread.longest} is less than the shortest.`];
        }
        if (spread.kind === "uniform" && spread.least > spread.most) {
          yield [`${under}.most`, `${spread.most} is less than the least.`];
        }
      }
    }
    if (inputs.kind === "chat") {
      const { prompts } = inputs;
      yield* chatErrors(inputs, `${at}.inputs`);
      yield* conversationErrors(plan, inputs.conversation ?? null, `${at}.inputs.conversation`);
      if (prompts.kind === "trace") yield* traceErrors(plan, prompts, `${at}.inputs.prompts`);
    }
    if (isPooling(inputs) && !inputs.file) {
      const named =
        inputs.kind === "rerank"
          ? ([
              ["queries", inputs.queries],
              ["documents", inputs.documents],
            ] as const)
          : ([["lengths", inputs.lengths]] as const);
      for (const [name, lengths] of named) {
        if (lengths.kind === "uniform" && lengths.least > lengths.most)
          yield [`${at}.inputs.${name}.most`, `${lengths.most} is less than the least.`];
      }
    }
    if (inputs.kind === "numpy" && Object.keys(inputs.files).length === 0) {
      yield [`${at}.inputs.files`, "Enter at least one file."];
    }
    if (inputs.kind === "csv" && Object.keys(inputs.columns).length === 0) {
      yield [`${at}.inputs.columns`, "Enter the columns of at least one input."];
    }
  }
  const hasTokenLimit = objective?.of === "firstToken" || (objective?.perTokenMs ?? null) !== null;
  if (hasTokenLimit && !isStreamedPlan(plan)) {
    yield [
      "objective",
      isChatPlan(plan)
        ? "Only streamed responses have times of tokens: set the objective again."
        : "Embeddings and rerank have no tokens: set the objective again.",
    ];
  }
  if (stopWhenCertified && !objective) {
    yield ["stopWhenCertified", "Certainty needs an objective: enter a percentile and a limit."];
  }
  if (goal.kind === "search") {
    if (!objective) yield ["goal", "A search needs an objective: enter a percentile and a limit."];
    if (goal.least >= goal.most) {
      yield ["goal.most", `${goal.most} is not more than the lowest, ${goal.least}.`];
    }
    if (load.kind !== "concurrency" && load.kind !== "rate") {
      yield ["load", "A search varies the concurrency or the rate; choose one of the two."];
    }
  }
  if (goal.kind === "compare") {
    for (const [index, { configText }] of goal.candidates.entries()) {
      if (configText?.trim() === "") {
        yield [`goal.candidates.${index}.configText`, "Choose a configuration, or write one."];
      }
    }
    const steps =
      load.kind === "concurrency" ? load.levels : load.kind === "rate" ? load.rates : [0];
    if (steps.length > 1) {
      const field = load.kind === "concurrency" ? "load.levels" : "load.rates";
      yield [field, "A comparison measures every candidate at one load: choose one."];
    }
  }
}

/** The errors of the plan for the user. */
export function planErrors(plan: ExperimentPlan): PlanErrors {
  const errors = new Map<string, string>();
  const { error } = experimentPlan.safeParse(plan);
  for (const issue of error?.issues ?? []) {
    const path = issue.path.map(String).join(".");
    if (!errors.has(path)) errors.set(path, sentence(issue, valueAt(plan, issue.path)));
  }
  for (const [path, words] of acrossFields(plan)) {
    if (!errors.has(path)) errors.set(path, words);
  }
  return errors;
}

/** The first error of a field or of anything inside it. */
export function errorWithin(errors: PlanErrors, path: string): string | null {
  for (const [at, words] of errors) {
    if (at === path || at.startsWith(`${path}.`)) return words;
  }
  return null;
}
