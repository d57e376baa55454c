import { parseFleetServerId } from "../../main/contract/index.ts";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Shown if the replica in the address left its fleet, or if the fleet was removed. */
export function ReplicaGone() {
  const { server } = useSearch({ strict: false });
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(server ?? null), 2500);
    return () => clearTimeout(timer);
  }, [server]);
  if (late === null || late !== server || !parseFleetServerId(server)) return null;
  return (
    <Notice
      tone="warn"
      title="This replica does not belong to a fleet any more"
      className="mx-6 mt-4"
      actions={
        <Link to="/fleets" search={{ server: undefined }} className={buttonClass()}>
          Show the fleets
        </Link>
      }
    >
      It was at {server.slice(server.indexOf("/") + 1)}.
    </Notice>
  );
}
