import process from "node:process";
import { startInstanceHost } from "../backends/onnxruntime/threads.ts";
import type { StandbyMessage } from "../standby-message.ts";

/** Starts the runtime and waits for the arguments. The process ends when its parent goes before that. */
export async function argumentsFromParent(): Promise<readonly string[]> {
  startInstanceHost();
  const leave = () => process.exit(0);
  process.once("disconnect", leave);
  try {
    return await new Promise((resolve) => {
      process.once("message", ({ args }: StandbyMessage) => resolve(args));
    });
  } finally {
    process.off("disconnect", leave);
  }
}
