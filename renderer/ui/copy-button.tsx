import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { showError } from "./toasts.tsx";

interface CopyButtonProps {
  readonly label?: string;
  /** Its accessible name if the label alone doesn't say what is copied. */
  readonly name?: string;
  readonly text: string | (() => Promise<string>);
}

export function CopyButton({ label = "Copy", name = label, text }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch (error) {
      showError("Can't copy.", error);
    }
  };
  return (
    <Button
      look={label === "Copy" ? "quiet" : "secondary"}
      onClick={() => void copy()}
      aria-label={copied ? "Copied" : name}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? "Copied" : label}
    </Button>
  );
}
