import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Finding } from "../../engine/config/index.ts";

/** Goes to the first error, once for each number that the address has as `fix`. */
export function useJumpToFault(findings: readonly Finding[], jump: (fault: Finding) => void): void {
  const { fix } = useSearch({ strict: false });
  const done = useRef<number>(undefined);
  const fault = findings.find(({ severity }) => severity === "error");
  useEffect(() => {
    if (fix === undefined || fix === done.current || !fault) return;
    done.current = fix;
    jump(fault);
  });
}
