import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const PROGRAMS = ["bin/python3", "bin/python", "Scripts/python.exe"];
/** Folders whose own entries are looked at, below the environment. */
const LISTED = [".", "bin", "Scripts", "lib", "Lib", "Lib/site-packages", "conda-meta"];
const PYTHON_LIBRARY = /^python3(\.\d+)?$/;

/**
 * Lines that change when a Python environment does, without its files one by one, of which there are tens of thousands (LOAD-33);
 * undefined for another folder. `names`: what the folder holds.
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

/** Folders by when something was added to or removed from them, files by their size and time. */
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

/** None where it is no folder. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
