import { afterEach } from "vitest";
import { plainTarget, type Target } from "../../target.ts";

/** What `held` starts, and what is added to `open`, is closed after each test. */
export function closeAfterEach() {
  const open: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
  });
  const held = async <T extends AsyncDisposable>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    open.push(started);
    return started;
  };
  return { held, open };
}

/** The target of HOST:PORT with other settings. */
export function to(address: string, more: Partial<Target> = {}): Target {
  const target = plainTarget(address);
  if (!target) throw new TypeError("no address");
  return { ...target, ...more };
}
