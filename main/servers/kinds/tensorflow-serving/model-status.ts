import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";

/** The answer of GetModelStatus as JSON (tensorflow_serving/apis/get_model_status.proto). */
export const modelStatus = z.object({
  model_version_status: z.array(
    z.object({
      version: z.coerce.string(),
      state: z.string(),
      status: z.object({ error_message: z.string().nullish() }).nullish(),
    }),
  ),
});
export type ModelStatus = z.infer<typeof modelStatus>;

/** A model is ready when any version is AVAILABLE; the states of the others are reported as facts. */
export function modelFrom(name: string, { model_version_status: all }: ModelStatus): ObservedModel {
  const serving = all.filter(({ state }) => state === "AVAILABLE");
  const loading = all.some(({ state }) => state === "START" || state === "LOADING");
  const error = all.map(({ status }) => status?.error_message).find((each) => each) ?? null;
  return {
    name,
    versions: serving.map(({ version }) => version),
    state: serving.length > 0 ? "ready" : loading ? "loading" : "unavailable",
    reason: serving.length > 0 ? null : error,
    facts: all
      .filter(({ state }) => state !== "AVAILABLE")
      .map(({ version, state }): [string, string] => [`Version ${version}`, state]),
  };
}
