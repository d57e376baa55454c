import { useMemo } from "react";

/**
 * A JSON value that stays the same object while equal values come, so that values derived from it are computed once.
 */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
