import {
  checkRepository,
  type Finding,
  type ModelFileSignature,
  type ParsedConfig,
  printConfig,
} from "../../../engine/config/index.ts";
import type { KnownModel } from "../../../main/contract/index.ts";
import type { Known, KnownModels } from "./tensor-types.ts";

/**
 * What a server finds when it joins the ensemble's steps, by what it has now; by its files, as far as those are known,
 * where a model is not loaded. One that its repository does not have is missing.
 */
export function ensembleFindings(
  name: string,
  { text }: ParsedConfig,
  models: KnownModels,
  files: readonly KnownModel[] = [],
): readonly Finding[] {
  const others = [...models]
    .filter(([other, { state }]) => other !== name && state !== "missing")
    .map(([other, known]) => partOf(other, known, files));
  return checkRepository([{ name, text }, ...others]).get(name) ?? [];
}

/** Without a text nothing is said of it. */
function partOf(name: string, known: Known, files: readonly KnownModel[]) {
  if (known.state === "known") return { name, text: printConfig(known.config) };
  const file = known.state === "not loaded" ? files.find((each) => each.name === name) : undefined;
  const signature = file?.signature as ModelFileSignature | null | undefined;
  return { name, text: file?.text ?? "", ...(signature && { signature }) };
}
