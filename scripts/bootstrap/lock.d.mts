export function withLock<T>(
  file: string,
  whileWaiting: (pid: number) => void,
  task: () => T | Promise<T>,
): Promise<T>;
