import type { AppliedConfig, ConfigEffect } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";

/** A failed check while the replica serves with the new configuration. */
export class Refused extends Error {}

export type Foreseen = Pick<ConfigEffect, "kind" | "reason" | "changes" | "ensembles">;

/** Why a load must not be tried, by its predicted effect; null if nothing speaks against it. */
export function blockingReason({ kind, reason, ensembles }: Foreseen): string | null {
  if (kind === "refused") return reason;
  const [broken] = ensembles.refused;
  return broken ? `The ensemble '${broken.ensemble}' would be rejected: ${broken.message}` : null;
}

/** Throws Refused if a load did something else than predicted. */
export async function checkLoaded(
  server: ServerAdapter,
  model: string,
  { readBack, stopped: all }: Pick<AppliedConfig, "readBack" | "stopped">,
): Promise<void> {
  if (readBack === null)
    throw new Refused("The new configuration could not be read back after the load.");
  const [difference] = readBack.changed;
  if (difference)
    throw new Refused(
      `It serves with another '${difference.path}' than asked: ${difference.after ?? "none"} in place of ${difference.before ?? "none"}.`,
    );
  const [stopped] = all;
  if (stopped) throw new Refused(`The load stopped '${stopped.model}'. ${stopped.reason}`.trim());
  const { ready } = await server.modelDetail(model);
  if (!ready) throw new Refused(`'${model}' is not ready after the load.`);
}
