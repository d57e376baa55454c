import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const IMPORTS =
  "import numpy, tritonclient.http, tritonclient.grpc, tritonclient.utils.shared_memory";

/** The first Python that has NVIDIA's client; `npm run test:real` names one in BATCHDECK_TRITONCLIENT. */
export async function findTritonclient(): Promise<string | undefined> {
  const named = process.env["BATCHDECK_TRITONCLIENT"];
  for (const python of [named ?? "python3", "/usr/bin/python3"]) {
    const found = await run(python, ["-c", IMPORTS]).then(
      () => true,
      () => false,
    );
    if (found) return python;
  }
  return undefined;
}

/** Appended to the titles of skipped tests. */
export const missingTritonclient =
  " (skipped: python3 has no tritonclient[all]; pip install it, or run `npm run test:real -- tritonclient`)";
