/**
 * A URL, or HOST:PORT, as it may be shown: without all that is before its last `@`, since a password may have `@`, `/`,
 * `?` and `#` in it where somebody forgot to encode them.
 */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1");
}
