import { lazy, Suspense, useState } from "react";
import { BookOpen } from "lucide-react";

const RulePage = lazy(async () => ({ default: (await import("./rule-page.tsx")).RulePage }));

/** Opens a rule's page in a dialog. */
export function RuleLink({ rule }: { rule: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex items-center gap-1 whitespace-nowrap font-medium text-accent text-xs hover:underline [&_svg]:size-3.5"
      >
        <BookOpen aria-hidden="true" />
        About {rule}
      </button>
      {open && (
        <Suspense>
          <RulePage rule={rule} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
