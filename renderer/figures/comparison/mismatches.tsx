import { Notice } from "../../ui/notice.tsx";

/** What two measurements do not share though it is not under test; nothing where they were measured alike. */
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
