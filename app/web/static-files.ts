import fs from "node:fs/promises";
import path from "node:path";

export interface StaticFile {
  readonly body: Buffer;
  readonly type: string;
  /** Whether the name contains a hash of the content. */
  readonly immutable: boolean;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff2": "font/woff2",
};

/** The file under `directory` for a URL path ("/" is index.html); null if it doesn't exist. */
export async function readStaticFile(
  directory: string,
  urlPath: string,
): Promise<StaticFile | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  const relative = decoded === "/" ? "index.html" : decoded.slice(1);
  const full = path.resolve(directory, relative);
  if (!full.startsWith(path.resolve(directory) + path.sep) || decoded.includes("\0")) return null;
  const type = types[path.extname(full)];
  if (!type) return null;
  try {
    return {
      body: await fs.readFile(full),
      type,
      immutable: relative.startsWith("assets/"),
    };
  } catch {
    return null;
  }
}
