import type { ObjectBody } from "./object-store.ts";

export async function readText({ chunks }: ObjectBody, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) break;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}
