/** Counts the bytes that this thread copies and the buffers that it allocates. */
export interface CopyCounter {
  copied: number;
  allocated: number;
  /** Removes the instrumentation. */
  stop(): void;
}

type Method = (this: ArrayBufferView, ...values: unknown[]) => unknown;

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype) as Record<string, Method>;
const BUFFER = Buffer.prototype as unknown as Record<string, Method>;

/** Instruments the functions that copy bytes in JavaScript: `set`, `slice`, `copy`, `concat`, and those that create buffers. */
export function countCopies(): CopyCounter {
  const undo: (() => void)[] = [];
  const replace = (
    owner: Record<string, Method>,
    name: string,
    bytes: (result: unknown, values: unknown[]) => number,
  ) => {
    const original = owner[name] as Method;
    const own = Object.hasOwn(owner, name);
    owner[name] = function counted(this: ArrayBufferView, ...values: unknown[]) {
      const result = original.apply(this, values);
      counter.copied += bytes(result, values);
      return result;
    };
    undo.push(() => {
      if (own) owner[name] = original;
      else delete owner[name];
    });
  };
  const counter: CopyCounter = {
    copied: 0,
    allocated: 0,
    stop: () => undo.splice(0).forEach((back) => back()),
  };
  const sizeOf = (value: unknown) => (value as { byteLength?: number }).byteLength ?? 0;
  replace(TYPED_ARRAY, "set", (_, [source]) => sizeOf(source));
  replace(TYPED_ARRAY, "slice", sizeOf);
  replace(ArrayBuffer.prototype as unknown as Record<string, Method>, "slice", sizeOf);
  replace(BUFFER, "copy", (copied) => Number(copied));
  replace(Buffer as unknown as Record<string, Method>, "concat", sizeOf);

  const NativeBuffer = globalThis.ArrayBuffer;
  globalThis.ArrayBuffer = new Proxy(NativeBuffer, {
    construct(target, values: [number]) {
      counter.allocated += values[0];
      return new target(...values);
    },
  });
  undo.push(() => {
    globalThis.ArrayBuffer = NativeBuffer;
  });
  return counter;
}
