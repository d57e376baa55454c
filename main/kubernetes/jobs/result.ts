export const RESULT_BEGIN = "BATCHDECK-RESULT-BEGIN";
export const RESULT_END = "BATCHDECK-RESULT-END";

/** The measured experiment as JSON from a job's log; null where it is missing or incomplete. */
export function resultIn(log: string): string | null {
  const begin = log.indexOf(`${RESULT_BEGIN}\n`);
  const end = log.lastIndexOf(`\n${RESULT_END}`);
  if (begin < 0 || end < begin) return null;
  return log.slice(begin + RESULT_BEGIN.length + 1, end).trim();
}

/** The last lines that are meant for a user. */
export function shownLines(log: string, most: number): string[] {
  const [words = ""] = log.split(`${RESULT_BEGIN}\n`);
  return words.trimEnd().split("\n").slice(-most);
}
