import { formatShape, type SizeAttempt } from "../../../main/contract/index.ts";

/** The attempted sizes with the server's responses. */
export function AttemptList({ attempts }: { attempts: readonly SizeAttempt[] }) {
  const failed = attempts.filter(({ ok }) => !ok);
  if (failed.length === 0) return null;
  return (
    <ul
      aria-label="Sizes tried"
      // Focusable, since it scrolls.
      tabIndex={0}
      className="mt-1.5 flex max-h-48 flex-col gap-1.5 overflow-auto rounded-md bg-sunken px-3 py-2 text-xs"
    >
      {failed.map(({ shapes, byInput, code, message }) => (
        <li key={JSON.stringify([shapes, byInput])}>
          <span className="font-medium font-mono">{formatSizes({ shapes, byInput })}</span>
          <span className="ml-2 text-bad">{code}</span>
          <p className="break-words text-muted">{message}</p>
        </li>
      ))}
    </ul>
  );
}

/** "x [3, 224, 224], sr = 16000" */
export function formatSizes({ shapes, byInput }: Pick<SizeAttempt, "shapes" | "byInput">): string {
  const sizes = Object.entries(shapes).map(([name, shape]) => `${name} ${formatShape(shape)}`);
  const constants = Object.entries(byInput).flatMap(([name, content]) =>
    content.kind === "uniform" && content.least === content.most && !Object.hasOwn(shapes, name)
      ? [`${name} = ${content.least}`]
      : [],
  );
  return [...sizes, ...constants].join(", ");
}
