let value = "";

/** The header Date; made again once a second. */
export function httpDate(): string {
  if (value === "") {
    const now = new Date();
    value = now.toUTCString();
    setTimeout(() => (value = ""), 1000 - now.getMilliseconds()).unref();
  }
  return value;
}
