import type { Session, WebContents } from "electron";
import { destinationOf, isOwnPage } from "./navigation.ts";

/** The one permission the console has a use for: "Copy" puts text into the clipboard, and reads nothing. */
const COPY = "clipboard-sanitized-write";

/** Keeps a page where it is: links to the web open in the system's browser, everything else leads nowhere. */
export function guardNavigation(contents: WebContents, openInBrowser: (url: string) => void): void {
  const guard = (event: { readonly url: string; preventDefault(): void }) => {
    const destination = destinationOf(event.url);
    if (destination === "window") return;
    event.preventDefault();
    if (destination === "browser") openInBrowser(event.url);
  };
  contents.on("will-frame-navigate", guard);
  contents.on("will-redirect", guard);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (destinationOf(url) === "browser") openInBrowser(url);
    return { action: "deny" };
  });
}

/** Denies every permission but that of copying, and that to all but the console's own pages. */
export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === COPY && isOwnPage(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === COPY && isOwnPage(origin),
  );
  session.setDevicePermissionHandler(() => false);
}
