import { closeSync, fdatasync, fdatasyncSync } from "node:fs";

/**
 * An open file whose writes are pushed to the disk itself one after another in the background: at most one
 * synchronisation runs, and one more follows when something was written meanwhile.
 */
export class SyncedFile {
  readonly fd: number;
  #isSyncing = false;
  #isDirty = false;
  #isClosed = false;

  constructor(fd: number) {
    this.fd = fd;
  }

  /** Says that something was written. */
  touch(): void {
    this.#isDirty = true;
    if (this.#isSyncing || this.#isClosed) return;
    this.#isDirty = false;
    this.#isSyncing = true;
    // A failing disk shows itself at the next write; there is nobody to tell here.
    fdatasync(this.fd, () => {
      this.#isSyncing = false;
      if (this.#isClosed) closeSync(this.fd);
      else if (this.#isDirty) this.touch();
    });
  }

  /** Synchronises what is left and closes, at once or when the running synchronisation has ended. */
  close(isSynced: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (isSynced && this.#isDirty) fdatasyncSync(this.fd);
    if (!this.#isSyncing) closeSync(this.fd);
  }
}
