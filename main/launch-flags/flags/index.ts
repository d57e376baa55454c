import type { LaunchFlag, LaunchProduct } from "../../contract/index.ts";
import { SGLANG_SOURCE, sglangFlags } from "./sglang.ts";
import { VLLM_SOURCE, vllmFlags } from "./vllm.ts";

export interface KnownFlags {
  readonly flags: readonly LaunchFlag[];
  readonly source: string;
}

export const KNOWN_FLAGS: Readonly<Record<LaunchProduct, KnownFlags>> = {
  vllm: { flags: vllmFlags, source: VLLM_SOURCE },
  sglang: { flags: sglangFlags, source: SGLANG_SOURCE },
};

/** vLLM takes underscores for dashes. */
export function canonicalFlag(word: string): string {
  const [name = ""] = word.split("=", 1);
  return name.startsWith("--") ? `--${name.slice(2).replaceAll("_", "-")}` : name;
}

/** By its name, an alias, or the flag that turns it off. */
export function findFlag(known: readonly LaunchFlag[], name: string): LaunchFlag | undefined {
  const canonical = canonicalFlag(name);
  return known.find((each) => spellings(each).includes(canonical));
}

export function spellings({ name, aliases, value }: LaunchFlag): string[] {
  const off = value.kind === "switch" && value.off !== "" ? [value.off] : [];
  return [name, ...aliases, ...off];
}
