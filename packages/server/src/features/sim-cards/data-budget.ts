import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";
import type { DataBudget } from "@offgrid/contract/sim-cards/sim-cards.schema";

/** How the use of data of a container stands against its bundle. Pure; days are YYYY-MM-DD in the container's zone. */

const dayMs = 86_400_000;
const bytesPerMb = 1_000_000;
/** Of so many days is the pace: a week has its quiet and its busy days. */
const paceDays = 7;

export interface BudgetFacts {
  /** Undefined: nobody has recorded one. */
  card: Pick<SimCard, "bundleMb" | "renewalDay" | "expiresOn" | "pricePerMb"> | undefined;
  today: string;
  /** Sent and received by day, at least since the last renewal and of the last week; a day on which nothing was counted is left out. */
  days: readonly { day: string; bytes: number }[];
  /** The first day of all that was counted. */
  firstDay: string | undefined;
  countedAt: Date | undefined;
}

function toDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / dayMs;
}

function toText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** @param month From 0; may overflow. @returns The day on which the bundle is renewed in it, in days since 1970. */
function renewalIn(year: number, month: number, renewalDay: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(renewalDay, lastDay)) / dayMs;
}

/** From the last renewal up to the next, without its day. */
export function bundlePeriod(renewalDay: number | null, today: string): { from: string; until: string } {
  const now = new Date(toDay(today) * dayMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const renewal = (ahead: number) => renewalIn(year, month + ahead, renewalDay ?? 1);
  const first = renewal(0) <= toDay(today) ? 0 : -1;
  return { from: toText(renewal(first)), until: toText(renewal(first + 1)) };
}

export function budgetOf({ card, today, days, firstDay, countedAt }: BudgetFacts): DataBudget {
  const { from, until } = bundlePeriod(card?.renewalDay ?? null, today);
  const sumOf = (first: string, end: string) =>
    days.filter(({ day }) => day >= first && day < end).reduce((sum, { bytes }) => sum + bytes, 0);
  const isCounted = firstDay !== undefined;
  const usedBytes = isCounted ? sumOf(from, until) : null;
  const bundleBytes = card?.bundleMb ? card.bundleMb * bytesPerMb : null;
  const daysLeft = toDay(until) - toDay(today);
  const perDayBytes = paceOf(toDay(today), firstDay, sumOf);
  const usedToday = sumOf(today, toText(toDay(today) + 1));
  const ahead = { usedBytes, perDayBytes, usedToday };
  const { expiresOn = null, pricePerMb = null } = card ?? {};
  const isExpired = expiresOn !== null && expiresOn < today;
  const projectedBytes = usedAfter(ahead, daysLeft);
  return {
    state: stateOf({ usedBytes, bundleBytes, projectedBytes, isExpired }),
    from,
    until,
    daysLeft,
    usedBytes,
    countedSince: isCounted && firstDay > from ? firstDay : null,
    countedAt: countedAt?.toISOString() ?? null,
    bundleBytes,
    leftBytes: usedBytes === null || bundleBytes === null ? null : Math.max(0, bundleBytes - usedBytes),
    perDayBytes,
    projectedBytes,
    exceededOn: bundleBytes === null ? null : exceededOn(ahead, bundleBytes, { today: toDay(today), daysLeft }),
    cost: usedBytes === null || pricePerMb === null ? null : (usedBytes / bytesPerMb) * pricePerMb,
  };
}

/** Bytes in a mean day of those that are over; null where none was counted from beginning to end. */
function paceOf(
  today: number,
  firstDay: string | undefined,
  sumOf: (first: string, end: string) => number,
): number | null {
  if (firstDay === undefined) return null;
  const count = Math.min(paceDays, today - toDay(firstDay) - 1);
  return count < 1 ? null : sumOf(toText(today - count), toText(today)) / count;
}

interface Ahead {
  usedBytes: number | null;
  perDayBytes: number | null;
  usedToday: number;
}

/** What will be used by the end of so many days, of which today is the first. */
function usedAfter({ usedBytes, perDayBytes, usedToday }: Ahead, days: number): number | null {
  if (usedBytes === null || perDayBytes === null) return null;
  // What is left of today is as much as makes it a mean day, and nothing where it already is more than that.
  return usedBytes + Math.max(0, perDayBytes - usedToday) + perDayBytes * (days - 1);
}

/** The first day by whose end the bundle is used up. */
function exceededOn(
  ahead: Ahead,
  bundleBytes: number,
  { today, daysLeft }: { today: number; daysLeft: number },
): string | null {
  if (ahead.usedBytes === null || ahead.usedBytes > bundleBytes) return null;
  for (let days = 1; days <= daysLeft; days++) {
    const used = usedAfter(ahead, days);
    if (used !== null && used > bundleBytes) return toText(today + days - 1);
  }
  return null;
}

function stateOf(known: {
  usedBytes: number | null;
  bundleBytes: number | null;
  projectedBytes: number | null;
  isExpired: boolean;
}): DataBudget["state"] {
  const { usedBytes, bundleBytes, projectedBytes, isExpired } = known;
  if (isExpired) return "expired";
  if (bundleBytes === null) return "no_bundle";
  if (usedBytes === null) return "unknown";
  if (usedBytes > bundleBytes) return "exceeded";
  return projectedBytes !== null && projectedBytes > bundleBytes ? "will_exceed" : "on_track";
}
