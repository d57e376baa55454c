/**
 * Whether a path is relative and has no `..`, so that without symbolic links it leads to something in the folder that
 * it is relative to. Windows' separators and drives count on every system.
 */
export function isInnerPath(path: string): boolean {
  return path !== "" && !/^[\\/]|^[A-Za-z]:|\0/.test(path) && !path.split(/[\\/]/).includes("..");
}
