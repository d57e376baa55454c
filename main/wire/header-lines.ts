import { StatusError } from "../../base/status-error.ts";

/** Allowed names and values of HTTP headers (RFC 9110, 5.1 and 5.5). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Formats each as "NAME: VALUE". INVALID_ARGUMENT names a header that can't be sent, without its value. */
export function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => {
    if (NAME.test(name) && VALUE.test(value)) return `${name}: ${value}`;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The header '${name.slice(0, 80)}' cannot be sent: its name or its value holds what HTTP does not allow, such as a line break.`,
    );
  });
}
