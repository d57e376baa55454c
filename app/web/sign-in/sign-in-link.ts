/** Opens the console at `port` on this machine and signs the browser in. */
export function signInLink(port: number, code: string): string {
  return `http://127.0.0.1:${port}/#code=${code}`;
}
