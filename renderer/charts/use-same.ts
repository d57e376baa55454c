import { useMemo } from "react";

/**
 * Returns the previous object while the JSON value is equal, so that derived values are only computed when it changes.
 */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
