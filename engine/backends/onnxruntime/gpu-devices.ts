import { gpuChoice, gpuProviders } from "./providers.ts";
import { startSession } from "./start-session.ts";

export interface GpuDevice {
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

async function findDevices(): Promise<readonly GpuDevice[]> {
  for (const provider of gpuProviders()) {
    const devices: GpuDevice[] = [];
    // The others take whichever device their system prefers.
    const limit = provider === "webgpu" || provider === "coreml" ? 1 : MAX_DEVICES;
    while (devices.length < limit) {
      const id = devices.length;
      try {
        const owner = { name: `${provider}_${id}`, kind: "KIND_GPU", onLost: () => {} };
        const tried = await startSession(gpuChoice([provider], id), owner, undefined, {});
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
