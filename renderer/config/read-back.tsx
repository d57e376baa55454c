import type { AppliedConfig } from "../../main/contract/index.ts";
import { ProbeResult } from "../host/probes/probe-result.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { FieldChanges } from "../ui/pbtxt/field-changes.tsx";

interface ReadBackNoticeProps {
  readonly applied: AppliedConfig;
  readonly server: string;
  readonly onClose: (applied: AppliedConfig) => void;
}

/** Shown if the server serves an applied configuration differently, or doesn't report it. */
export function ReadBackNotice({ applied, server, onClose }: ReadBackNoticeProps) {
  const { model, readBack, probe } = applied;
  const close = () => onClose(applied);
  return (
    <Dialog
      open
      onClose={close}
      size="large"
      begin="content"
      title={`${model} was applied with differences`}
      actions={
        <Button look="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {probe && <ProbeResult probe={probe} />}
        {readBack ? (
          <>
            <Notice tone="warn" title={`${server} uses other values for these fields`} />
            <FieldChanges label="Served otherwise" changes={readBack.changed} />
            {readBack.completed.length > 0 && (
              <>
                <p>Filled in by the server:</p>
                <FieldChanges label="Filled in by the server" changes={readBack.completed} />
              </>
            )}
          </>
        ) : (
          <Notice
            tone="warn"
            title={`${server} accepted it, but its configuration couldn't be read back`}
          >
            The configuration is read again as soon as the server answers.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
