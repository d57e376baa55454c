import {
  checkRepository,
  checkText,
  type ModelFileSignature,
  parseConfig,
  type RepositoryModel,
} from "../../engine/config/index.ts";
import type { EnsembleChanges, KnownModel } from "../contract/index.ts";
import { repositoryModel } from "./known-models.ts";

interface Question {
  readonly model: string;
  /** Its new text. */
  readonly text: string;
  readonly signature: ModelFileSignature | null;
  /** The ensembles that are composed of it, also through others. */
  readonly dependents: readonly string[];
  /** All known models, including `model` and the other parts of the ensembles. */
  readonly models: ReadonlyMap<string, KnownModel>;
}

const nothing: EnsembleChanges = { refused: [], unjudged: [] };

/**
 * The ensembles that a server would newly reject once `model` has `text`. Empty if it would reject the text itself, since
 * then nothing changes.
 */
export function ensembleChanges(question: Question): EnsembleChanges {
  const { model, text, signature, dependents, models } = question;
  const draft: RepositoryModel = { name: model, text, ...(signature && { signature }) };
  const own = checkText(text, { modelName: model, ...(signature && { signature }) });
  if (own.some(({ severity }) => severity === "error")) return nothing;
  const others = [...models.values()].filter(({ name }) => name !== model).map(repositoryModel);
  const known = models.get(model);
  const was = checkRepository([...others, ...(known ? [repositoryModel(known)] : [])]);
  const is = checkRepository([...others, draft]);
  const refused = dependents.flatMap((ensemble) => {
    const before = new Set(was.get(ensemble)?.map(({ message }) => message));
    return (is.get(ensemble) ?? [])
      .filter(({ severity, message }) => severity === "error" && !before.has(message))
      .map(({ message }) => ({ ensemble, message, serves: models.get(ensemble)?.serves ?? false }));
  });
  return { refused, unjudged: dependents.filter((ensemble) => !models.has(ensemble)) };
}

/** The models that a model's steps name. */
export function listParts({ text }: KnownModel): readonly string[] {
  const { step } = parseConfig(text).config.ensemble_scheduling ?? { step: [] };
  return step.map(({ model_name }) => model_name);
}
