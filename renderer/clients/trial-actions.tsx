import { Eye, PencilLine } from "lucide-react";
import { IconButton } from "../ui/button.tsx";

interface TrialActionsProps {
  /** When it was sent, to distinguish requests. */
  readonly time: string;
  readonly shown: boolean;
  readonly onShow: () => void;
  readonly onReuse: () => void;
}

/** Shows a sent request again, or copies it into the form. */
export function TrialActions({ time, shown, onShow, onReuse }: TrialActionsProps) {
  return (
    <span className="flex justify-end">
      <IconButton label={`Show the request of ${time}`} aria-pressed={shown} onClick={onShow}>
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton label={`Edit the request of ${time}`} onClick={onReuse}>
        <PencilLine aria-hidden="true" />
      </IconButton>
    </span>
  );
}
