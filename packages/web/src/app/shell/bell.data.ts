import { call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { Notification } from "../../domain/notifications/fold-repeats.ts";
import { notificationsShown } from "../../domain/notifications/notifications-shown.ts";

/** More of each than the bell lists, since what says the same several times is one line of it. */
const asked = 20;

/** Lists of what a person is notified of. */
export interface NewsLists {
  events: boolean;
  warnings: boolean;
}

/**
 * What the person was notified of last and what is critical and not read, however old, newest first, of the lists that
 * they see; and how much is critical and not read.
 */
export function useBellNews({ events, warnings }: NewsLists) {
  const type = events && warnings ? {} : { type: events ? ("event" as const) : ("warning" as const) };
  const newest = useCall("getNotifications", { pageSize: asked, ...type }, { staleTime: 0 });
  const unread = { level: "critical", unread: true } as const;
  const grave = useCall("getNotifications", { pageSize: asked, ...type, ...unread }, { staleTime: 0 });
  return {
    data: newest.data && grave.data && merged(grave.data.data, newest.data.data),
    unreadGrave: grave.data?.total,
    error: newest.error ?? grave.error,
    isFetching: newest.isFetching || grave.isFetching,
    refetch: () => void Promise.all([newest.refetch(), grave.refetch()]),
  };
}

function merged(...lists: readonly (readonly Notification[])[]): Notification[] {
  const all = new Map(lists.flat().map((one) => [one.id, one]));
  return [...all.values()].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Until when what is counted came; undefined: not known, or nothing is unread. */
export function useUnreadUntil({ events, warnings }: NewsLists) {
  const ofEvents = useCall("getUnreadNotificationCount", {}, { enabled: events }).data;
  const ofWarnings = useCall("getWarningUnreadCount", {}, { enabled: warnings }).data;
  const until = (list: { count: number; asOf: string } | undefined) => (list && list.count > 0 ? list.asOf : undefined);
  return { events: events ? until(ofEvents) : undefined, warnings: warnings ? until(ofWarnings) : undefined };
}

/** What came later stays unread. @throws ApiError */
export async function markNewsRead({ events, warnings }: ReturnType<typeof useUnreadUntil>): Promise<void> {
  try {
    if (events !== undefined) await call("maskAllNotificationAsRead", { until: events });
    if (warnings !== undefined) await call("maskAllWarningAsRead", { until: warnings });
  } finally {
    refresh("incidentList", "incidentGet", "getWarningHistory", "getWarningContainerHistory", ...notificationsShown);
  }
}
