import { useState } from "react";

/** A choice that this browser remembers; `fallback` if none is stored or it isn't one of the options. */
export function useRemembered<T extends string>(
  key: string,
  choices: readonly T[],
  fallback: T,
): [T, (next: T) => void] {
  const [value, setValue] = useState(() => {
    const kept = localStorage.getItem(`batchdeck.${key}`);
    return choices.find((choice) => choice === kept) ?? fallback;
  });
  const choose = (next: T) => {
    localStorage.setItem(`batchdeck.${key}`, next);
    setValue(next);
  };
  return [value, choose];
}

/** As {@link useRemembered}, for a number; `fallback` if none is stored. */
export function useRememberedNumber(
  key: string,
  fallback: number,
): [number, (next: number) => void] {
  const [value, setValue] = useState(() => {
    const kept = Number(localStorage.getItem(`batchdeck.${key}`) ?? Number.NaN);
    return Number.isFinite(kept) ? kept : fallback;
  });
  const choose = (next: number) => {
    localStorage.setItem(`batchdeck.${key}`, String(next));
    setValue(next);
  };
  return [value, choose];
}
