import os from "node:os";
import path from "node:path";

/** The operating system's folder for application data. */
export function defaultDataDirectory(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = os.homedir(),
): string {
  switch (platform) {
    case "win32":
      return path.join(env["APPDATA"] ?? path.join(home, "AppData", "Roaming"), "Batchdeck");
    case "darwin":
      return path.join(home, "Library", "Application Support", "Batchdeck");
    default:
      return path.join(env["XDG_DATA_HOME"] ?? path.join(home, ".local", "share"), "batchdeck");
  }
}
