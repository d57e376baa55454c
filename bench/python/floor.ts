import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Size of the frames that a call takes each way, roughly. */
const FRAME_BYTES = 128;
/** Above it the engine moves tensors through shared memory. */
const SHARED_BYTES = 32 * 1024;

const ECHO = `import os
while True:
    frame = os.read(0, 65536)
    if not frame:
        break
    os.write(1, frame)
`;

/**
 * What no call of a Python process can be faster than, in µs: a frame to the process over its pipe and back, and the two
 * copies of a tensor's bytes into and out of /dev/shm.
 */
export async function measureFloor(
  executable: string,
  byteLength: number,
  seconds: number,
): Promise<number> {
  const file = join("/dev/shm", `batchdeck-bench-${process.pid}`);
  const fd = openSync(file, "wx+");
  unlinkSync(file);
  const child = spawn(executable, ["-u", "-c", ECHO], { stdio: ["pipe", "pipe", "inherit"] });
  const bytes = new Uint8Array(byteLength > SHARED_BYTES ? byteLength : 0);
  const frame = new Uint8Array(FRAME_BYTES + (bytes.length > 0 ? 0 : byteLength));
  const call = async () => {
    if (bytes.length > 0) writeSync(fd, bytes, 0, bytes.length, 0);
    child.stdin.write(frame);
    for (let received = 0; received < frame.length; ) {
      const [chunk] = (await once(child.stdout, "data")) as [Buffer];
      received += chunk.length;
    }
    if (bytes.length > 0) readSync(fd, bytes, 0, bytes.length, 0);
  };
  for (let i = 0; i < 20; i++) await call();
  let calls = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  while (performance.now() < end) {
    await call();
    calls += 1;
  }
  const micros = ((performance.now() - startedAt) * 1000) / calls;
  child.stdin.end();
  await once(child, "exit");
  closeSync(fd);
  return micros;
}
