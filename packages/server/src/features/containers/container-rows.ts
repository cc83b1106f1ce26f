import type { Viewer } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import type { ListRow, StoredContainer } from "./container-row.ts";
import { KeptContainer, type ListMoment } from "./kept-container.ts";
import { type Listed, containerOf, readMarked, readMarks } from "./containers.store.ts";

/** Beyond this many the memory is emptied; containers that were removed take room until then. */
const mostKept = 20_000;

/**
 * The rows of lists, kept between calls. Each call asks the database which containers the caller sees and in which
 * version, and reads only those that have changed since they were kept: so what is kept is never trusted to be current,
 * whoever changed it, and in whichever process.
 */
export class ContainerRows {
  #byMark = new Map<string, KeptContainer>();
  /** The marks under which containers are kept, by id. */
  #marks = new Map<string, string>();
  #startedAt = "";

  /**
   * The rows of every container of a list that the viewer sees. An unchanged row is the same frozen object as in the call
   * before.
   */
  async read(db: Db, viewer: Viewer, moment: ListMoment, listed?: Listed): Promise<ListRow[]> {
    const { startedAt, marks, favorites } = await readMarks(db, viewer, listed);
    const byMark = this.#keptSince(startedAt);
    const rows: ListRow[] = [];
    const changed: string[] = [];
    const add = (container: KeptContainer) =>
      rows.push(container.row(moment, favorites.size > 0 && favorites.has(container.id)));
    for (const mark of marks) {
      const container = byMark.get(mark);
      if (container) add(container);
      else changed.push(containerOf(mark));
    }
    if (changed.length > 0) {
      // With the marks of this second statement: the containers may have changed again since the first.
      for (const { mark, stored } of await readMarked(db, viewer, changed)) add(this.#keep(mark, stored));
    }
    return rows;
  }

  #keep(mark: string, stored: StoredContainer): KeptContainer {
    const container = new KeptContainer(stored);
    const before = this.#marks.get(stored.id);
    if (before !== undefined) this.#byMark.delete(before);
    this.#marks.set(stored.id, mark);
    this.#byMark.set(mark, container);
    return container;
  }

  #keptSince(startedAt: string): Map<string, KeptContainer> {
    if (startedAt !== this.#startedAt || this.#marks.size > mostKept) {
      this.#startedAt = startedAt;
      this.#byMark = new Map();
      this.#marks = new Map();
    }
    return this.#byMark;
  }
}
