import { StatusError } from "../../../base/status-error.ts";
import type { ExperimentPlan, InputChoice, ModelDetail, Traffic } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { choiceText, hasDynamicDims, isInputFault, type Sizes } from "../../sizes/index.ts";
import { planInputs } from "../../wire/index.ts";

/**
 * Before load is sent to a model with dynamic dimensions: one request with the plan's sizes, unless they are known to
 * work. FAILED_PRECONDITION has the server's message. `details` are of the plan's models, in its order.
 */
export async function checkSizes(
  server: ServerAdapter,
  { traffic }: Pick<ExperimentPlan, "traffic">,
  details: readonly ModelDetail[],
  { sizes, signal }: { readonly sizes: Sizes; readonly signal: AbortSignal },
): Promise<void> {
  for (const [index, each] of traffic.entries()) {
    const detail = details[index] as ModelDetail;
    if (each.inputs.kind !== "generated" || !hasDynamicDims(detail)) continue;
    const choice = chooseSizes(detail, each, each.inputs.byInput);
    const known = await sizes.get(server, detail);
    if (known.state === "found" && isSame(known, choice)) continue;
    const { attempts, state } = await sizes.try(server, detail, choice, signal);
    const last = attempts.at(-1);
    if (state === "found" || !last || !isInputFault(last.code)) continue;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Model '${detail.name}' does not run with ${choiceText(choice)}: ${last.code}: ${last.message} No load was sent. Change the shape.`,
      { details: { field: `traffic.${index}.shapes`, model: detail.name, attempts } },
    );
  }
}

/** With all dimensions of an item, however the traffic specifies them. */
function chooseSizes(
  detail: ModelDetail,
  { shapes }: Pick<Traffic, "shapes">,
  byInput: InputChoice["byInput"],
): InputChoice {
  const { inputs } = planInputs(detail, { batchSize: 1, shapes });
  const open = inputs.filter(({ dims }) => dims?.some((dim) => dim < 0));
  const items = open.map(({ name, shape, dims = shape }) => [name, shape.slice(-dims.length)]);
  return { shapes: Object.fromEntries(items), byInput };
}

const isSame = (a: InputChoice, b: InputChoice) => text(a) === text(b);

const sorted = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));

const text = ({ shapes, byInput }: InputChoice) =>
  JSON.stringify([sorted(shapes), sorted(byInput)]);
