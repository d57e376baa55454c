import { expect } from "vitest";
import type { HostClient } from "../contract/client.ts";
import type { ExperimentProgress, RequestParams } from "../contract/index.ts";
import { follow } from "./follow.ts";

/** Measures a plan to its end and returns the result. */
export async function runExperiment(client: HostClient, plan: RequestParams<"lab.start">["plan"]) {
  const { id } = await client.request("lab.start", { plan, name: "" });
  using progress = follow<ExperimentProgress>((event) =>
    client.subscribe("lab.progress", { id }, { event }),
  );
  await progress.until(({ phase }) => expect(phase).toBe("finished"));
  return await client.request("lab.get", { id });
}
