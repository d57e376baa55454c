import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInnerPath } from "../config/inner-path.ts";

/** Whether an inner path leads to something in `folder`, symbolic links resolved. A link to nothing does not. */
export async function staysWithin(folder: string, path: string): Promise<boolean> {
  if (!isInnerPath(path)) return false;
  const root = await resolved(resolve(folder));
  const target = await resolved(resolve(folder, path));
  return root !== undefined && target !== undefined && contains(root, target);
}

/** Whether `path` is `folder` or leads to something in it; both are absolute, and symbolic links are not looked at. */
export function contains(folder: string, path: string): boolean {
  const within = relative(folder, path);
  return within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
}

/** Without symbolic links in the part that exists; undefined where a link leads to nothing. */
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
