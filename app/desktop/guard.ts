import type { Session, WebContents } from "electron";
import { classifyDestination, isOwnPage } from "./navigation.ts";

/** What the console has a use for: "Copy" puts text into the clipboard, and reads nothing; alerts are reported by the system. */
const USED: ReadonlySet<string> = new Set(["clipboard-sanitized-write", "notifications"]);

/** Keeps a page where it is: links to the web open in the system's browser, everything else leads nowhere. */
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

/** Denies every permission but those of copying and of notifications, and these to all but the console's own pages. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(USED.has(permission) && isOwnPage(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => USED.has(permission) && isOwnPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
}
