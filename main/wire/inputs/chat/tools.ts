import type { ChatTools } from "../../../contract/index.ts";

/** `tools` and `tool_choice` of a chat: functions that differ in their names alone. */
export const toolFields = (offered: ChatTools, mayCall: boolean) => ({
  tools: functions(offered).map((each) => ({ type: "function", function: each })),
  tool_choice: mayCall ? offered.choice : "none",
});

/** The same of the Responses API, whose functions are not nested. */
export const flatToolFields = (offered: ChatTools, mayCall: boolean) => ({
  tools: functions(offered).map((each) => ({ type: "function", ...each })),
  tool_choice: mayCall ? offered.choice : "none",
});

const functions = ({ count }: ChatTools) =>
  Array.from({ length: count }, (_, i) => ({
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
  }));
