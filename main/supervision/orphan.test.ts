import { fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";

test("when the host is killed, its engine drains and goes", { timeout: 60_000 }, async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-orphan-"));
  const host = path.join(directory, "host.mjs");
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  fs.writeFileSync(
    host,
    `import { engineArguments } from ${module("./engine-arguments.ts")};
    import { EngineSupervisor } from ${module("./engine-supervisor.ts")};
    import { HostEvents } from ${module("../events/index.ts")};
    import { systemClock } from ${module("../../base/clock.ts")};
    const supervisor = new EngineSupervisor({
      entry: new URL(${module("../../engine/process.ts")}),
      args: () => engineArguments({ modelRepository: ${JSON.stringify(directory)}, openControl: true }),
      clock: systemClock,
      events: new HostEvents(),
    });
    supervisor.onStatus(({ state, pid }) => state === "live" && process.send(pid));
    supervisor.start();`,
  );
  const child = fork(host, { execArgv: [] });
  try {
    const pid = await new Promise<number>((resolve) =>
      child.once("message", (message) => resolve(message as number)),
    );
    expect(process.kill(pid, 0)).toBe(true);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), {
      timeout: 20_000,
      interval: 50,
    });
  } finally {
    child.kill("SIGKILL");
    fs.rmSync(directory, { recursive: true, force: true });
  }
});
