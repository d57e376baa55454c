import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AUTO_PROVIDERS, gpuChoice, gpuProviders } from "./providers.ts";
import { startSession } from "./start-session.ts";

interface GpuDevice {
  /** As instance groups name it. */
  readonly id: number;
  /** The execution provider that proved to use it. */
  readonly provider: string;
  readonly name: string;
}

/** More devices than a machine has. */
const MAX_DEVICES = 16;

let known: Promise<readonly GpuDevice[]> | undefined;

/**
 * The GPUs that an execution provider of this machine's runtime computed something on, by the best provider that has
 * any. Asked for once in a process: a first WebGPU device may take seconds.
 */
export function gpuDevices(): Promise<readonly GpuDevice[]> {
  known ??= findDevices();
  return known;
}

/** Ids of the GPUs that KIND_AUTO takes (rule BACKEND-6). Starts nothing where no provider for them is installed. */
export async function autoGpus(): Promise<readonly number[]> {
  if (!cudaInstalled()) return [];
  const devices = await gpuDevices();
  return devices.filter(({ provider }) => AUTO_PROVIDERS.includes(provider)).map(({ id }) => id);
}

/** Whether the CUDA provider, an installation step of its own, is next to the runtime. */
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
    // The others take whichever device their system prefers.
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
