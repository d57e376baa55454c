import type { ModelConfig } from "./types.ts";

interface Version {
  readonly version: string;
}

type VersionPolicy = ModelConfig["version_policy"];

/** The versions that a policy serves, oldest first. Specific versions that don't exist are left out. */
export function chooseVersions<V extends Version>(
  available: readonly V[],
  policy: VersionPolicy,
): readonly V[] {
  if (policy === undefined) return available.slice(-1);
  if ("specific" in policy) {
    const wanted = new Set(policy.specific.versions.map(String));
    return available.filter(({ version }) => wanted.has(version));
  }
  // An empty policy serves all versions, as in Triton.
  if (!("latest" in policy)) return available;
  const { num_versions: count } = policy.latest;
  return available.slice(Math.max(0, available.length - count));
}

/** The versions that a policy names but that don't exist. */
export function missingVersions(
  available: readonly Version[],
  policy: VersionPolicy,
): readonly string[] {
  if (policy === undefined || !("specific" in policy)) return [];
  const existing = new Set(available.map(({ version }) => version));
  return policy.specific.versions.map(String).filter((version) => !existing.has(version));
}
