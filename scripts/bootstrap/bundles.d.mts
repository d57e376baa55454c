export type BundleName = "renderer" | "programs" | "commands";

export interface Bundle {
  readonly title: string;
  readonly config: string;
  readonly inputs: readonly string[];
  readonly output: string;
}

export const bundles: Readonly<Record<BundleName, Bundle>>;
export function fingerprintBundle(root: string, name: BundleName): string;
export function isBuilt(root: string, name: BundleName, fingerprint: string): boolean;
export function rememberBuild(root: string, name: BundleName, fingerprint: string): void;
