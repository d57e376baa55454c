import type { ConnectionDraft, Recognition } from "../../contract/index.ts";
import { isBatchdeck } from "../triton/index.ts";
import { type Question, recognise } from "../kinds/recognise.ts";
import { openReach } from "../reach.ts";
import { MemoryVault } from "../secrets/memory-vault.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Connection } from "./connection.ts";
import { keepConnection } from "./connection-secrets.ts";
import { resolveAccess } from "./resolve-access.ts";

/**
 * Tests a draft and stores nothing. `before`: the connection that `kept` secrets refer to. Rejects as recognising does.
 */
export async function recogniseDraft(
  draft: ConnectionDraft,
  vault: Vault,
  before: Connection | null,
  signal: AbortSignal,
): Promise<Recognition> {
  const scratch = new MemoryVault();
  const connection = await keepConnection(draft, scratch, before);
  const read = async (id: string) => (await scratch.read(id)) ?? (await vault.read(id));
  using reach = openReach(await resolveAccess(connection, { read }));
  const asked: Question[] = [];
  const wanted = draft.kind === "auto" ? null : draft.kind;
  const found = await recognise(reach, wanted, asked, { signal });
  if (!found) return { kind: null, version: null, batchdeck: false, asked };
  if (found.kind === "triton") {
    const { metadata } = found;
    const batchdeck = isBatchdeck(metadata);
    return { kind: "triton", version: metadata.version, batchdeck, asked };
  }
  const { version } = found.recognised;
  const kind = found.kind.kind === "embedded" ? null : found.kind.kind;
  return { kind, version, batchdeck: false, asked };
}
