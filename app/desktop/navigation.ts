/** The scheme and host under which the console's own pages are served in the window. */
export const PAGES_SCHEME = "batchdeck";
export const PAGES_ORIGIN = `${PAGES_SCHEME}://console`;

/** What happens to a URL that the window should open. */
export type Destination = "window" | "browser" | "nowhere";

/**
 * The console's own pages stay in the window, web pages open in the system's browser, anything else
 * is blocked.
 */
export function classifyDestination(url: string): Destination {
  if (isOwnPage(url)) return "window";
  const protocol = URL.parse(url)?.protocol;
  return protocol === "https:" || protocol === "http:" ? "browser" : "nowhere";
}

export function isOwnPage(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === `${PAGES_SCHEME}:` && parsed.host === "console";
}
