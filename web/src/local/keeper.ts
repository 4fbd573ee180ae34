/**
 * Pairs of texts that this browser keeps, over IndexedDB. Where it keeps nothing (any more), they stay in memory, and
 * whoever opened the keeper is told why.
 */

export type StorageTrouble = "forbidden" | "full" | "cleared";
export type Pair = [key: string, value: string];

const PAIRS = "pairs";
const OWNER = "owner";

/** Another tab has opened the keeper since: what this one writes would be lost, or destroy what that one wrote. */
export class TakenError extends Error {
  constructor() {
    super("another tab keeps the tables now");
  }
}

export class Keeper {
  #db: IDBDatabase | null = null;
  /** What was read or written, for as long as nothing else keeps it. */
  #seen = new Map<string, string | null>();
  #isSaving = false;
  #isTaken = false;
  #hasFailed = false;
  readonly #me = String(crypto.getRandomValues(new Uint32Array(2)));

  private constructor(
    readonly ontrouble: (trouble: StorageTrouble) => void,
    readonly ontaken: () => void,
  ) {}

  /** From now on this keeper is the only one that writes. */
  static async open(ontrouble: (trouble: StorageTrouble) => void = () => {}, ontaken: () => void = () => {}, name = "crownland"): Promise<Keeper> {
    const keeper = new Keeper(ontrouble, ontaken);
    try {
      await keeper.#open(name);
    } catch (error) {
      keeper.#fail(isFull(error) ? "full" : "forbidden");
    }
    return keeper;
  }

  /** Only to read: whoever has opened it goes on writing. */
  static async look(name = "crownland"): Promise<Keeper> {
    const keeper = new Keeper(() => {}, () => {});
    await keeper.#connect(name).catch(() => {});
    return keeper;
  }

  async read(key: string): Promise<string | null> {
    if (!this.#isSaving && this.#seen.has(key)) return this.#seen.get(key) ?? null;
    const value = (await this.#ask<string | undefined>((pairs) => pairs.get(key))) ?? null;
    this.#seen.set(key, value);
    return value;
  }

  /** All pairs whose key begins with *prefix*, in the order of keys, as JSON. */
  async range(prefix: string): Promise<string> {
    const among = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const [keys, values] = await Promise.all([
      this.#ask<IDBValidKey[]>((pairs) => pairs.getAllKeys(among)),
      this.#ask<string[]>((pairs) => pairs.getAll(among)),
    ]);
    const found = new Map<string, string | null>((keys ?? []).map((key, at) => [String(key), values?.[at] ?? null]));
    if (!this.#isSaving) for (const [key, value] of this.#seen) if (key.startsWith(prefix)) found.set(key, value);
    for (const [key, value] of found) this.#seen.set(key, value);
    return JSON.stringify([...found].filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Write all pairs of *batch*, JSON, or none; null removes. They are safe when this returns. */
  async write(batch: string): Promise<void> {
    const pairs = JSON.parse(batch) as [string, string | null][];
    if (this.#isTaken) throw new TakenError();
    if (this.#isSaving) {
      try {
        await this.#save(pairs);
      } catch (error) {
        if (error instanceof TakenError) {
          this.#isTaken = true;
          this.close();
          this.ontaken();
          throw error;
        }
        this.#fail(isFull(error) ? "full" : "cleared");
      }
    }
    for (const [key, value] of pairs) this.#seen.set(key, value);
  }

  close(): void {
    this.#isSaving = false;
    this.#db?.close();
    this.#db = null;
  }

  async #open(name: string): Promise<void> {
    const db = await this.#connect(name);
    const claim = db.transaction(OWNER, "readwrite");
    claim.objectStore(OWNER).put(this.#me, OWNER);
    await done(claim);
    this.#isSaving = true;
  }

  async #connect(name: string): Promise<IDBDatabase> {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(PAIRS);
      opening.result.createObjectStore(OWNER);
    };
    const db = await answer(opening);
    this.#db = db;
    db.onclose = db.onversionchange = () => {
      db.close();
      if (this.#db !== db) return;
      this.#db = null;
      this.#fail("cleared");
    };
    return db;
  }

  async #save(pairs: [string, string | null][]): Promise<void> {
    if (!this.#db) throw new DOMException("the database was closed", "InvalidStateError");
    const saving = this.#db.transaction([PAIRS, OWNER], "readwrite", { durability: "strict" });
    const saved = done(saving);
    let reason: unknown = null;
    const owner = saving.objectStore(OWNER).get(OWNER);
    owner.onsuccess = () => {
      try {
        if (owner.result !== this.#me) throw new TakenError();
        const store = saving.objectStore(PAIRS);
        for (const [key, value] of pairs) {
          if (value === null) store.delete(key);
          else store.put(value, key);
        }
      } catch (error) {
        reason = error;
        saving.abort();
      }
    };
    try {
      await saved;
    } catch (error) {
      throw reason ?? error;
    }
  }

  async #ask<Value>(what: (pairs: IDBObjectStore) => IDBRequest): Promise<Value | undefined> {
    if (!this.#db) return undefined;
    try {
      return (await answer(what(this.#db.transaction(PAIRS).objectStore(PAIRS)))) as Value;
    } catch {
      this.#fail("cleared");
      return undefined;
    }
  }

  #fail(trouble: StorageTrouble): void {
    this.#isSaving = false;
    if (!this.#hasFailed) this.ontrouble(trouble);
    this.#hasFailed = true;
  }
}

function isFull(error: unknown): boolean {
  return (error as { name?: string } | null)?.name === "QuotaExceededError";
}

function answer<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("the transaction was aborted", "AbortError"));
  });
}
