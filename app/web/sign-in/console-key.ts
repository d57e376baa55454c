import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fromFileError } from "../../../base/file-error.ts";

const KEY_BYTES = 32;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * The secret from which sign-in codes and browsers' keys are derived: created once per data
 * directory and readable only by its owner, so that browsers stay signed in when the host restarts.
 * It never leaves the host.
 */
export function readOrMakeKey(dataDirectory: string): Buffer {
  // From earlier versions: it signed browsers in by itself.
  fs.rmSync(path.join(dataDirectory, "console-token"), { force: true });
  const kept = readKey(dataDirectory);
  if (kept !== null) {
    fs.chmodSync(keyFile(dataDirectory), PRIVATE_FILE);
    return kept;
  }
  const key = randomBytes(KEY_BYTES);
  try {
    writeKey(dataDirectory, key);
  } catch (error) {
    throw fromFileError(error, dataDirectory);
  }
  return key;
}

function writeKey(dataDirectory: string, key: Buffer): void {
  fs.mkdirSync(dataDirectory, { recursive: true, mode: PRIVATE_FOLDER });
  const draft = `${keyFile(dataDirectory)}.${process.pid}`;
  try {
    fs.writeFileSync(draft, `${key.toString("base64url")}\n`, { mode: PRIVATE_FILE, flush: true });
    fs.renameSync(draft, keyFile(dataDirectory));
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** Null if no console has used the data directory, or the file can't be read. */
export function readKey(dataDirectory: string): Buffer | null {
  try {
    const text = fs.readFileSync(keyFile(dataDirectory), "utf8").trim();
    return /^[\w-]{43}$/.test(text) ? Buffer.from(text, "base64url") : null;
  } catch {
    return null;
  }
}

const keyFile = (dataDirectory: string) => path.join(dataDirectory, "console-key");
