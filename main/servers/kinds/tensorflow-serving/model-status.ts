import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import { entries, optional } from "../lenient.ts";

/** The answer of GetModelStatus as JSON (tensorflow_serving/apis/get_model_status.proto). */
export const modelStatus = z.object({
  model_version_status: entries(
    z.object({
      version: z.union([z.string(), z.number()]).transform(String),
      state: z.string(),
      status: optional(z.object({ error_message: optional(z.string()) })),
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
