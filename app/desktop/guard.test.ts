import type { Session, WebContents as RealWebContents } from "electron";
import { expect, test, vi } from "vitest";
import { guardNavigation, guardPermissions } from "./guard.ts";
import { session, WebContents } from "./testing/electron.ts";

function guarded() {
  const contents = new WebContents();
  const openInBrowser = vi.fn<(url: string) => void>();
  guardNavigation(contents as unknown as RealWebContents, openInBrowser);
  const go = (event: string, url: string) => {
    const preventDefault = vi.fn<() => void>();
    contents.emit(event, { url, preventDefault });
    return preventDefault.mock.calls.length === 0 ? "went" : "stayed";
  };
  const openWindow = (url: string) => contents.setWindowOpenHandler.mock.lastCall?.[0]({ url });
  return { go, openWindow, openInBrowser };
}

test.each(["will-frame-navigate", "will-redirect"])("%s stays on the console's pages", (event) => {
  const { go, openInBrowser } = guarded();
  expect(go(event, "batchdeck://console/")).toBe("went");
  expect(go(event, "file:///etc/passwd")).toBe("stayed");
  expect(openInBrowser).not.toHaveBeenCalled();
  expect(go(event, "https://onnx.ai/")).toBe("stayed");
  expect(openInBrowser).toHaveBeenCalledWith("https://onnx.ai/");
});

test("no window is opened; a link to the web opens in the browser", () => {
  const { openWindow, openInBrowser } = guarded();
  expect(openWindow("batchdeck://console/")).toEqual({ action: "deny" });
  expect(openWindow("javascript:alert(1)")).toEqual({ action: "deny" });
  expect(openInBrowser).not.toHaveBeenCalled();
  expect(openWindow("https://onnx.ai/")).toEqual({ action: "deny" });
  expect(openInBrowser).toHaveBeenCalledWith("https://onnx.ai/");
});

test("no webview is attached", () => {
  expect(guarded().go("will-attach-webview", "batchdeck://console/")).toBe("stayed");
});

test("only the console's own pages get permissions, to copy and to notify", () => {
  const { defaultSession } = session;
  guardPermissions(defaultSession as unknown as Session);
  const check = defaultSession.setPermissionCheckHandler.mock.lastCall?.[0];
  const request = defaultSession.setPermissionRequestHandler.mock.lastCall?.[0];
  const contents = new WebContents();
  const asked = (permission: string) => {
    const answer = vi.fn<(granted: boolean) => void>();
    request?.(contents, permission, answer);
    return answer.mock.lastCall?.[0];
  };
  for (const permission of ["media", "geolocation", "clipboard-read", "hid"]) {
    expect(asked(permission)).toBe(false);
    expect(check?.(contents, permission, "batchdeck://console/")).toBe(false);
  }
  for (const permission of ["clipboard-sanitized-write", "notifications"]) {
    contents.url = "batchdeck://console/";
    expect(asked(permission)).toBe(true);
    expect(check?.(contents, permission, "batchdeck://console/")).toBe(true);
    expect(check?.(null, permission, "https://onnx.ai/")).toBe(false);
    contents.url = "https://onnx.ai/";
    expect(asked(permission)).toBe(false);
  }
  expect(defaultSession.setDevicePermissionHandler.mock.lastCall?.[0]()).toBe(false);
});
