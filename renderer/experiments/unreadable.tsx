import { Trash2 } from "lucide-react";
import { useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";

interface UnreadableProps {
  readonly id: number;
  readonly error: Error;
  readonly onDeleted: () => void;
}

/** Why an experiment can't be shown. One that is unreadable in the data directory can be deleted. */
export function Unreadable({ id, error, onDeleted }: UnreadableProps) {
  const remove = useAction("lab.remove", ["lab.list"]);
  const [asks, setAsks] = useState(false);
  const isLost = StatusError.from(error).code === "DATA_LOSS";
  return (
    <>
      <ErrorNotice
        title="Can't read the experiment"
        error={error}
        retry={
          isLost && (
            <Button look="danger" onClick={() => setAsks(true)}>
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          )
        }
      />
      <Confirm
        open={asks}
        title={`Delete experiment ${id}?`}
        verb="Delete experiment"
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: onDeleted,
              onError: (problem) => showError(`Can't delete experiment ${id}`, problem),
            },
          )
        }
        onClose={() => setAsks(false)}
      >
        What is left of it is deleted permanently.
      </Confirm>
    </>
  );
}
