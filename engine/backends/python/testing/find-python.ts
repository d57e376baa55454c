import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Finds a Python with numpy for tests, or the reason why it is missing. */
export type FoundPython = { readonly executable: string } | { readonly reason: string };

const run = promisify(execFile);

const CANDIDATES = ["python3", "/usr/bin/python3"];

async function hasNumpy(executable: string): Promise<boolean> {
  return run(executable, ["-c", "import numpy"]).then(
    () => true,
    () => false,
  );
}

async function installed(): Promise<string | undefined> {
  for (const candidate of CANDIDATES) if (await hasNumpy(candidate)) return candidate;
  return undefined;
}

/** Installs Debian's numpy if running as root. */
export async function findPython(): Promise<FoundPython> {
  const found = await installed();
  if (found !== undefined) return { executable: found };
  if (process.getuid?.() !== 0) return { reason: "python3 with numpy is missing" };
  const apt = ["-y", "-o", "DPkg::Lock::Timeout=300", "install", "python3-numpy"];
  const failure = await run("apt-get", apt, { timeout: 300_000 }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const now = await installed();
  if (now !== undefined) return { executable: now };
  return { reason: `python3 with numpy is missing, and apt-get did not install it: ${failure}` };
}
