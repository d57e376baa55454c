import {
  checkRepository,
  type Finding,
  type ParsedConfig,
  printConfig,
} from "../../../engine/config/index.ts";
import type { KnownModels } from "./tensor-types.ts";

/**
 * What a server would find when it validates the ensemble, as far as its models are known. Unknown models are not
 * checked; those that the server's repository doesn't contain are reported as missing.
 */
export function ensembleFindings(
  name: string,
  { text }: ParsedConfig,
  models: KnownModels,
): readonly Finding[] {
  const others = [...models]
    .filter(([other, { state }]) => other !== name && state !== "missing")
    .map(([other, known]) => ({
      name: other,
      text: known.state === "known" ? printConfig(known.config) : "",
    }));
  return checkRepository([{ name, text }, ...others]).get(name) ?? [];
}
