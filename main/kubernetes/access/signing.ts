import type { KubeConfig } from "@kubernetes/client-node";
import { clientLibrary } from "../client-library.ts";
import { SIGN_IN_LIMIT_MS } from "./credentials.ts";

/** Headers and connections that carry a call to a URL. */
export async function signature(config: KubeConfig, url: string) {
  const { RequestContext, HttpMethod } = await clientLibrary();
  const context = new RequestContext(url, HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return { headers: context.getHeaders(), dispatcher: context.getDispatcher() };
}

export async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () => late.reject(new Error(`no answer within ${SIGN_IN_LIMIT_MS / 1000} s`)),
    SIGN_IN_LIMIT_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

/**
 * The library takes the seconds that a refreshed token lives for the instant of its end, and would refresh with every
 * call; without a remembered instant it reads the token's own.
 */
export function renewOidc(config: KubeConfig): void {
  const { authenticators } = config as unknown as { authenticators: readonly object[] };
  for (const each of authenticators)
    if ("currentTokenExpiration" in each) each.currentTokenExpiration = 0;
}
