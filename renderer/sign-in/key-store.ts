/** The key by which the host recognizes this browser. It can sign but not be read. */
export interface BrowserKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** Storage for a browser's key; a browser without storage has none. */
export interface KeyStore {
  /** Whether a key was saved and not cleared. */
  readonly isMarked: boolean;
  load(): Promise<BrowserKey | null>;
  save(key: BrowserKey): Promise<void>;
  clear(): Promise<void>;
}

/** In local storage while there is a key; it signals other tabs of the origin and isn't secret. */
export const MARK = "batchdeck.browser";
/** Used by earlier versions, which stored a secret there. */
const OLD_TOKEN = "batchdeck.token";

const DATABASE = "batchdeck";
const STORE = "sign-in";
const ENTRY = "key";

/** Stores the key in the origin's IndexedDB, which can hold keys that can't be read. */
export function originKeyStore(): KeyStore {
  return {
    get isMarked() {
      return marked() !== null;
    },
    async load() {
      const found = await inStore("readonly", (store) => store.get(ENTRY)).catch(() => null);
      return isBrowserKey(found) ? { id: found.id, key: found.key } : null;
    },
    async save({ id, key }) {
      try {
        await inStore("readwrite", (store) => store.put({ id, key }, ENTRY));
        // Last, since other tabs look for the key when they see it.
        localStorage.setItem(MARK, id);
        localStorage.removeItem(OLD_TOKEN);
      } catch {
        // This browser has no storage: it is signed in until the page closes.
      }
    },
    async clear() {
      try {
        localStorage.removeItem(MARK);
        await inStore("readwrite", (store) => store.delete(ENTRY));
      } catch {
        // Nothing was stored.
      }
    },
  };
}

function marked(): string | null {
  try {
    return localStorage.getItem(MARK);
  } catch {
    return null;
  }
}

function isBrowserKey(value: unknown): value is BrowserKey {
  const { id, key } = (value ?? {}) as Partial<BrowserKey>;
  return typeof id === "string" && key instanceof CryptoKey;
}

/** Rejects if the browser doesn't allow a database. */
async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = (await settled(opening)) as IDBDatabase;
  try {
    const transaction = database.transaction(STORE, mode);
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the database failed"));
    });
    const [result] = await Promise.all([settled(act(transaction.objectStore(STORE))), completed]);
    return result;
  } finally {
    database.close();
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}
