import {
  checkRepository,
  type Finding,
  type ParsedConfig,
  printConfig,
} from "../../../engine/config/index.ts";
import type { KnownModels } from "./tensor-types.ts";

/**
 * What a server finds when it joins the ensemble's steps, by what is known of them. A model that nothing is known of is
 * not judged; one that the server's repository does not have is missing.
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
