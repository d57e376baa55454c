/** Uniform numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number;

/** Marsaglia's xorshift128 (2003), its four words spread from the seed by Knuth's multiplicative hash. */
export function seededRandom(seed: number): Random {
  const word = (i: number) => Math.imul((seed | 0) + i + 1, 2654435761) ^ (i << 16);
  let [a, b, c, d] = [word(0), word(1), word(2), word(3)];
  if ((a | b | c | d) === 0) a = 1;
  const next = () => {
    const mixed = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = mixed ^ (mixed >>> 8) ^ d ^ (d >>> 19);
    return (d >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 16; i++) next();
  return next;
}

/** A sample of the standard normal distribution (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Seed of the n-th of several independent sequences; distinct for every n below 2^32. (MurmurHash3's finaliser, a
 * bijection on 32 bits.)
 */
export function deriveSeed(seed: number, n: number): number {
  return mix((mix(seed) + n) | 0);
}

function mix(word: number): number {
  let bits = word | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
