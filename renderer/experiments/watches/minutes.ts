const MOST = 10_080;

/** Why a typed number of minutes is none that a watch may have; null where it is. */
export function minutesProblem(text: string): string | null {
  const minutes = Number(text);
  return text.trim() !== "" && Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST
    ? null
    : `“${text}” is not a whole number between 1 and ${MOST}, which is a week.`;
}
