import type { ChatTools } from "../../../contract/index.ts";

/** `tools` and `tool_choice` of a request: functions that differ in their names alone. */
export function toolFields({ count, choice }: ChatTools) {
  return {
    tools: Array.from({ length: count }, (_, i) => ({
      type: "function",
      function: {
        name: `search_${i + 1}`,
        description: `Searches collection ${i + 1} and returns the documents that fit best.`,
        parameters: {
          type: "object",
          properties: {
            query: { type: "string", description: "What to search for." },
            limit: { type: "integer", description: "How many documents to return." },
          },
          required: ["query"],
        },
      },
    })),
    tool_choice: choice,
  };
}
