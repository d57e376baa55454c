import { connectWebSocket } from "../../main/contract/rpc/index.ts";
import { originKeyStore } from "./key-store.ts";
import { codeIn, hashWithoutCode, Session } from "./session.ts";

/** The session of a page that a web host served. */
export function webSession(): Session {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new Session({
    origin: location.origin,
    keys: originKeyStore(),
    tab: () => sessionStorage,
    post: postJson,
    connect: (token) => connectWebSocket(`${scheme}://${location.host}/rpc`, token),
  });
}

async function postJson(path: string, body: object) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    redirect: "error",
  });
  const parsed: unknown = await response.json().catch(() => null);
  return { status: response.status, response: parsed };
}

/**
 * Removes a sign-in link's code from the address, so that it isn't copied or kept in the history, and returns it. Null
 * without one.
 */
export function takeLinkCode(): string | null {
  const rest = hashWithoutCode(location.hash);
  if (rest === null) return null;
  const code = codeIn(location.hash);
  history.replaceState(null, "", `${location.pathname}${location.search}${rest}`);
  return code;
}
