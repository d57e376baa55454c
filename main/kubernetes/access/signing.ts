import type { KubeConfig } from "@kubernetes/client-node";
import { clientLibrary } from "../client-library.ts";

/** Headers and connections that carry a call to a URL. */
export async function signature(config: KubeConfig, url: string) {
  const { RequestContext, HttpMethod } = await clientLibrary();
  const context = new RequestContext(url, HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return { headers: context.getHeaders(), dispatcher: context.getDispatcher() };
}
