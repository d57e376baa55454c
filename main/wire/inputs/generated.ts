import { createHash } from "node:crypto";
import { StatusError } from "../../../base/status-error.ts";
import type { Distribution, InputSource } from "../../contract/index.ts";
import { checkDistribution, drawTensor, isConstant, longestText } from "./distributions.ts";
import { seededRandom, deriveSeed } from "./random.ts";
import type { PreparedRequests, RequestSet } from "./request-set.ts";
import { type InputSpec, tensorBytes } from "./tensor.ts";

type GeneratedSource = Extract<InputSource, { kind: "generated" }>;

const AUTO: Distribution = { kind: "auto" };

/** Limit for all requests together; above it, each is so large, or the choice so wide, that none repeats. */
const MAX_COMPARED_BYTES = 4 * 1024 * 1024;

export function findDistribution(source: GeneratedSource, input: string): Distribution {
  return Object.hasOwn(source.byInput, input) ? (source.byInput[input] ?? AUTO) : AUTO;
}

/** Max bytes of one generated request. */
export function generatedBytes(inputs: readonly InputSpec[], source: GeneratedSource): number {
  return inputs.reduce(
    (sum, input) => sum + tensorBytes(input, longestText(findDistribution(source, input.name))),
    0,
  );
}

/** INVALID_ARGUMENT for an unknown input, or one whose datatype does not fit its distribution. */
export function checkGenerated(inputs: readonly InputSpec[], source: GeneratedSource): void {
  const unknown = Object.keys(source.byInput).find(
    (name) => !inputs.some((input) => input.name === name),
  );
  if (unknown !== undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `inputs.byInput names '${unknown}', which is no input of the model; its inputs are ${inputs.map(({ name }) => name).join(", ")}.`,
    );
  }
  for (const input of inputs) checkDistribution(input, findDistribution(source, input.name));
}

/** Requests whose tensors are drawn on demand; requests that happen to be equal count once. */
export function generatedRequests(set: RequestSet, source: GeneratedSource): PreparedRequests {
  const { inputs, seed } = set;
  checkGenerated(inputs, source);
  const draw = (request: number, at: number) => {
    const input = inputs[at] as InputSpec;
    const random = seededRandom(deriveSeed(deriveSeed(seed, request), at));
    return drawTensor(input, findDistribution(source, input.name), random);
  };
  const varying = inputs.flatMap(({ name }, at) =>
    isConstant(findDistribution(source, name)) ? [] : [at],
  );
  const bytes = generatedBytes(
    varying.map((at) => inputs[at] as InputSpec),
    source,
  );
  const different =
    bytes * set.distinctInputs <= MAX_COMPARED_BYTES
      ? firstOfEquals(set.distinctInputs, (request) => varying.map((at) => draw(request, at)))
      : Array.from({ length: set.distinctInputs }, (_, request) => request);
  return {
    count: different.length,
    different: different.length,
    inputsFor: () => inputs,
    contentsFor: (request) => inputs.map((_, at) => draw(different[request] as number, at)),
    expectedFor: () => null,
    sequences: null,
  };
}

function firstOfEquals(count: number, contents: (request: number) => Uint8Array[]): number[] {
  const seen = new Set<string>();
  const first: number[] = [];
  for (let request = 0; request < count; request++) {
    const hash = createHash("sha1");
    for (const each of contents(request)) hash.update(each);
    const key = hash.digest("base64");
    if (!seen.has(key)) first.push(request);
    seen.add(key);
  }
  return first;
}
