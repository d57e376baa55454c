import { Send, X } from "lucide-react";
import { Button } from "../ui/button.tsx";

export interface SendButtonProps {
  /** While a request is out, it can be abandoned. */
  readonly sending: boolean;
  readonly ready: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

export function SendButton({ sending, ready, onSend, onCancel }: SendButtonProps) {
  return sending ? (
    <Button look="danger" onClick={onCancel}>
      <X aria-hidden="true" />
      Cancel
    </Button>
  ) : (
    <Button look="primary" disabled={!ready} onClick={onSend}>
      <Send aria-hidden="true" />
      Send request
    </Button>
  );
}
