import { inference } from "../../../assets/proto/index.ts";
import { sharedMemoryDisabled } from "../infer-parameters.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

/** Nothing is registered and nothing can be (rule PROTO-66). */
export function sharedMemoryMethods(service: string): UnaryMethod[] {
  const refuse = ({ name }: { name?: string | null }) => {
    throw sharedMemoryDisabled(name ? `region '${name}'` : "a region");
  };
  const status = (request: { name?: string | null }) => (request.name ? refuse(request) : {});
  return [
    unary(
      `${service}SystemSharedMemoryStatus`,
      inference.SystemSharedMemoryStatusRequest,
      inference.SystemSharedMemoryStatusResponse,
      status,
    ),
    unary(
      `${service}SystemSharedMemoryRegister`,
      inference.SystemSharedMemoryRegisterRequest,
      inference.SystemSharedMemoryRegisterResponse,
      refuse,
    ),
    unary(
      `${service}SystemSharedMemoryUnregister`,
      inference.SystemSharedMemoryUnregisterRequest,
      inference.SystemSharedMemoryUnregisterResponse,
      refuse,
    ),
    unary(
      `${service}CudaSharedMemoryStatus`,
      inference.CudaSharedMemoryStatusRequest,
      inference.CudaSharedMemoryStatusResponse,
      status,
    ),
    unary(
      `${service}CudaSharedMemoryRegister`,
      inference.CudaSharedMemoryRegisterRequest,
      inference.CudaSharedMemoryRegisterResponse,
      refuse,
    ),
    unary(
      `${service}CudaSharedMemoryUnregister`,
      inference.CudaSharedMemoryUnregisterRequest,
      inference.CudaSharedMemoryUnregisterResponse,
      refuse,
    ),
  ];
}
