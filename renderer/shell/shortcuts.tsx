import { Dialog } from "../ui/dialog.tsx";
import { useAllCommands } from "../host/commands/command-context.tsx";
import { Keys } from "./keys.tsx";

/** The list of currently available shortcuts. */
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useAllCommands().filter((each) => each.keys);
  const groups = Map.groupBy(commands, (each) => each.group);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="medium">
      <div className="grid grid-cols-2 gap-x-8 gap-y-5">
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-semibold text-muted">{group}</h3>
            <dl>
              {members.map((each) => (
                <div key={each.id} className="flex items-center justify-between gap-4 py-1">
                  <dt>{each.title}</dt>
                  <dd>{each.keys && <Keys keys={each.keys} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
