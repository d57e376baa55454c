const MAX_CLIENTS = 4096;
const MAX_LEVELS = 64;

/** Numbers of clients, separated by commas; null for anything else. */
export function readLevels(text: string): number[] | null {
  const levels = text.split(",").map((each) => Number(each.trim() === "" ? Number.NaN : each));
  const areValid = levels.every(
    (level) => Number.isInteger(level) && level >= 1 && level <= MAX_CLIENTS,
  );
  return areValid && levels.length <= MAX_LEVELS ? [...new Set(levels)] : null;
}
