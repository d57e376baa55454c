/**
 * Runs `work` for each item, at most `limit` at a time. The first failure rejects once running ones
 * have ended, and no further one starts.
 */
export async function mapLimited<I>(
  items: Iterable<I>,
  limit: number,
  work: (item: I) => Promise<void>,
): Promise<void> {
  const waiting = [...items].reverse();
  const failures: unknown[] = [];
  const run = async () => {
    while (failures.length === 0) {
      const item = waiting.pop();
      if (item === undefined) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, waiting.length) }, run));
  if (failures.length > 0) throw failures[0];
}
