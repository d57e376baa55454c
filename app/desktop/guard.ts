import type { Session, WebContents } from "electron";
import { classifyDestination, isOwnPage } from "./navigation.ts";

/**
 * Permissions that the console needs: "Copy" writes to the clipboard, and alerts use the system's
 * notifications.
 */
const USED: ReadonlySet<string> = new Set(["clipboard-sanitized-write", "notifications"]);

/**
 * Prevents navigation: links to the web open in the system's browser, everything else is blocked.
 */
export function guardNavigation(contents: WebContents, openInBrowser: (url: string) => void): void {
  const guard = (event: { readonly url: string; preventDefault(): void }) => {
    const destination = classifyDestination(event.url);
    if (destination === "window") return;
    event.preventDefault();
    if (destination === "browser") openInBrowser(event.url);
  };
  contents.on("will-frame-navigate", guard);
  contents.on("will-redirect", guard);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (classifyDestination(url) === "browser") openInBrowser(url);
    return { action: "deny" };
  });
}

/**
 * Denies every permission except copying and notifications, and these to all but the console's own
 * pages.
 */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(USED.has(permission) && isOwnPage(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => USED.has(permission) && isOwnPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
}
