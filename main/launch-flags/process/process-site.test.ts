import net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../base/clock.ts";
import { freePort } from "../../../base/free-port.ts";
import { FAKE_VLLM } from "../testing/fake-vllm-command.ts";
import type { LaunchError } from "../site.ts";
import type { ProcessMark } from "./leftover.ts";
import { endLeftover } from "./leftover.ts";
import { onLoopback, ProcessSite } from "./process-site.ts";

const PROGRAM = FAKE_VLLM;
const never = new AbortController().signal;

function createSite(
  flags: readonly string[],
  readySeconds = 30,
  program = PROGRAM,
  environment: Readonly<Record<string, string | null>> = {},
) {
  const marks: (ProcessMark | null)[] = [];
  const site = new ProcessSite({
    commands: [{ words: onLoopback([...program, ...flags]), environment }],
    readySeconds,
    clock: systemClock,
    onProcess: (mark) => marks.push(mark),
  });
  return { site, marks };
}

const CANDIDATE = {
  commands: [{ words: onLoopback(PROGRAM), environment: {} }],
  readySeconds: 30,
  clock: systemClock,
  onProcess: () => {},
};

const failureOf = async (site: ProcessSite, signal = never) =>
  await site.serve(0, signal).then(
    () => null,
    (error: LaunchError) => error,
  );

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("[LAUNCH-6] a candidate as a process", () => {
  it("[LAUNCH-17] has the host's environment with its own variables", async () => {
    const show = "console.log('PATH' in process.env, process.env.LOAD_MS, process.env.HOME)";
    const program = [process.execPath, "-e", show, "--"];
    const { site } = createSite([], 30, program, { LOAD_MS: "700", HOME: null });
    const failure = await failureOf(site);
    expect(failure?.log.join()).toContain("true 700 undefined");
  });

  it("listens on loopback at a free port, is ready when it answers, and is ended", async () => {
    const { site, marks } = createSite(["--port", "80", "--max-num-seqs", "4"]);
    const served = await site.serve(0, never);
    const { address } = served.at as { address: string };
    expect(address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await fetch(`http://${address}/v1/models`)).status).toBe(200);
    expect(served.readySeconds).toBeGreaterThan(0.3);
    expect(await served.check()).toBeNull();
    expect((await served.log()).join("\n")).toContain("--max-num-seqs 4 --host 127.0.0.1");
    const pid = marks[0]?.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    await served[Symbol.asyncDispose]();
    expect(isRunning(pid)).toBe(false);
    expect(marks).toEqual([{ pid, started: expect.any(String) }, null]);
  });

  it.each([
    ["an unknown flag", ["--max-num-sequences", "3"], "flag", "--max-num-sequences"],
    ["too much memory", ["--gpu-memory-utilization", "0.99"], "memory", "CUDA out of memory"],
    ["flags that don't fit", ["--max-num-batched-tokens", "8"], "flag", "max_num_seqs (256)"],
  ])("that ends because of %s is a result with its log", async (_, flags, kind, reason) => {
    const { site, marks } = createSite(flags);
    const error = await failureOf(site);
    expect(error?.failure).toMatchObject({ kind, reason: expect.stringContaining(reason) });
    expect(error?.log.length).toBeGreaterThan(0);
    expect(marks.at(-1)).toBeNull();
  });

  it("that is not ready in time is ended, with what it answered", async () => {
    const { site, marks } = createSite([], 0.2);
    const error = await failureOf(site);
    expect(error?.failure).toMatchObject({ kind: "timeout" });
    expect(error?.failure.reason).toContain("not ready within 0.2 s");
    expect(isRunning(marks[0]?.pid ?? 0)).toBe(false);
  });

  it("that crashes later says so", async () => {
    const { site } = createSite(["--crash-after-seconds", "0.3"]);
    await using served = await site.serve(0, never);
    await vi.waitFor(() => expect(served.gone.aborted).toBe(true), { timeout: 10_000 });
    expect((await served.check())?.reason).toContain("EngineCore encountered a fatal error");
  });

  it("whose port was taken in the meantime starts at another one", async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as net.AddressInfo;
    const ports = [port, await freePort()];
    const at = { ...CANDIDATE, findPort: async () => ports.shift() ?? port };
    try {
      await using served = await new ProcessSite(at).serve(0, never);
      expect(served.at).not.toEqual({ address: `127.0.0.1:${port}`, caveat: null });
      const error = await failureOf(new ProcessSite(at));
      expect(error?.failure).toMatchObject({ kind: "port" });
    } finally {
      taken.close();
    }
  });

  it("whose program is missing names it", async () => {
    const { site } = createSite([], 30, ["/nowhere/vllm", "serve"]);
    expect((await failureOf(site))?.failure).toEqual({
      kind: "program",
      reason: expect.stringContaining("'/nowhere/vllm' was not found"),
    });
  });
});

describe("[LAUNCH-7] a process that a killed console left", () => {
  // Where the system doesn't show when a process started, it is left alone.
  it.skipIf(process.platform !== "linux")("is ended if it is still the same one", async () => {
    const { site, marks } = createSite([]);
    await using served = await site.serve(0, never);
    const mark = marks[0] as ProcessMark;
    expect(endLeftover({ ...mark, started: "1" })).toBeNull();
    expect(endLeftover(mark)).toBe(true);
    await vi.waitFor(() => expect(served.gone.aborted).toBe(true), { timeout: 10_000 });
    expect(endLeftover(mark)).toBeNull();
  });

  it("is left alone where its start isn't known", () => {
    expect(endLeftover({ pid: process.pid, started: "" })).toBe(false);
  });
});
