/** Quotes a text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same, without quotes if the text needs none. */
export function shortShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord(text);
}
