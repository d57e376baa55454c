export type * from "./types.ts";
export type { LintContext } from "./lint/context.ts";
export { type ConfigChange, configChanges } from "./changes.ts";
export { checkText, type CheckTextOptions, isHiddenStage } from "./check.ts";
export { completeBackend, completeConfig, inspectedVersion } from "./complete.ts";
export { fieldFacts } from "./describe.ts";
export {
  applyEdits,
  type ConfigPath,
  getRange,
  insertElement,
  pathAt,
  removeValue,
  setValue,
} from "./edit.ts";
export { ENUMS, enumValues, MESSAGES, messageSpec, typeName } from "./fields.ts";
export { configFromJson, configToJson, configToJsonText } from "./json.ts";
export { parseExactJson } from "./json-text.ts";
export { formatText } from "./format.ts";
export { newWarnings } from "./new-warnings.ts";
export { normalizeConfig } from "./normalize.ts";
export { locatePath, type ParsedConfig, parseConfig } from "./parse.ts";
export { printConfig } from "./print.ts";
export { checkRepository, type RepositoryModel } from "./repository.ts";
export { checkSignature } from "./signature.ts";
export { chosenVersions, type ModelFiles, type VersionFiles } from "./validation/model-files.ts";
export { printTree } from "./tree.ts";
export { quietChange } from "./quiet-change.ts";
export { requireValid, validateConfig } from "./validate.ts";
