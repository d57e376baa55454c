import { spawn } from "node:child_process";
import process from "node:process";

function opener(): [string, string[]] | null {
  switch (process.platform) {
    case "darwin":
      return ["open", []];
    case "win32":
      return ["rundll32", ["url.dll,FileProtocolHandler"]];
    default:
      return process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"] ? ["xdg-open", []] : null;
  }
}

/** Shows a URL in the user's browser where there is one; the URL was printed, so a failure is no loss. */
export function openBrowser(url: string): void {
  const found = opener();
  if (!found) return;
  const child = spawn(found[0], [...found[1], url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
