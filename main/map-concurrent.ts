const AT_ONCE = 8;

/** Does `work` for each item, a few at a time; what fails, or gives null, is left out. In no order. */
export async function mapConcurrent<I, T>(
  items: Iterable<I>,
  work: (item: I) => Promise<T | null>,
): Promise<T[]> {
  const waiting = [...items];
  const done: T[] = [];
  const run = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const result = await work(item).catch(() => null);
      if (result !== null) done.push(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return done;
}
