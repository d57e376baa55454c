/**
 * A URL, or HOST:PORT, safe to show: without everything before its last `@`, because a password may contain unencoded
 * `@`, `/`, `?` and `#`.
 */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1");
}
