import { idOf } from "./widget-types.ts";
import type { KeptWidget } from "./widgets.schema.ts";

/** A change of single widgets of a board: what it does not name stays as it is, whoever changed it meanwhile. */
export interface BoardChange {
  /** Each takes the place of the widget with its id; new ones come before `before`. */
  put?: readonly KeptWidget[] | undefined;
  /** The widget before which new ones come; null, left out or gone: at the end. */
  before?: string | null | undefined;
  remove?: readonly string[] | undefined;
  /** Done last. */
  move?: { id: string; before: string | null } | undefined;
}

/** The board after a change: in the portal, and on the screen before the portal has answered. */
export function changeBoard(board: readonly KeptWidget[], change: BoardChange): KeptWidget[] {
  const { put = [], before = null, remove = [], move } = change;
  const left = board.filter((one) => !remove.includes(idOf(one)));
  const given = new Map(put.map((one) => [idOf(one), one]));
  const isThere = new Set(left.map(idOf));
  const kept = left.map((one) => given.get(idOf(one)) ?? one);
  const changed = insert(
    kept,
    [...given.values()].filter((one) => !isThere.has(idOf(one))),
    before,
  );
  if (!move) return changed;
  const moved = changed.filter((one) => idOf(one) === move.id);
  return move.before === move.id
    ? changed
    : insert(
        changed.filter((one) => idOf(one) !== move.id),
        moved,
        move.before,
      );
}

function insert(board: readonly KeptWidget[], added: readonly KeptWidget[], before: string | null): KeptWidget[] {
  const place = before === null ? -1 : board.findIndex((one) => idOf(one) === before);
  return place === -1 ? [...board, ...added] : board.toSpliced(place, 0, ...added);
}

/** What stands behind a widget, so that it can be put back before it; null: nothing. */
export function nextOf(board: readonly KeptWidget[], id: string): string | null {
  const next = board[board.findIndex((one) => idOf(one) === id) + 1];
  return next ? idOf(next) : null;
}

/** What takes a change back that was made to this board. */
export function undoOf(board: readonly KeptWidget[], { put = [], remove = [], move }: BoardChange): BoardChange[] {
  const isThere = new Set(board.map(idOf));
  const back: BoardChange[] = [];
  const added = put.map(idOf).filter((id) => !isThere.has(id));
  if (added.length > 0) back.push({ remove: added });
  const changed = board.filter((one) => put.some((other) => idOf(other) === idOf(one)) && !remove.includes(idOf(one)));
  if (changed.length > 0) back.push({ put: changed });
  // From the last on, so that each finds what it stood before.
  for (const one of board.toReversed()) {
    const id = idOf(one);
    const before = nextOf(board, id);
    if (remove.includes(id)) back.push({ remove: [id] }, { put: [one], before });
    else if (move?.id === id) back.push({ move: { id, before } });
  }
  return back;
}
