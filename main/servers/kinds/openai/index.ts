export { isOwner, listModels, requireHttp } from "./list-models.ts";
export { llmFigures, onlyModel, withoutMetrics } from "./llm-figures.ts";
export {
  type ListedModel,
  listedFacts,
  modelList,
  observedModels,
} from "./model-list.ts";
export { openai } from "./openai.ts";
