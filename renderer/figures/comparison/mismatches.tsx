import { Notice } from "../../ui/notice.tsx";

/** Differences between two measurements that aren't under test; if any. */
export function Mismatches({ unlike }: { unlike: readonly string[] }) {
  if (unlike.length === 0) return null;
  return (
    <Notice tone="warn" title="Measured differently">
      <ul className="list-disc pl-5">
        {unlike.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Notice>
  );
}
