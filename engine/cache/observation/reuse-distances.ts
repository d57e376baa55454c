interface Known {
  bytes: number;
  /** Its position in the order of references, from 1. */
  slot: number;
}

const MIN_SLOTS = 1 << 11;

/**
 * Keys with sizes in the order of their last reference: computes how many bytes were referenced since a key's last
 * reference in logarithmic time, with a Fenwick tree over the order.
 */
export class ReuseDistances {
  readonly #known = new Map<number, Known>();
  /** By slot; a key that was referenced again also has a later slot. */
  #keys = new Uint32Array(MIN_SLOTS);
  #sums = new Float64Array(MIN_SLOTS);
  #nextSlot = 1;
  #bytes = 0;

  get keys(): number {
    return this.#known.size;
  }

  /** Of all keys together. */
  get bytes(): number {
    return this.#bytes;
  }

  hashes(): Uint32Array {
    return Uint32Array.from(this.#known.keys());
  }

  /** Size of the key at its last reference. */
  bytesOf(hash: number): number | undefined {
    return this.#known.get(hash)?.bytes;
  }

  /** Bytes of the keys referenced after this one; undefined for an unknown key. */
  newerBytes(hash: number): number | undefined {
    const known = this.#known.get(hash);
    return known && Math.max(0, this.#bytes - this.#sumTo(known.slot));
  }

  /** Moves a key to the end of the order. */
  refer(hash: number, bytes: number): void {
    if (this.#nextSlot === this.#sums.length) this.#renumber();
    const slot = this.#nextSlot++;
    this.#keys[slot] = hash;
    const known = this.#known.get(hash);
    if (known === undefined) this.#known.set(hash, { bytes, slot });
    else {
      this.#add(known.slot, -known.bytes);
      known.bytes = bytes;
      known.slot = slot;
    }
    this.#add(slot, bytes);
  }

  /** Removes the keys from this one on. */
  dropFrom(threshold: number): void {
    for (const hash of this.#known.keys()) if (hash >= threshold) this.#known.delete(hash);
    this.#renumber();
  }

  /** Drops the slots of keys that were referenced again; afterwards at least half of the slots are free. */
  #renumber(): void {
    const [before, last] = [this.#keys, this.#nextSlot];
    let slots = MIN_SLOTS;
    while (slots < 2 * (this.#known.size + 1)) slots *= 2;
    this.#keys = new Uint32Array(slots);
    this.#sums = new Float64Array(slots);
    this.#nextSlot = 1;
    this.#bytes = 0;
    for (let slot = 1; slot < last; slot++) {
      const hash = before[slot] ?? 0;
      const known = this.#known.get(hash);
      if (known?.slot !== slot) continue;
      known.slot = this.#nextSlot++;
      this.#keys[known.slot] = hash;
      this.#add(known.slot, known.bytes);
    }
  }

  #add(slot: number, bytes: number): void {
    this.#bytes += bytes;
    const sums = this.#sums;
    for (let at = slot; at < sums.length; at += at & -at) sums[at] = (sums[at] ?? 0) + bytes;
  }

  #sumTo(slot: number): number {
    const sums = this.#sums;
    let sum = 0;
    for (let at = slot; at > 0; at -= at & -at) sum += sums[at] ?? 0;
    return sum;
  }
}
