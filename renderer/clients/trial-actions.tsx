import { Eye, PencilLine } from "lucide-react";
import { IconButton } from "../ui/button.tsx";

interface TrialActionsProps {
  /** When it was sent, to distinguish it from the others. */
  readonly time: string;
  readonly shown: boolean;
  readonly onShow: () => void;
  readonly onTakeUp: () => void;
}

/** What can be done with a request that was sent: look at it again, or write it into the form. */
export function TrialActions({ time, shown, onShow, onTakeUp }: TrialActionsProps) {
  return (
    <span className="flex justify-end">
      <IconButton label={`Show the request of ${time}`} aria-pressed={shown} onClick={onShow}>
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton label={`Edit the request of ${time}`} onClick={onTakeUp}>
        <PencilLine aria-hidden="true" />
      </IconButton>
    </span>
  );
}
