import type { Answer } from "../../core/api/call.ts";

export type Notification = Answer<"getNotifications">["data"][number];

/** What is said of an event; of what happened to several outputs together, of all of them. */
export type EventText = (event: Notification, together?: readonly Notification[]) => string;

/** What happened once, or the same several times within what is folded. */
export interface FoldedEvent {
  /** The last time; of what happened to several outputs together, the last of them. */
  newest: Notification;
  /** What is said of it. */
  text: string;
  count: number;
  /** When it happened first, ISO. */
  firstAt: string;
  /** One of them at least is not read, of whatever type. */
  isUnread: boolean;
  /** Those among them that are not read, of the type that is asked for. */
  unreadIds: readonly string[];
}

/** What says the same of several outputs within a minute happened to them together. */
const togetherMs = 60_000;
const isOfOutputs = ({ code, device }: Notification) =>
  device !== null && /^(?:output\.|command\.mismatch$)/.test(code);

/**
 * Repeats of the same at the same container as one line, where it happened last. Newest first, as they are given. Pure.
 * @param unreadOf Which of them may be marked as read there: among events, what warned may not, as it has its own list.
 */
export function foldRepeats(
  lines: readonly Notification[],
  textOf: EventText,
  unreadOf: Notification["type"] = "event",
): readonly FoldedEvent[] {
  const folded = new Map<string, FoldedEvent>();
  for (const together of bundled(lines, textOf)) {
    const [newest, ...others] = together;
    const oldest = others.at(-1) ?? newest;
    const text = textOf(newest, together);
    const devices = together.map(({ device }) => device ?? "").toSorted();
    const key = [...placeOf(newest), [...new Set(devices)].join(" "), text].join("\n");
    const unread = together.filter(({ type, read }) => type === unreadOf && !read).map(({ id }) => id);
    const known = folded.get(key);
    folded.set(key, {
      newest: known?.newest ?? newest,
      text,
      count: (known?.count ?? 0) + mostOften(devices),
      firstAt: oldest.at,
      isUnread: known?.isUnread === true || together.some(({ read }) => !read),
      unreadIds: [...(known?.unreadIds ?? []), ...unread],
    });
  }
  return [...folded.values()];
}

/** How often the one that comes most often is there, among what is sorted. */
function mostOften(sorted: readonly string[]): number {
  return Math.max(...sorted.map((one) => sorted.lastIndexOf(one) - sorted.indexOf(one) + 1));
}

const placeOf = ({ containerId, code, level, type }: Notification) => [containerId, code, level, type];

/** What happened to several outputs together, in one. */
function bundled(lines: readonly Notification[], textOf: EventText): readonly [Notification, ...Notification[]][] {
  const bundles: [Notification, ...Notification[]][] = [];
  const latest = new Map<string, [Notification, ...Notification[]]>();
  for (const line of lines) {
    const key = isOfOutputs(line) ? [...placeOf(line), textOf({ ...line, outputName: "…" })].join("\n") : undefined;
    const bundle = key === undefined ? undefined : latest.get(key);
    if (bundle && Date.parse(bundle[0].at) - Date.parse(line.at) < togetherMs) {
      bundle.push(line);
      continue;
    }
    const own: [Notification] = [line];
    bundles.push(own);
    if (key !== undefined) latest.set(key, own);
  }
  return bundles;
}
