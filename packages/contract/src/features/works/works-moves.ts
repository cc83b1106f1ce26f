/** The states of works at a container, which of them may follow which, and when one ends by itself. */
export const worksStates = ["planned", "active", "overrun", "ended", "cancelled"] as const;
export type WorksState = (typeof worksStates)[number];

/** `begin` and `overrun` come with time, `extend` and `cancel` from people, and `end` from either. */
export const worksEvents = ["begin", "overrun", "extend", "end", "cancel"] as const;
export type WorksEvent = (typeof worksEvents)[number];

/** Works whose time is over for so long are said to overrun, and people are asked. */
export const overrunAfterMs = 30 * 60_000;
/** Works that nobody ends keep a container from nobody for longer than this after their time. */
export const forgottenAfterMs = 12 * 3_600_000;

const moves: Record<WorksState, Partial<Record<WorksEvent, WorksState>>> = {
  planned: { begin: "active", extend: "planned", cancel: "cancelled" },
  active: { overrun: "overrun", extend: "active", end: "ended" },
  overrun: { extend: "active", end: "ended" },
  ended: {},
  cancelled: {},
};

/** The state that follows; undefined: nothing changes. */
export function moveWorks(state: WorksState, event: WorksEvent): WorksState | undefined {
  return moves[state][event];
}

export interface WorksTimes {
  startsAtMs: number;
  endsAtMs: number;
}

/** What time brings next to works in this state, and when; undefined: nothing any more. */
export function nextOfWorks(
  state: WorksState,
  { startsAtMs, endsAtMs }: WorksTimes,
): { event: WorksEvent; atMs: number } | undefined {
  if (state === "planned") return { event: "begin", atMs: startsAtMs };
  if (state === "active") return { event: "overrun", atMs: endsAtMs + overrunAfterMs };
  if (state === "overrun") return { event: "end", atMs: endsAtMs + forgottenAfterMs };
  return undefined;
}

/** Works as a controller knows them, by id: from when on, and when they are to be over, epoch s. */
export type AnnouncedWorks = Readonly<Record<string, { from: number; to: number }>>;

/** Is somebody at work at this instant? Nobody on site says when it is over, so that it lasts as long as the portal has it. */
export function isWorkedOn(works: AnnouncedWorks, nowMs: number): boolean {
  return Object.values(works).some(({ from, to }) => nowMs >= from * 1000 && nowMs < to * 1000 + forgottenAfterMs);
}

/** The states that time has brought since, in their order: also after the portal was away for days. */
export function passedStates(state: WorksState, times: WorksTimes, nowMs: number): WorksState[] {
  const passed: WorksState[] = [];
  let is = state;
  for (;;) {
    const next = nextOfWorks(is, times);
    const after = next && next.atMs <= nowMs ? moveWorks(is, next.event) : undefined;
    if (after === undefined) return passed;
    passed.push((is = after));
  }
}

/** While works are in one of these, nobody else switches anything in the container. */
export function isUnderWay(state: WorksState): boolean {
  return state === "active" || state === "overrun";
}
