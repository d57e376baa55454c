import type { ModelConfig } from "../config/types.ts";
import type { VersionDirectory } from "./model-directory.ts";

type VersionPolicy = ModelConfig["version_policy"];

/** The versions that a policy serves, oldest first. A specific version that does not exist is left out. */
export function chooseVersions(
  available: readonly VersionDirectory[],
  policy: VersionPolicy,
): readonly VersionDirectory[] {
  if (policy !== undefined && "all" in policy) return available;
  if (policy !== undefined && "specific" in policy) {
    const wanted = new Set(policy.specific.versions.map(String));
    return available.filter(({ version }) => wanted.has(version));
  }
  const count = policy?.latest.num_versions || 1;
  return available.slice(-count);
}

/** The versions that a policy names and that do not exist. */
export function missingVersions(
  available: readonly VersionDirectory[],
  policy: VersionPolicy,
): readonly string[] {
  if (policy === undefined || !("specific" in policy)) return [];
  const existing = new Set(available.map(({ version }) => version));
  return policy.specific.versions.map(String).filter((version) => !existing.has(version));
}
