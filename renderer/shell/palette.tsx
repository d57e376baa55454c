import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { cx } from "../ui/classes.ts";
import { FocusKeeper, keepTab } from "../ui/focus-keeper.tsx";
import { useAllCommands } from "../host/commands/command-context.tsx";
import { type Command, searchCommands } from "../host/commands/commands.ts";
import { Keys } from "./keys.tsx";
import { WiderCommands } from "./wider-commands.tsx";

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Searches all commands. */
export function Palette({ open, onClose }: PaletteProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          onKeyDown={keepTab}
          className="fixed top-[12vh] left-1/2 z-40 w-[36rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 overflow-hidden rounded-xl border border-line-strong bg-raised shadow-pop outline-none"
        >
          <FocusKeeper
            open={open}
            popup={popup}
            first={() => popup.current?.querySelector("input") ?? null}
          />
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <PaletteList key={String(open)} onClose={onClose} />
          {open && <WiderCommands />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands();
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = searchCommands(commands, search);
  const current = Math.min(active, Math.max(0, found.length - 1));

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (to: number) => {
    const next = (to + found.length) % Math.max(1, found.length);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const key = (event: KeyboardEvent) => {
    // The keys that open the palette start a new search while it is open.
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))
      input.current?.select();
    else if (event.key === "ArrowDown") move(current + 1);
    else if (event.key === "ArrowUp") move(current - 1);
    else if (event.key === "Enter") run(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[current] ? `${listId}-${current}` : undefined}
        placeholder="Search models, pages and actions…"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={key}
        className="h-12 w-full border-line border-b bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Commands"
        className="max-h-[50vh] overflow-auto p-1.5"
      >
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onPointerMove={() => setActive(index)}
            onClick={() => run(command)}
            onKeyDown={key}
            className={cx(
              "flex cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5",
              index === current && "bg-accent-soft",
            )}
          >
            <span className="w-20 shrink-0 text-muted text-xs">{command.group}</span>
            <span className="min-w-0 flex-1 truncate">{command.title}</span>
            {command.keys && <Keys keys={command.keys} />}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-4 pb-4 text-muted">Nothing is called “{search}”.</p>}
    </>
  );
}
