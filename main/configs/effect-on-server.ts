import { StatusError } from "../../base/status-error.ts";
import type { ConfigEffect } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { loadRefusal } from "./control-mode.ts";
import { findDependents, type RepositoryFinder } from "./dependents.ts";
import { predictEffect } from "./effect.ts";
import { ensembleChanges, listParts } from "./ensemble-changes.ts";
import type { ActiveConfig } from "./active-config.ts";
import { knownModels } from "./known-models.ts";
import { readSignature } from "./onnx-signature.ts";

interface Question {
  readonly server: ServerAdapter;
  readonly findRepository: RepositoryFinder;
  readonly model: string;
  readonly now: ActiveConfig;
  readonly text: string;
}

/** What applying a text does to the model and to the ensembles that are composed of it. */
export async function effectOnServer(of: Question, signal?: AbortSignal): Promise<ConfigEffect> {
  const { server, findRepository, model, now, text } = of;
  const { text: before, etag, served } = now;
  const folder = now.file?.folder ?? null;
  const signature = folder === null ? null : await readSignature(folder);
  const effect = {
    ...predictEffect({ model, before, after: text, served, signature }),
    before: { text: before, etag },
  };
  try {
    if (now.unreachable) throw now.unreachable;
    // The embedded server always accepts loads.
    const refusal = findRepository(model) === null ? await loadRefusal(server, signal) : null;
    const { ensembles: dependents, unknown } = await findDependents(
      server,
      findRepository,
      model,
      signal,
    );
    const models = await knownModels(server, findRepository, [...dependents, model], signal);
    const parts = [...models.values()].flatMap(listParts).filter((name) => !models.has(name));
    for (const part of await knownModels(server, findRepository, new Set(parts), signal))
      models.set(...part);
    const changes = ensembleChanges({ model, text, signature, dependents, models });
    const ensembles = { ...changes, unjudged: [...changes.unjudged, ...unknown] };
    if (refusal === null) return { ...effect, dependents, ensembles };
    return { ...effect, kind: "refused", reason: refusal.message, dependents, ensembles };
  } catch (thrown) {
    const { message } = StatusError.from(thrown);
    const ensembles = { refused: [], unjudged: [] };
    return { ...effect, kind: "unknown", reason: message, dependents: [], ensembles };
  }
}
