import { useMemo } from "react";
import type { Finding } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { useOverview } from "../host/topics.ts";
import { serverFindings } from "./server-findings.ts";

const none: readonly Finding[] = [];

/** Why the server could not load the text that it was given, where the text's own errors do not say it. */
export function useLoadFindings(
  { serverId, model, text: active }: ConfigState,
  text: string,
  found: readonly Finding[],
): readonly Finding[] {
  const reason = useOverview(serverId)?.models.find(({ name }) => name === model)?.reason ?? null;
  const isExplained = found.some(({ severity }) => severity === "error");
  return useMemo(
    () =>
      reason === null || text !== active || isExplained
        ? none
        : serverFindings(new StatusError("INVALID_ARGUMENT", reason), text),
    [reason, text, active, isExplained],
  );
}
