import { useMemo } from "react";

/** A copy of a JSON value, the same object as long as an equal value comes, so that what is made of it is made once. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as T, [text]);
}
