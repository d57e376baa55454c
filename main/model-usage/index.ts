export { startModelUsage } from "./start-model-usage.ts";
