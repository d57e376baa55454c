import type { MetricKey } from "../../contract/index.ts";
import type { PinBoard } from "../observed-handlers.ts";
import type { Observer } from "../polling/observer.ts";
import type { Observers } from "../polling/observers.ts";
import type { History } from "./history.ts";

/** Keeps the metrics that the user pinned, on all present and future servers. */
export class Pins implements PinBoard, Disposable {
  readonly #history: History;
  readonly #observers: Observers;
  readonly #following: Disposable;
  readonly #held = new Map<Observer, Map<string, Disposable>>();

  constructor(history: History, observers: Observers) {
    this.#history = history;
    this.#observers = observers;
    this.#following = observers.onChanged(() => this.#follow());
    this.#follow();
  }

  of(serverId: string): MetricKey[] {
    return this.#history
      .pins()
      .filter((pin) => pin.serverId === serverId)
      .map(({ key }) => key);
  }

  set(serverId: string, key: MetricKey, pinned: boolean): void {
    this.#history.pin(serverId, key, pinned);
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
  }

  #follow(): void {
    const observers = this.#observers.list();
    for (const observer of this.#held.keys())
      if (!observers.includes(observer)) this.#held.delete(observer);
    const wanted = Map.groupBy(this.#history.pins(), ({ serverId }) => serverId);
    for (const observer of observers)
      this.#hold(observer, wanted.get(observer.server.id)?.map(({ key }) => key) ?? []);
  }

  #hold(observer: Observer, keys: readonly MetricKey[]): void {
    const held = this.#held.get(observer) ?? new Map<string, Disposable>();
    const names = new Map(keys.map((key) => [JSON.stringify(key), key]));
    for (const [name, pin] of held) {
      if (names.has(name)) continue;
      pin[Symbol.dispose]();
      held.delete(name);
    }
    for (const [name, key] of names)
      if (!held.has(name)) held.set(name, observer.subscriptions.pin(key));
    this.#held.set(observer, held);
  }
}
