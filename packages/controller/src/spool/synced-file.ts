import { closeSync, fdatasync, fdatasyncSync } from "node:fs";

/**
 * An open file whose writes are synced to the disk in the background: at most one sync runs at a time, and another
 * follows if something was written meanwhile.
 */
export class SyncedFile {
  readonly fd: number;
  #isSyncing = false;
  #isDirty = false;
  #isClosed = false;

  constructor(fd: number) {
    this.fd = fd;
  }

  /** Call this after a write. */
  touch(): void {
    this.#isDirty = true;
    if (this.#isSyncing || this.#isClosed) return;
    this.#isDirty = false;
    this.#isSyncing = true;
    // A failing disk shows at the next write; nobody can be informed here.
    fdatasync(this.fd, () => {
      this.#isSyncing = false;
      if (this.#isClosed) closeSync(this.fd);
      else if (this.#isDirty) this.touch();
    });
  }

  /** Syncs what is left and closes the file, at once or when the running sync has ended. */
  close(isSynced: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (isSynced && this.#isDirty) fdatasyncSync(this.fd);
    if (!this.#isSyncing) closeSync(this.fd);
  }
}
