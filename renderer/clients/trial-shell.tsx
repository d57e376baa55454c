import { Send, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Button } from "../ui/button.tsx";

interface SentTrial<R> {
  readonly id: number;
  readonly startedAt: number;
  readonly request: R;
}

const trialKey = ({ startedAt, id }: SentTrial<unknown>) => `${startedAt} ${id}`;

/** Which sent request is shown, and which one is in the form. */
export function useShownTrial<R, T extends SentTrial<R>>(
  trials: readonly T[],
  change: (request: R) => void,
) {
  /** Null: the newest. */
  const [picked, setPicked] = useState<string | null>(null);
  const [formKey, setFormKey] = useState("");
  return {
    shown: trials.find((trial) => trialKey(trial) === picked) ?? trials.at(-1) ?? null,
    /** Key of the form: a new key resets its fields to another request. */
    formKey,
    show: (trial: T) => setPicked(trialKey(trial)),
    showNewest: () => setPicked(null),
    edit: (trial: T) => {
      change(trial.request);
      setFormKey(trialKey(trial));
      setPicked(trialKey(trial));
    },
    reply: (trial: T, request: R) => {
      change(request);
      setFormKey(`${trialKey(trial)} reply`);
    },
  };
}

interface TrialShellProps {
  readonly send: SendButtonProps;
  readonly error: Error | null;
  readonly form: ReactNode;
  /** Above the response. */
  readonly notice?: ReactNode;
  /** Null before the first request. */
  readonly answer: ReactNode;
  /** Describes what a response will show. */
  readonly preview: string;
  readonly lastTrials: ReactNode;
  readonly code: ReactNode;
}

/** A request's form with the response, earlier requests, and client code. */
export function TrialShell({ send, error, form, answer, preview, ...parts }: TrialShellProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Card title="Request" aside={<SendButton {...send} />}>
          <div className="flex flex-col gap-4 px-4 py-3">{form}</div>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          {error && <ErrorNotice title="The request was not sent" error={error} />}
          {parts.notice}
          {answer ?? (
            <Card title="Response">
              <Empty icon={<Send aria-hidden="true" />} title="No requests yet">
                {preview}
              </Empty>
            </Card>
          )}
          {parts.lastTrials}
        </div>
      </div>
      {parts.code}
    </div>
  );
}

interface SendButtonProps {
  /** While a request is running, it can be cancelled. */
  readonly sending: boolean;
  readonly ready: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

function SendButton({ sending, ready, onSend, onCancel }: SendButtonProps) {
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
