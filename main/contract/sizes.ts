import { z } from "zod";
import { request } from "./define.ts";
import { distribution } from "./lab/inputs.ts";

/** Shapes and contents of a model's requests that its configuration leaves open. */
export const inputChoice = z.object({
  /** By input name, for inputs with dynamic dimensions: all dimensions without the batch. */
  shapes: z.record(z.string(), z.array(z.number().int().min(0)).max(64)),
  /** By input name; other inputs are drawn by their datatype. */
  byInput: z.record(z.string(), distribution),
});
export type InputChoice = z.infer<typeof inputChoice>;

/** A request that was sent to find sizes, and how the server responded. */
const sizeAttempt = inputChoice.extend({
  ok: z.boolean(),
  /** As the server gives it: "HTTP 500", "INVALID_ARGUMENT". */
  code: z.string(),
  message: z.string(),
});
export type SizeAttempt = z.infer<typeof sizeAttempt>;

export const modelSizes = inputChoice.extend({
  /**
   * `fixed`: no dynamic dimensions. `found`: a request with this choice succeeded. `untried`: the choice that would be tried
   * first. `failed`: no request that was tried succeeded; `attempts` say why.
   */
  state: z.enum(["fixed", "found", "untried", "failed"]),
  attempts: z.array(sizeAttempt),
});
export type ModelSizes = z.infer<typeof modelSizes>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const sizeRequests = {
  /** Known sizes, without a request to the model. */
  "sizes.get": request(model, modelSizes),
  /** Tries common sizes, one request after the other, until one succeeds or eight have failed. */
  "sizes.find": request(model, modelSizes),
  /** Sends one request with this choice and remembers it if it succeeds. INVALID_ARGUMENT names an input that it does not fit. */
  "sizes.try": request(model.extend(inputChoice.shape), modelSizes),
};
