import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * The secret that signs a browser in: made once per data directory and readable by its owner alone, so that a
 * page stays signed in when the host starts again.
 */
export function readOrMakeToken(dataDirectory: string): string {
  const file = path.join(dataDirectory, "console-token");
  try {
    const token = fs.readFileSync(file, "utf8").trim();
    if (/^[\w-]{32,}$/.test(token)) return token;
  } catch {
    // First start: none was made yet.
  }
  const token = randomBytes(24).toString("base64url");
  fs.mkdirSync(dataDirectory, { recursive: true });
  fs.writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}
