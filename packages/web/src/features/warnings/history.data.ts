import { inLanguage } from "@offgrid/contract/warnings/suggested-words";
import type { WarningFeedback } from "@offgrid/contract/warnings/warning-types";
import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { withIncidents } from "../../domain/incidents/incidents.data.ts";
import { notificationsShown } from "../../domain/notifications/notifications-shown.ts";
import { addCalendar, startOf } from "../../core/time.ts";
import { browserZone } from "../../ui/use-locale.ts";
import type { HistorySearch } from "./warnings.search.ts";

/** Where the person may go on from a warning. */
export interface WarningRights {
  chart: boolean;
  commands: boolean;
  rules: boolean;
}

export type Warning = Answer<"getWarningHistory">["data"][number];
export type MuteHours = 0 | 1 | 8 | 24;

export const warningsPerPage = 50;
const daysBefore = { "7_days": 6, "30_days": 29 } as const;

/** A warning in the language of whoever reads it, as far as its words are those of a suggested rule. */
export function warningInWords(warning: Warning): Warning {
  return inLanguage(warning, currentLocale);
}

function pageInWords(page: Answer<"getWarningHistory">): Answer<"getWarningHistory"> {
  return { ...page, data: page.data.map(warningInWords) };
}

/** A page of warnings, open ones first. The previous page stays while the next is being fetched. */
export function useWarnings(search: HistorySearch, nowMs: number) {
  const { container } = search;
  const input = warningQuery(search, nowMs);
  const options = { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: tickMs } as const;
  const all = useCall("getWarningHistory", input, {
    ...options,
    select: (page) => pageInWords(page),
    enabled: container === undefined,
  });
  const ofOne = useCall(
    "getWarningContainerHistory",
    { containerId: container ?? "", ...input },
    { ...options, select: (page) => pageInWords(page), enabled: container !== undefined },
  );
  return container === undefined ? all : ofOne;
}

/** What is asked of all containers, or of the one that the address names. What only the screen needs is left out. */
export function warningQuery(
  { page = 1, container: _ofOne, cluster, view: _view, incident: _opened, rule, period, ...search }: HistorySearch,
  nowMs: number,
): Input<"getWarningHistory"> {
  const from = period && addCalendar(startOf("day", nowMs, browserZone), -daysBefore[period], "day", browserZone);
  return {
    ...search,
    ...(rule !== undefined && { ruleId: rule }),
    ...(cluster !== undefined && { clusterId: cluster }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    page,
    pageSize: warningsPerPage,
  };
}

/** May the person acknowledge and mute? */
export function useMayLookAfter(): boolean {
  return useCan("warningAcknowledge");
}

/** Where the person may go on from a warning. */
export function useWarningRights(): WarningRights {
  return { chart: useCan("chartDraw"), commands: useCan("commandList"), rules: useCan("registerWarning") };
}

/** How many warnings the person has not read, and as of when; undefined until that is known. */
export function useUnreadWarnings() {
  return useCall("getWarningUnreadCount", {}).data;
}

/** @throws ApiError */
export async function acknowledge(id: string, note: string, feedback: WarningFeedback | undefined): Promise<Warning> {
  try {
    const sent = call("warningAcknowledge", { id, ...(note !== "" && { note }), ...(feedback && { feedback }) });
    return (await withIncidents(sent)).data;
  } finally {
    refresh("getWarningConfiguration");
  }
}

/** Takes back that the person looks after it. @throws ApiError */
export async function withdrawWarning(id: string): Promise<void> {
  await withIncidents(call("warningWithdraw", { id }));
}

/** Does this person look after it, as far as it is open? */
export function isHeldBy(
  userId: string | undefined,
  { clearedAt, acknowledgedBy, acknowledgedUntil }: Warning,
  nowMs: number,
): boolean {
  const isHeld = acknowledgedUntil !== null && Date.parse(acknowledgedUntil) > nowMs;
  return clearedAt === null && isHeld && acknowledgedBy !== null && acknowledgedBy.userId === userId;
}

/** @param hours 0: messages come again. @throws ApiError */
export async function mute(id: string, hours: MuteHours): Promise<void> {
  await withIncidents(call("warningMute", { id, hours }));
}

/** @throws ApiError */
export async function markRead(ids: string[]): Promise<void> {
  await call("setWarningAsRead", { ids });
  refreshRead();
}

/** What comes after the instant stays unread. @throws ApiError */
export async function markAllRead(until: string): Promise<void> {
  await call("maskAllWarningAsRead", { until });
  refreshRead();
}

/** With a warning, what was said of it later is read too, such as that it is over: that is an event. */
function refreshRead(): void {
  refresh("incidentList", "incidentGet", "getWarningHistory", "getWarningContainerHistory", ...notificationsShown);
}
