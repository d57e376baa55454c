import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";

/** A credential has some kB; a plugin that prints more than this is rejected. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

export interface PluginBounds {
  readonly limitMs: number;
  /** Ends those that run. */
  readonly over: AbortSignal;
}

/**
 * Starts sign-in plugins in place of the client library's `spawn`, which would wait for one for ever, keep all that it
 * prints, and give it an input that no one writes to. One that exceeds its bounds is ended together with what it started,
 * and fails with the reason.
 */
export function pluginStarter({ limitMs, over }: PluginBounds) {
  return (command: string, args: readonly string[] = [], options: SpawnOptions = {}) => {
    over.throwIfAborted();
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      detached: !isWindows,
      windowsHide: true,
    });
    const end = (why: string) => {
      release();
      child.emit("error", new Error(why));
      killTree(child);
      // What it started may hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = () => end("the console ended");
    const timer = setTimeout(
      () => end(`it was not done within ${limitMs / 1000} s, and was ended`),
      limitMs,
    );
    const release = () => {
      clearTimeout(timer);
      over.removeEventListener("abort", stop);
      child.stdout.off("data", count);
      child.stderr.off("data", count);
    };
    let printed = 0;
    const count = ({ length }: Buffer | string) => {
      printed += length;
      if (printed > MAX_OUTPUT_BYTES) end("it printed more than 1 MiB, and was ended");
    };
    child.stdout.on("data", count);
    child.stderr.on("data", count);
    over.addEventListener("abort", stop, { once: true });
    child.once("close", release);
    return child;
  };
}

const isWindows = process.platform === "win32";

/** A plugin is often a script that starts another program; elsewhere than in Windows both are one process group. */
function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    const ending = spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], {
      stdio: "ignore",
      windowsHide: true,
    });
    ending.on("error", () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}
