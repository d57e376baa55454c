import type {
  Distribution,
  InputChoice,
  ModelDetail,
  ModelSizes,
  TrialRequest,
} from "../contract/index.ts";
import { batchLimit, withAssumedConfig } from "../wire/index.ts";
import { EMBEDDED_ID, type ServerAdapter } from "../servers/index.ts";
import { noSizesError, type Sizes } from "../sizes/index.ts";
import type { PreparedRequest } from "../wire/exchange/index.ts";

interface ChosenSizes {
  /** By input name: the request's own choices and, for other inputs, what is known. */
  readonly shapes: Record<string, number[]>;
  readonly byInput: Readonly<Record<string, Distribution>>;
  readonly sizes: ModelSizes;
}

interface SizesWanted {
  readonly server: ServerAdapter;
  readonly detail: ModelDetail;
  readonly request: TrialRequest;
}

/**
 * Completes a request with known sizes. Only the embedded engine receives trial requests from the console itself.
 * FAILED_PRECONDITION with the server's message if no sizes work and an input needs them.
 */
export async function chooseSizes(
  sizes: Sizes,
  { server, detail, request }: SizesWanted,
  signal: AbortSignal,
): Promise<ChosenSizes> {
  const isOpen = detail.inputs.some(({ name, shape }) => {
    const own = Object.hasOwn(request.shapes, name) || Object.hasOwn(request.values, name);
    return !own && !request.leftOut.includes(name) && shape.some((dim) => dim < 0);
  });
  const known =
    isOpen && server.id === EMBEDDED_ID
      ? await sizes.find(server, detail, signal)
      : await sizes.get(server, detail);
  if (isOpen && known.state === "failed" && isBare(detail, request)) {
    throw noSizesError(detail.name, known.attempts);
  }
  const shapes = Object.entries(known.shapes).map(([name, shape]) => [
    name,
    isBatchShown(detail) ? [1, ...shape] : shape,
  ]);
  const { byInput } = known;
  return { shapes: { ...Object.fromEntries(shapes), ...request.shapes }, byInput, sizes: known };
}

/** Whether the user has not chosen any shape: a chosen one is sent, whatever failed before. */
function isBare({ inputs }: ModelDetail, { shapes, values }: TrialRequest): boolean {
  return !inputs.some(({ name }) => Object.hasOwn(shapes, name) || Object.hasOwn(values, name));
}

/** Without a configuration the batch dimension belongs to the tensors, here as in the form. */
function isBatchShown(detail: ModelDetail): boolean {
  return detail.config === null && batchLimit(withAssumedConfig(detail)) > 0;
}

/** The inputs of a successful request, to remember. */
export function toChoice(
  detail: ModelDetail,
  { inputs }: Pick<PreparedRequest, "inputs">,
  { values }: TrialRequest,
  { byInput, sizes }: ChosenSizes,
): InputChoice {
  const batched = batchLimit(withAssumedConfig(detail)) > 0;
  const shapes: Record<string, number[]> = { ...sizes.shapes };
  const contents: Record<string, Distribution> = { ...byInput };
  for (const { name, datatype, shape } of inputs) {
    const own = detail.inputs.find((input) => input.name === name);
    const dims = batched ? own?.shape.slice(1) : own?.shape;
    if (dims?.some((dim) => dim < 0)) shapes[name] = shape.slice(batched ? 1 : 0);
    const text = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = Number(text?.replaceAll(/[[\]\s]/g, "") || Number.NaN);
    // One number, such as a sample rate, may be needed for a model to run.
    if (/^U?INT/.test(datatype) && Number.isSafeInteger(value))
      contents[name] = { kind: "uniform", least: value, most: value };
  }
  return { shapes, byInput: contents };
}
