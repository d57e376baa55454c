import { connectWebSocket } from "../../main/contract/rpc/index.ts";
import { hashWithoutToken, Session, tokenIn, type TokenState } from "./session.ts";

/** The session of a page that a web host served. */
export function webSession(): Session {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new Session({
    storage: () => localStorage,
    check: checkToken,
    connect: (token) => connectWebSocket(`${scheme}://${location.host}/rpc`, token),
  });
}

async function checkToken(token: string): Promise<TokenState> {
  try {
    const { status } = await fetch("/session", {
      headers: { authorization: `Bearer ${token}` },
      cache: "no-store",
    });
    return status === 204 ? "accepted" : status === 401 ? "refused" : "unknown";
  } catch {
    return "unknown";
  }
}

/**
 * Takes the token of a sign-in link out of the address, so that it is neither copied with a link nor kept in the
 * history. Null where the address has none.
 */
export function takeLinkToken(): string | null {
  const rest = hashWithoutToken(location.hash);
  if (rest === null) return null;
  const token = tokenIn(location.hash);
  history.replaceState(null, "", `${location.pathname}${location.search}${rest}`);
  return token;
}
