import { securityHeaders } from "../web/security-headers.ts";
import { readStaticFile } from "../web/static-files.ts";
import { isOwnPage } from "./navigation.ts";

function refusal(status: number, sentence: string): Response {
  const headers = { ...securityHeaders, "content-type": "text/plain; charset=utf-8" };
  return new Response(sentence, { status, headers });
}

/** Serves the built pages in `directory` to the window. */
export function servePages(directory: string): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    if (!isOwnPage(url)) return refusal(403, "Unknown host.\n");
    if (method !== "GET") return refusal(405, "Read only.\n");
    const file = await readStaticFile(directory, new URL(url).pathname);
    if (!file) return refusal(404, "Page not found.\n");
    const headers = { ...securityHeaders, "content-type": file.type };
    return new Response(new Uint8Array(file.body), { headers });
  };
}
