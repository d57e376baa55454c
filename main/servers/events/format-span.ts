const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration, from ms, in its two largest units: "12 s", "4 min 3 s", "2 h", "3 days 1 h". */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return both(seconds, [MINUTE, "min"], [1, "s"]);
  if (seconds < DAY) return both(seconds, [HOUR, "h"], [MINUTE, "min"]);
  return both(seconds, [DAY, seconds < 2 * DAY ? "day" : "days"], [HOUR, "h"]);
}

type Unit = readonly [seconds: number, name: string];

function both(seconds: number, [large, name]: Unit, [small, smaller]: Unit) {
  const rest = Math.floor((seconds % large) / small);
  const whole = `${Math.floor(seconds / large)} ${name}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smaller}`;
}
