import { inference } from "../../../assets/proto/index.ts";
import type { Engine } from "../../types.ts";
import { CudaSharedMemory } from "../cuda-shared-memory.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

/** Shared memory regions (SHM-1 to SHM-7 and SHM-15). */
export function sharedMemoryMethods(service: string, engine: Engine): UnaryMethod[] {
  return [...systemMethods(service, engine), ...cudaMethods(service, engine)];
}

function systemMethods(service: string, { sharedMemory }: Engine): UnaryMethod[] {
  return [
    unary(
      `${service}SystemSharedMemoryStatus`,
      inference.SystemSharedMemoryStatusRequest,
      inference.SystemSharedMemoryStatusResponse,
      ({ name }) => ({
        regions: Object.fromEntries(
          sharedMemory
            .status(name)
            .map(({ byteSize, ...region }) => [region.name, { ...region, byte_size: byteSize }]),
        ),
      }),
    ),
    unary(
      `${service}SystemSharedMemoryRegister`,
      inference.SystemSharedMemoryRegisterRequest,
      inference.SystemSharedMemoryRegisterResponse,
      ({ name, key, offset, byte_size }) => {
        sharedMemory.register({ name, key, offset: Number(offset), byteSize: Number(byte_size) });
        return {};
      },
    ),
    unary(
      `${service}SystemSharedMemoryUnregister`,
      inference.SystemSharedMemoryUnregisterRequest,
      inference.SystemSharedMemoryUnregisterResponse,
      ({ name }) => {
        sharedMemory.unregister(name);
        return {};
      },
    ),
  ];
}

function cudaMethods(service: string, { sharedMemory }: Engine): UnaryMethod[] {
  const cuda = new CudaSharedMemory(sharedMemory);
  return [
    unary(
      `${service}CudaSharedMemoryStatus`,
      inference.CudaSharedMemoryStatusRequest,
      inference.CudaSharedMemoryStatusResponse,
      ({ name }) => {
        cuda.requireRegistered(name);
        return {};
      },
    ),
    unary(
      `${service}CudaSharedMemoryRegister`,
      inference.CudaSharedMemoryRegisterRequest,
      inference.CudaSharedMemoryRegisterResponse,
      ({ name }) => cuda.register(name),
    ),
    unary(
      `${service}CudaSharedMemoryUnregister`,
      inference.CudaSharedMemoryUnregisterRequest,
      inference.CudaSharedMemoryUnregisterResponse,
      () => {
        cuda.unregister();
        return {};
      },
    ),
  ];
}
