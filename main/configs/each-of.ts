const AT_ONCE = 8;

/** Does `work` for each name, a few at a time; what fails is left out. In no order. */
export async function eachOf<T>(
  names: Iterable<string>,
  work: (name: string) => Promise<T | null>,
): Promise<T[]> {
  const waiting = [...names];
  const done: T[] = [];
  const run = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const result = await work(name).catch(() => null);
      if (result !== null) done.push(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return done;
}
