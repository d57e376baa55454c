import { STATIC_TABLE } from "./static-table.ts";

export interface Field {
  readonly name: string;
  readonly value: string;
}

/** Overhead of an entry in addition to its name and value (RFC 7541, 4.1). */
const ENTRY_OVERHEAD = 32;

export function fieldSize({ name, value }: Field): number {
  return name.length + value.length + ENTRY_OVERHEAD;
}

const staticFields: readonly Field[] = STATIC_TABLE.map(([name, value]) => ({ name, value }));

/** The dynamic table of one direction of a connection (RFC 7541, 2.3). */
export class DynamicTable {
  #fields: Field[] = [];
  /** Fields before this index are evicted. */
  #first = 0;
  #size = 0;
  #capacity: number;
  #version = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#size;
  }

  get length(): number {
    return this.#fields.length - this.#first;
  }

  /** Changes whenever an index refers to another field. */
  get version(): number {
    return this.#version;
  }

  /** Looks up the static table, followed by this one, newest entry first. */
  at(index: number): Field | undefined {
    if (index <= staticFields.length) return staticFields[index - 1];
    const place = this.#fields.length - (index - staticFields.length);
    return place < this.#first ? undefined : this.#fields[place];
  }

  add(field: Field): void {
    const size = fieldSize(field);
    this.#version += 1;
    this.#evict(this.#capacity - size);
    if (size > this.#capacity) return;
    this.#fields.push(field);
    this.#size += size;
  }

  resize(capacity: number): void {
    this.#version += 1;
    this.#capacity = capacity;
    this.#evict(capacity);
  }

  #evict(room: number): void {
    while (this.#size > room && this.length > 0) {
      this.#size -= fieldSize(this.#fields[this.#first] as Field);
      this.#first += 1;
    }
    if (this.#first < 64 || this.#first < this.#fields.length / 2) return;
    this.#fields = this.#fields.slice(this.#first);
    this.#first = 0;
  }
}
