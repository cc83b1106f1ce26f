import type { Answer } from "../../core/api/call.ts";

export type Notification = Answer<"getNotifications">["data"][number];

/** What happened once, or the same several times within what is folded. */
export interface FoldedEvent {
  /** The last time. */
  newest: Notification;
  /** What is said of it. */
  text: string;
  count: number;
  /** When it happened first, ISO. */
  firstAt: string;
  /** Events among them that are not read; what warned has its own list. */
  unreadIds: readonly string[];
}

/** Repeats of the same at the same container as one line, where it happened last. Newest first, as they are given. Pure. */
export function foldRepeats(
  lines: readonly Notification[],
  textOf: (line: Notification) => string,
): readonly FoldedEvent[] {
  const folded = new Map<string, FoldedEvent>();
  for (const line of lines) {
    const text = textOf(line);
    const key = [line.containerId, line.code, line.level, line.type, line.device ?? "", text].join("\n");
    const unread = line.type === "event" && !line.read ? [line.id] : [];
    const known = folded.get(key);
    folded.set(key, {
      newest: known?.newest ?? line,
      text,
      count: (known?.count ?? 0) + 1,
      firstAt: line.at,
      unreadIds: [...(known?.unreadIds ?? []), ...unread],
    });
  }
  return [...folded.values()];
}
