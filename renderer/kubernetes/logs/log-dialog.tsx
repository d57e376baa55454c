import { useState } from "react";
import {
  logSizes,
  type PodContainer,
  type PodLogWish,
  type Replica,
} from "../../../main/contract/index.ts";
import { formatCount } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { LogReading, type Look } from "./log-reading.tsx";

interface LogDialogProps {
  readonly contextId: number;
  readonly namespace: string;
  readonly replica: Replica;
  readonly onClose: () => void;
}

type Choice = Pick<PodLogWish, "container" | "previous" | "follow" | "lines">;

/** The logs of a replica's containers. */
export function LogDialog({ contextId, namespace, replica, onClose }: LogDialogProps) {
  const { pod, containers } = replica;
  const [choice, setChoice] = useState<Choice>({
    container: containers[0]?.name ?? "",
    previous: false,
    follow: true,
    lines: 200,
  });
  const [look, setLook] = useState<Look>({ text: "", line: null });
  const [readings, setReadings] = useState(1);
  const begin = () => {
    setReadings(readings + 1);
    setLook({ ...look, line: null });
  };
  const change = (part: Partial<Choice>) => {
    setChoice({ ...choice, ...part });
    begin();
  };
  const container = containers.find(({ name }) => name === choice.container);
  // A previous container's log doesn't grow, so it isn't followed.
  const wish = {
    id: contextId,
    namespace,
    pod,
    ...choice,
    follow: choice.follow && !choice.previous,
  };
  return (
    <Dialog
      open
      size="large"
      begin="content"
      onClose={onClose}
      title={`Logs of ${pod}`}
      description="Shown while this is open, and not stored. A log may hold secrets: review it before you share it."
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <label className="flex items-center gap-2">
            <span className="font-medium">Container</span>
            <Select
              options={containers.map((each) => ({
                value: each.name,
                label: describeContainer(each),
              }))}
              value={choice.container}
              onPick={(name) => change({ container: name, previous: false })}
            />
          </label>
          <div className="flex items-center gap-2">
            <span className="font-medium">Lines</span>
            <Segmented
              label="Lines"
              options={logSizes.map((size) => ({ value: String(size), label: formatCount(size) }))}
              value={String(choice.lines)}
              onPick={(size) =>
                change({ lines: logSizes.find((each) => String(each) === size) ?? 200 })
              }
            />
          </div>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              role="switch"
              checked={wish.follow}
              disabled={choice.previous}
              onChange={(event) => change({ follow: event.target.checked })}
            />
            Follow
          </label>
          <label
            className="flex items-center gap-2"
            data-hint={container?.restarts === 0 ? "It has not restarted" : undefined}
          >
            <input
              type="checkbox"
              checked={choice.previous}
              disabled={container?.restarts === 0 && !choice.previous}
              onChange={(event) => change({ previous: event.target.checked })}
            />
            Before the last restart
          </label>
        </div>
        <LogReading
          wish={wish}
          reading={String(readings)}
          look={look}
          onLook={setLook}
          onAgain={begin}
        />
      </div>
    </Dialog>
  );
}

function describeContainer({ name, isInit, restarts }: PodContainer): string {
  const notes = [isInit && "runs first", restarts > 0 && `restarted ${restarts} ×`].filter(Boolean);
  return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
}
