import os from "node:os";
import path from "node:path";

/** Where sign-in plugins are usually installed: programs with a window do not inherit the shell's PATH. */
function usualFolders(home: string): string[] {
  if (process.platform === "win32") {
    return [
      "C:\\Program Files\\Amazon\\AWSCLIV2",
      "C:\\Program Files\\Google\\Cloud SDK\\google-cloud-sdk\\bin",
      "C:\\Program Files\\Microsoft SDKs\\Azure\\CLI2\\wbin",
      path.join(home, ".azure-kubelogin"),
      path.join(home, ".krew", "bin"),
    ];
  }
  return [
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/usr/bin",
    "/bin",
    "/snap/bin",
    "/usr/lib/google-cloud-sdk/bin",
    "/usr/local/google-cloud-sdk/bin",
    ...["google-cloud-sdk/bin", ".local/bin", "bin", ".krew/bin", ".asdf/shims", "go/bin"].map(
      (each) => path.join(home, each),
    ),
  ];
}

/** PATH for a sign-in plugin: the process's own, then the usual folders. */
export function pluginPath(own = process.env["PATH"] ?? "", home = os.homedir()): string {
  const folders = own.split(path.delimiter).filter((each) => each !== "");
  return [...new Set([...folders, ...usualFolders(home)])].join(path.delimiter);
}
