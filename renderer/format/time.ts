const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Time of day: 14:03:22. */
export function formatClock(time: number): string {
  return clock.format(time);
}

/** Date and time, without the date for today: 21 Nov 2026, 14:03:22. */
export function formatMoment(time: number, now: number): string {
  const date = day.format(time);
  return date === day.format(now) ? formatClock(time) : `${date}, ${formatClock(time)}`;
}

/** Elapsed time in its largest unit: just now, 12 s ago, 5 min ago, 3 h ago, 2 days ago. */
export function formatAgo(time: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 2) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

/** Remaining time: 0:42, 12:05. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
