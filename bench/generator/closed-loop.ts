const WARM_UP_MS = 500;

/**
 * Keeps `concurrency` requests in flight for `seconds`, then prints requests and CPU time as JSON,
 * and ends the process.
 */
export function closedLoop(
  { concurrency, seconds }: { readonly concurrency: number; readonly seconds: number },
  send: (done: (ok: boolean) => void) => void,
): void {
  let requests = 0;
  let failures = 0;
  const next = () =>
    send((ok) => {
      if (ok) requests += 1;
      else failures += 1;
      next();
    });
  for (let i = 0; i < concurrency; i++) next();

  setTimeout(() => {
    const before = { requests, cpu: process.cpuUsage(), at: performance.now() };
    setTimeout(() => {
      const { user, system } = process.cpuUsage(before.cpu);
      const result = {
        requests: requests - before.requests,
        failures,
        cpuMicros: user + system,
        seconds: (performance.now() - before.at) / 1000,
      };
      process.stdout.write(JSON.stringify(result), () => process.exit(0));
    }, seconds * 1000);
  }, WARM_UP_MS);
}
