const MOST = 10_080;

/** Why a typed number of minutes is invalid for a watch; null if it is valid. */
export function minutesProblem(text: string): string | null {
  const minutes = Number(text);
  return text.trim() !== "" && Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST
    ? null
    : `“${text}” is not a whole number between 1 and ${MOST}, which is a week.`;
}
