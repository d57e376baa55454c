import { systemClock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type {
  Distribution,
  ExperimentPlan,
  InputChoice,
  ModelDetail,
  Traffic,
} from "../../../main/contract/index.ts";
import {
  hasDynamicDims,
  noSizesError,
  probeSizes,
  type SendChoice,
  sizeCandidates,
  createTrial,
} from "../../../main/sizes/index.ts";
import { exchangeGrpc, exchangeHttp, prepareRequest } from "../../../main/wire/exchange/index.ts";
import { isDecoupled, isSequenceModel, type Target } from "../../../main/wire/index.ts";
import type { InputDefaults, TrafficDefaults } from "./input-flags.ts";

/**
 * Expands --input-data=zero, --string-length and perf_analyzer's sequence lengths for the models of
 * a plan; `details` in the order of its models.
 */
export function withDefaults(
  plan: ExperimentPlan,
  defaults: readonly TrafficDefaults[],
  details: readonly ModelDetail[],
): ExperimentPlan {
  const traffic = plan.traffic.map((each, i) => {
    const [given, detail] = [defaults[i] as TrafficDefaults, details[i] as ModelDetail];
    const sequence = each.sequence ?? (isSequenceModel(detail) ? given.sequence : null);
    return { ...fill(each, given, detail), sequence };
  });
  return { ...plan, traffic };
}

function fill(traffic: Traffic, defaults: InputDefaults, { inputs }: ModelDetail): Traffic {
  if (traffic.inputs.kind !== "generated") return traffic;
  const byInput = { ...traffic.inputs.byInput };
  for (const { name, datatype } of inputs) {
    const filling = toDistribution(defaults, datatype === "BYTES");
    if (filling && !Object.hasOwn(byInput, name)) byInput[name] = filling;
  }
  return { ...traffic, inputs: { kind: "generated", byInput } };
}

function toDistribution(
  { zeros, stringLength }: InputDefaults,
  isText: boolean,
): Distribution | null {
  if (zeros) return { kind: "zeros" };
  if (!isText || stringLength === null) return null;
  return { kind: "texts", shortest: stringLength, longest: stringLength };
}

interface FoundSizes {
  readonly plan: ExperimentPlan;
  /** Shapes found by requests, by input name, in the form of --shape. */
  readonly found: Readonly<Record<string, readonly number[]>>;
}

/**
 * Adds sizes for the dynamic dimensions that the flags leave open: the likeliest ones for which a
 * request to `target` succeeds (MEASURE-16). FAILED_PRECONDITION with the server's message if none
 * does. `details` in the order of its models.
 */
export async function withFoundSizes(
  plan: ExperimentPlan,
  details: readonly ModelDetail[],
  target: Target,
  asJson: boolean,
): Promise<FoundSizes> {
  const traffic: Traffic[] = [];
  const all: Record<string, readonly number[]> = {};
  for (const [index, each] of plan.traffic.entries()) {
    const detail = details[index] as ModelDetail;
    const choice = isOpen(detail, each)
      ? await foundFor(each, detail, sender(plan, detail, target, asJson))
      : null;
    if (!choice) {
      traffic.push(each);
      continue;
    }
    const { shapes, byInput } = choice;
    const { inputs } = each;
    traffic.push({
      ...each,
      shapes,
      inputs: inputs.kind === "generated" ? { ...inputs, byInput } : inputs,
    });
    for (const [name, shape] of Object.entries(shapes))
      if (!Object.hasOwn(each.shapes, name)) all[name] = shape;
  }
  return { plan: { ...plan, traffic }, found: all };
}

/** NumPy arrays and perf_analyzer's files define their own shapes. */
const NEEDS_SHAPES: ReadonlySet<string> = new Set(["generated", "images", "csv"]);

function isOpen(detail: ModelDetail, { inputs, shapes }: Traffic): boolean {
  if (!NEEDS_SHAPES.has(inputs.kind) || !hasDynamicDims(detail)) return false;
  const [first] = sizeCandidates(detail);
  return Object.keys(first?.shapes ?? {}).some((name) => !Object.hasOwn(shapes, name));
}

/** Flags take precedence. */
async function foundFor(
  { shapes, inputs }: Traffic,
  detail: ModelDetail,
  send: SendChoice,
): Promise<InputChoice | null> {
  const own = inputs.kind === "generated" ? inputs.byInput : {};
  const choices = sizeCandidates(detail).map((choice) => ({
    shapes: { ...choice.shapes, ...shapes },
    byInput: { ...choice.byInput, ...own },
  }));
  const never = new AbortController().signal;
  const { found, attempts, blocked } = await probeSizes(choices, send, systemClock, never);
  if (found) return found;
  // An unresponsive server also shows under load; and random content may fail where files don't.
  if (blocked || inputs.kind !== "generated") return null;
  const { message } = noSizesError(detail.name, attempts);
  throw new StatusError("FAILED_PRECONDITION", `${message} Set it with --shape NAME:D1,D2.`);
}

function sender(
  { wire }: ExperimentPlan,
  detail: ModelDetail,
  target: Target,
  asJson: boolean,
): SendChoice {
  const protocol = wire === "http" && !isDecoupled(detail) ? "http" : "grpc";
  const watch = { connected() {}, sent() {}, firstByte() {}, response() {} };
  return async (choice, signal) => {
    const trial = createTrial(detail, choice, protocol);
    const request = { ...(await prepareRequest(detail, trial, choice.byInput)), asJson };
    const both = AbortSignal.any([signal, AbortSignal.timeout(trial.deadlineMs)]);
    try {
      return await (protocol === "http" ? exchangeHttp : exchangeGrpc)(
        target,
        request,
        watch,
        both,
      );
    } catch (error) {
      if (signal.aborted || !both.aborted) throw error;
      const message = `No complete response within ${trial.deadlineMs} ms.`;
      return { ok: false, code: "DEADLINE_EXCEEDED", message };
    }
  };
}
