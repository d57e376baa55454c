/** A seeded generator of uniform numbers in [0, 1): the same seed gives the same models everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Weights for a layer with `fanIn` inputs, uniform, scaled so that its outputs are as large as its inputs. */
export function weights(random: () => number, count: number, fanIn: number): Float32Array {
  const limit = Math.sqrt(3 / fanIn);
  const drawn = new Float32Array(count);
  // Float32Array.from takes three times as long.
  for (let index = 0; index < count; index++) drawn[index] = (random() * 2 - 1) * limit;
  return drawn;
}
