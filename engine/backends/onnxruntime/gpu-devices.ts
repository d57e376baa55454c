import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AUTO_PROVIDERS, gpuChoice, gpuProviders } from "./providers.ts";
import { startSession } from "./start-session.ts";

interface GpuDevice {
  /** Device id as in instance groups. */
  readonly id: number;
  /** The execution provider that was proven to use it. */
  readonly provider: string;
  readonly name: string;
}

/** More devices than any machine has. */
const MAX_DEVICES = 16;

let known: Promise<readonly GpuDevice[]> | undefined;

/**
 * The GPUs on which one of this runtime's execution providers ran a probe, each with its best
 * provider. Probed once per process: a first WebGPU device may take seconds.
 */
export function gpuDevices(): Promise<readonly GpuDevice[]> {
  known ??= findDevices();
  return known;
}

/**
 * Ids of the GPUs that KIND_AUTO uses (BACKEND-6). Starts nothing if no provider for them is
 * installed.
 */
export async function autoGpus(): Promise<readonly number[]> {
  if (!cudaInstalled()) return [];
  const devices = await gpuDevices();
  return devices.filter(({ provider }) => AUTO_PROVIDERS.includes(provider)).map(({ id }) => id);
}

/** Whether the CUDA provider, which is installed separately, is next to the runtime. */
function cudaInstalled(): boolean {
  try {
    const runtime = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const libraries = join(dirname(runtime), "bin/napi-v6", process.platform, process.arch);
    return existsSync(join(libraries, "libonnxruntime_providers_cuda.so"));
  } catch {
    return false;
  }
}

async function findDevices(): Promise<readonly GpuDevice[]> {
  for (const provider of gpuProviders()) {
    const devices: GpuDevice[] = [];
    // The others use the device that their system prefers.
    const limit = provider === "webgpu" || provider === "coreml" ? 1 : MAX_DEVICES;
    while (devices.length < limit) {
      const id = devices.length;
      try {
        const owner = { name: `${provider}_${id}`, kind: "KIND_GPU", onLost: () => {} };
        const tried = await startSession(gpuChoice([provider], id), owner, {
          modelFile: undefined,
          options: {},
          rewrite: undefined,
        });
        await tried.close();
      } catch {
        break;
      }
      devices.push({ id, provider, name: `${provider} device ${id}` });
    }
    if (devices.length > 0) return devices;
  }
  return [];
}
