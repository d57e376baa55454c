import { Plus, Trash2 } from "lucide-react";
import type { ChatMessage } from "../../../main/contract/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { TextArea } from "./text-area.tsx";

const ROLES: readonly { value: ChatMessage["role"]; label: string }[] = [
  { value: "system", label: "System" },
  { value: "user", label: "User" },
  { value: "assistant", label: "Assistant" },
];

interface MessageFieldsProps {
  readonly messages: readonly ChatMessage[];
  readonly error: string | undefined;
  readonly onChange: (messages: ChatMessage[]) => void;
}

/** The turns of a chat, in order. */
export function MessageFields({ messages, error, onChange }: MessageFieldsProps) {
  const set = (at: number, part: Partial<ChatMessage>) =>
    onChange(messages.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const hasSystem = messages.some(({ role }) => role === "system");
  const last = messages.at(-1)?.role;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Messages</legend>
      {messages.map(({ role, content }, at) => (
        // oxlint-disable-next-line react/no-array-index-key: a message is its place
        <div key={at} className="flex items-start gap-2">
          <Select
            aria-label={`Role of message ${at + 1}`}
            className="w-28 shrink-0"
            options={ROLES}
            value={role}
            onPick={(next) => set(at, { role: next as ChatMessage["role"] })}
          />
          <TextArea
            aria-label={`Message ${at + 1}`}
            value={content}
            onChange={(text) => set(at, { content: text })}
          />
          <IconButton
            label={`Remove message ${at + 1}`}
            disabled={messages.length === 1}
            onClick={() => onChange(messages.filter((_, i) => i !== at))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            onChange([...messages, { role: last === "user" ? "assistant" : "user", content: "" }])
          }
        >
          <Plus aria-hidden="true" />
          Add a message
        </Button>
        {!hasSystem && (
          <Button onClick={() => onChange([{ role: "system", content: "" }, ...messages])}>
            <Plus aria-hidden="true" />
            System message
          </Button>
        )}
      </div>
      {error && <p className="text-bad text-xs">{error}</p>}
    </fieldset>
  );
}
