import { CopyButton } from "./copy-button.tsx";

interface CopyableTextProps {
  readonly title: string;
  /** What the text is, for assistive technology. */
  readonly label: string;
  readonly text: string;
}

/** A text to be run elsewhere, with a button that copies it. */
export function CopyableText({ title, label, text }: CopyableTextProps) {
  return (
    <section aria-label={title}>
      <div className="mb-1 flex items-center justify-between">
        <h3 className="font-medium">{title}</h3>
        <CopyButton name={`Copy: ${title}`} text={text} />
      </div>
      <pre
        // Focusable, since it scrolls.
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-56 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
    </section>
  );
}
