import type { ChatSource } from "../../../../main/contract/index.ts";
import { NumberField } from "../number-field.tsx";

interface PrefixFieldsProps {
  readonly prefixes: ChatSource["prefixes"];
  readonly at: string;
  readonly onChange: (prefixes: ChatSource["prefixes"]) => void;
}

const FIRST = { share: 0.8, count: 4, tokens: 128 };

/** What prompts have in common, which a prefix cache need not work on again. */
export function PrefixFields({ prefixes, at, onChange }: PrefixFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={prefixes !== null}
          onChange={(event) => onChange(event.target.checked ? FIRST : null)}
        />
        <span>
          <span className="font-medium">Prompts share prefixes</span>
          <span className="block max-w-prose text-muted text-xs">
            As system prompts and documents do: a prefix cache answers for them.
          </span>
        </span>
      </label>
      {prefixes && (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Share of requests"
            path={`${at}.share`}
            help="From 0 to 1."
            value={prefixes.share}
            onChange={(share) => onChange({ ...prefixes, share })}
          />
          <NumberField
            label="Different prefixes"
            path={`${at}.count`}
            value={prefixes.count}
            onChange={(count) => onChange({ ...prefixes, count })}
          />
          <NumberField
            label="Prefix length"
            path={`${at}.tokens`}
            unit="tokens"
            value={prefixes.tokens}
            onChange={(tokens) => onChange({ ...prefixes, tokens })}
          />
        </div>
      )}
    </div>
  );
}
