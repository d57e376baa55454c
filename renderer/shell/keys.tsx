const isMac = navigator.platform.startsWith("Mac");

/** Keys of a shortcut: "g o" is g then o. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className="rounded border border-line-strong bg-sunken px-1.5 font-sans text-muted text-xs"
        >
          {isMac ? key.replace("Ctrl+", "⌘") : key.replace("+", " ")}
        </kbd>
      ))}
    </span>
  );
}
