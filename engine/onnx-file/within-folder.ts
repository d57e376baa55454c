import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInnerPath } from "../config/inner-path.ts";

/**
 * Whether a relative path points into `folder`, symbolic links resolved. False for dangling links.
 */
export async function staysWithin(folder: string, path: string): Promise<boolean> {
  if (!isInnerPath(path)) return false;
  const root = await resolved(resolve(folder));
  const target = await resolved(resolve(folder, path));
  return root !== undefined && target !== undefined && contains(root, target);
}

/**
 * Whether `path` is `folder` or is inside it; both are absolute, and symbolic links are ignored.
 */
export function contains(folder: string, path: string): boolean {
  const within = relative(folder, path);
  return within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
}

/** Resolves symbolic links in the existing part of the path; undefined for a dangling link. */
async function resolved(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    if ((await lstat(path).catch(() => undefined)) !== undefined) return undefined;
    const above = await resolved(parent);
    return above === undefined ? undefined : join(above, basename(path));
  }
}
