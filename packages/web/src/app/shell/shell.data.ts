import { tickMs } from "@offgrid/contract/core/constants";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";

import type { ApiError } from "../../core/api/api-error.ts";
import { useCall, useCallMutation } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { usePersonalMessages } from "../../core/live/live.ts";
import type { UnreadCount } from "./menu-entries.ts";

/**
 * What the shell shows at its edges. Each part may fail silently; the link chip then names it. The containers themselves
 * are asked for where they are shown: they change with every message, and the whole shell would be drawn again.
 */
export function useShellData() {
  const user = useCurrentUser();
  const email = user?.email[0]?.address;
  const setting = useCall("getUserSetting", {}, { staleTime: 60_000 });
  // What came before the live connection was there is counted by the next tick.
  const events = useCall("getUnreadNotificationCount", {}, { refetchInterval: tickMs });
  const warnings = useCall("getWarningUnreadCount", {}, { refetchInterval: tickMs });
  const tickets = useUnreadTickets();
  const version = useCall("getAppVersion", {}, { staleTime: 5 * 60_000 });
  const containers = useCall("getSitesV2", {});
  const card = useCall("getUserInfo", { email: email ?? "" }, { enabled: email !== undefined, staleTime: 5 * 60_000 });
  const failed = [
    failure("failed_setting", setting),
    failure("failed_events", events),
    failure("failed_warnings", warnings),
    failure("failed_tickets", tickets),
    failure("failed_version", version),
    failure("failed_containers", containers),
    failure("failed_avatar", card),
  ].filter((name) => name !== undefined);
  return {
    user,
    email,
    setting: setting.data?.userSetting,
    unread: {
      events: unreadOf(events, ({ count }) => count),
      warnings: unreadOf(warnings, ({ count }) => count),
      tickets: unreadOf(tickets, ({ total }) => total),
    },
    version: version.data,
    avatar: card.data?.data.avatar ?? user?.avatar ?? undefined,
    failed,
  };
}

/** How many tickets have messages that the person has not read, as their list counts them. */
function useUnreadTickets() {
  const enabled = useCan("ticketGetList");
  const tickets = useCall("ticketGetList", { choice: "unread", pageSize: 1 }, { enabled, refetchInterval: tickMs });
  usePersonalMessages((message) => {
    if (enabled && "command" in message && message.command === "ticketChanged") void tickets.refetch();
  });
  return tickets;
}

export type ShellData = ReturnType<typeof useShellData>;
/** What could not be loaded or refreshed, and from when what is known of it is, epoch ms; undefined: nothing is. */
export type FailedPart = ShellData["failed"][number];

function failure<const Name extends string>(name: Name, query: UseQueryResult<unknown, ApiError>) {
  if (!query.isError) return undefined;
  return { name, atMs: query.data === undefined ? undefined : query.dataUpdatedAt };
}

/** The last count that is known: a portal that does not answer has read nothing. */
function unreadOf<Data>({ data, isError }: UseQueryResult<Data, ApiError>, count: (data: Data) => number): UnreadCount {
  if (data !== undefined) return count(data);
  return isError ? "unknown" : undefined;
}

/** Saves a setting of the signed-in person; keys that are absent stay as they are. */
export function useSaveSetting(onFailure: () => void) {
  const client = useQueryClient();
  return useCallMutation("saveUserSetting", {
    onSuccess: (answer) => client.setQueryData(["getUserSetting", {}], answer),
    onError: onFailure,
  });
}
