import { lazy, Suspense } from "react";
import { Card } from "../../ui/card.tsx";

const TextDiff = lazy(async () => ({
  default: (await import("../../config/text-diff.tsx")).TextDiff,
}));

interface SideText {
  readonly label: string;
  readonly text: string;
}

/** The configurations that two sides ran with. */
export function ConfigurationDifference({ before, after }: { before: SideText; after: SideText }) {
  return (
    <Card title="Configuration difference">
      <div className="p-4">
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <TextDiff before={before.text} after={after.text} labels={[before.label, after.label]} />
        </Suspense>
      </div>
    </Card>
  );
}
