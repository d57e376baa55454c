import type { ChatRequest } from "../../../main/contract/index.ts";

export interface FormProps {
  readonly draft: ChatRequest;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<ChatRequest>) => void;
}
