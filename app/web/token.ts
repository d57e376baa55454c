import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * The secret that signs a browser in: made once per data directory and readable by its owner alone, so that a
 * page stays signed in when the host starts again.
 */
export function readOrMakeToken(dataDirectory: string): string {
  const kept = readToken(dataDirectory);
  if (kept !== null) return kept;
  const token = randomBytes(24).toString("base64url");
  fs.mkdirSync(dataDirectory, { recursive: true });
  fs.writeFileSync(tokenFile(dataDirectory), `${token}\n`, { mode: 0o600 });
  return token;
}

/** Null where no console has used the data directory, or the file can't be read. */
export function readToken(dataDirectory: string): string | null {
  try {
    const token = fs.readFileSync(tokenFile(dataDirectory), "utf8").trim();
    return /^[\w-]{32,}$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

const tokenFile = (dataDirectory: string) => path.join(dataDirectory, "console-token");
