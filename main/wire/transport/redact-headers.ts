import type { Target } from "../index.ts";

/** Shorter values are not secrets, and occur in text by chance. */
const LEAST = 4;

/** A server's text without the headers of the request, which some servers repeat in their responses. */
export function redactHeaders(words: string, headers: Target["headers"]): string {
  return sentIn(headers)
    .filter((each) => each.length >= LEAST)
    .reduce((masked, each) => masked.replaceAll(each, "•••"), words);
}

/** Values to redact, longest first: each header, and the credentials in it. */
function sentIn({ authorization = "", ...others }: Target["headers"]): string[] {
  const [scheme = "", credentials = ""] = authorization.split(" ");
  const password =
    scheme === "Basic"
      ? Buffer.from(credentials, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : "";
  return [...Object.values(others), authorization, credentials, password].toSorted(
    (a, b) => b.length - a.length,
  );
}
