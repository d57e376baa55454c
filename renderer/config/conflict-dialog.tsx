import type { ConfigState } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextDiff } from "./text-diff.tsx";

interface ConflictDialogProps {
  /** As it is now. */
  readonly config: ConfigState;
  readonly text: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Somebody else changed the configuration since the draft was begun: which of the two goes on? */
export function ConflictDialog({ config, text, onKeep, onDiscard, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`${config.model}: the configuration changed since this draft was begun`}
      description={`${config.path} is not what the draft was written over. Choose which goes on; nothing has been applied.`}
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button look="danger" onClick={onDiscard}>
            Discard the draft
          </Button>
          <Button look="primary" onClick={onKeep}>
            Keep the draft
          </Button>
        </>
      }
    >
      <TextDiff before={config.text} after={text} labels={["On disk now", "Draft"]} />
    </Dialog>
  );
}
