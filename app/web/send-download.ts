import type { ServerResponse } from "node:http";
import type { TakenDownload } from "../../main/downloads/index.ts";
import { securityHeaders } from "./security-headers.ts";

/** Sends it without a length, in chunks whose end shows that it is whole. */
export async function sendDownload(
  download: TakenDownload,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, {
    ...securityHeaders,
    "content-type": "application/zip",
    "content-disposition": formatDisposition(download.fileName),
    "cache-control": "no-store",
  });
  await download.sendTo(response);
}

/** RFC 6266: the name in ASCII for old clients, and as it is. */
function formatDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
