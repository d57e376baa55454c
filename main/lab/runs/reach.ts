import { StatusError } from "../../../base/status-error.ts";
import type { ModelDetail } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { withAssumedConfig } from "../../wire/index.ts";
import type { HeldConfig } from "../restore/lab-configs.ts";

/**
 * What a load needs: the Open Inference Protocol, which every server with Triton's statistics speaks, or OpenAI's chat
 * API.
 */
export const takesTensors = ({ capabilities }: ServerAdapter): boolean =>
  capabilities.includes("inference") || capabilities.includes("statistics");

export const takesChat = ({ capabilities }: ServerAdapter): boolean =>
  capabilities.includes("chat");

/** FAILED_PRECONDITION for a server known to lack it. A server that has not responded yet may have it. */
export function refuseUnable(server: ServerAdapter, isChat: boolean): void {
  const { capabilities, status } = server;
  if (capabilities.length === 0 || (isChat ? takesChat(server) : takesTensors(server))) return;
  const wanted = isChat ? "OpenAI's chat or completions" : "the Open Inference Protocol";
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${status.name} does not speak ${wanted}, so that this load cannot be put on it.`,
  );
}

/** A model for the lab. */
export async function readDetail(
  server: ServerAdapter,
  model: string,
  signal?: AbortSignal,
): Promise<ModelDetail> {
  return withAssumedConfig(await server.modelDetail(model, signal));
}

/** Whether its configurations can be read. */
export const reportsConfigs = ({ capabilities }: ServerAdapter): boolean =>
  capabilities.includes("configuration");

export const NOTHING_HELD: HeldConfig = {
  text: "",
  override: false,
  servedJson: "",
  servedEtag: "",
};

/** Whether it can be asked to activate another configuration. */
export const takesConfigs = ({ capabilities }: ServerAdapter): boolean =>
  capabilities.includes("load") && capabilities.includes("configuration");
