/** Files that go with messages which the portal does not have yet, kept in this browser beside the texts (`kept-chat.ts`). */

import { keptMs } from "./kept.ts";

const databaseName = "offgrid-ticket-files";
const storeName = "file";

interface Kept {
  clientId: string;
  contents: Blob;
  atMs: number;
}

/** Of a browser that keeps nothing: until the page is left. */
const inMemory = new Map<string, Blob>();

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () =>
      request.result.createObjectStore(storeName, { keyPath: "clientId" }),
    );
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no storage")));
  });
  return opened;
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    transaction.addEventListener("complete", () => resolve(request.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("no room")));
    transaction.addEventListener("error", () => reject(transaction.error ?? new Error("no room")));
  });
}

export async function keepFile(clientId: string, contents: Blob, nowMs: number): Promise<void> {
  inMemory.set(clientId, contents);
  await run("readwrite", (store) => store.put({ clientId, contents, atMs: nowMs } satisfies Kept)).catch(
    () => undefined,
  );
}

/** Undefined: the browser has forgotten it. */
export async function keptFile(clientId: string): Promise<Blob | undefined> {
  const known = inMemory.get(clientId);
  if (known) return known;
  const found = await run("readonly", (store) => store.get(clientId)).catch(() => undefined);
  return (found as Kept | undefined)?.contents;
}

export async function forgetFiles(clientIds: readonly string[]): Promise<void> {
  for (const clientId of clientIds) {
    inMemory.delete(clientId);
    await run("readwrite", (store) => store.delete(clientId)).catch(() => undefined);
  }
}

/** Removes, as late as the messages that they belong to, those of messages that were given up with their ticket unseen. */
export async function forgetOldFiles(nowMs: number): Promise<void> {
  const all = (await run("readonly", (store) => store.getAll()).catch(() => [])) as Kept[];
  await forgetFiles(all.filter(({ atMs }) => nowMs - atMs > keptMs).map(({ clientId }) => clientId));
}
