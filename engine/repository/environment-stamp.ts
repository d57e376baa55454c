import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const PROGRAMS = ["bin/python3", "bin/python", "Scripts/python.exe"];
/** Folders of the environment whose direct children are checked. */
const LISTED = [".", "bin", "Scripts", "lib", "Lib", "Lib/site-packages", "conda-meta"];
const PYTHON_LIBRARY = /^python3(\.\d+)?$/;

/**
 * Lines that change when a Python environment does, without scanning its tens of thousands of files
 * (LOAD-33); undefined for any other folder. `names`: the folder's children.
 */
export async function environmentStamps(
  folder: string,
  names: readonly string[],
): Promise<string[] | undefined> {
  if (!names.includes("bin") && !names.includes("Scripts")) return undefined;
  const programs = await Promise.all(PROGRAMS.map((program) => isFile(join(folder, program))));
  if (!programs.includes(true)) return undefined;
  const libraries = (await namesIn(join(folder, "lib"))).filter((name) =>
    PYTHON_LIBRARY.test(name),
  );
  const packages = libraries.flatMap((name) => [`lib/${name}`, `lib/${name}/site-packages`]);
  const stamps = await Promise.all(
    [...LISTED, ...packages].map((inner) => entryStamps(join(folder, inner))),
  );
  return stamps.flat();
}

/** Folders by modification time, files by size and time. */
async function entryStamps(folder: string): Promise<string[]> {
  const names = (await namesIn(folder)).sort();
  const stamps = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const info = await stat(path).catch(() => undefined);
      if (info === undefined) return [];
      return [`${path}:${info.isDirectory() ? 0 : info.size}:${info.mtimeMs}:${info.ino}`];
    }),
  );
  return stamps.flat();
}

/** Empty if it isn't a folder. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
