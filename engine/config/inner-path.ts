/**
 * Whether a path is relative and has no `..`, so that it stays in its folder unless it contains symbolic links. Windows'
 * separators and drives are recognized on every system.
 */
export function isInnerPath(path: string): boolean {
  return path !== "" && !/^[\\/]|^[A-Za-z]:|\0/.test(path) && !path.split(/[\\/]/).includes("..");
}
