import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { tellError } from "./toasts.tsx";

interface CopyButtonProps {
  /** What is copied, in a word: "curl example". */
  readonly what: string;
  readonly text: string | (() => Promise<string>);
  readonly label?: string;
}

export function CopyButton({ what, text, label = "Copy" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch (error) {
      tellError(`The ${what} could not be copied.`, error);
    }
  };
  return (
    <Button onClick={() => void copy()} aria-label={`${label} ${what}`}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? "Copied" : label}
    </Button>
  );
}
