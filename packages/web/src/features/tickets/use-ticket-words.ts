import type { TicketPriority, TicketStatus, TimerState } from "@offgrid/contract/tickets/ticket-types";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { formatAge, formatTime } from "../../core/time.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { Ticket } from "./tickets.data.ts";

/** Colours of outlines and words, which can be read on both grounds. */
export const priorityColors: Record<TicketPriority, string> = {
  low: "var(--og-muted)",
  medium: "var(--og-muted)",
  high: "var(--og-amber)",
  urgent: "var(--og-danger)",
};
export const statusColors: Record<TicketStatus, string> = {
  Unassigned: "var(--og-amber)",
  Open: "var(--og-info)",
  Inprogress: "var(--og-accent)",
  Closed: "var(--og-muted)",
};
export const dueColors: Record<TimerState, string> = {
  running: "var(--og-muted)",
  paused: "var(--og-muted)",
  near: "var(--og-amber)",
  over: "var(--og-danger)",
};

/** What is to be done next, and until when. */
export interface DueWords {
  text: string;
  state: TimerState;
}

const hourMs = 3_600_000;

/** Sentences about tickets that several parts of their screens say. */
export function useTicketWords(now: number) {
  const { t } = useTranslation("tickets");
  const locale = useLocale();
  const at = (instant: string) => formatTime(Date.parse(instant), "weekdayTime", browserZone, locale);
  /** Of what is given by its day. */
  const day = (instant: string) => formatTime(Date.parse(instant), "weekday", browserZone, locale);
  const age = (instant: string) => formatAge(now - Date.parse(instant), locale);
  const person = (one: { name: string | null } | null) => (one === null ? t("goneAccount") : (one.name ?? t("noName")));
  const dueOf = (kind: "answer" | "solution", timer: Ticket["answer"]): DueWords | undefined => {
    if (timer === null) return undefined;
    if (timer.dueAt === null) return { text: t("due.paused"), state: "paused" };
    return {
      text: t(`due.${kind}.${timer.state === "over" ? "over" : "until"}`, { at: at(timer.dueAt) }),
      state: timer.state,
    };
  };
  /** The first answer comes before the solution. */
  const due = ({ answer, solution }: Ticket) => dueOf("answer", answer) ?? dueOf("solution", solution);
  const waiting = ({ waitingFor, waitingUntil, isWaiting }: Ticket) => {
    if (!isWaiting || waitingFor === "nobody") return undefined;
    const what = t(`waitingFor.${waitingFor}`);
    if (waitingUntil === null) return what;
    const until = day(waitingUntil);
    return waitingFor === "visit" ? t("visitAt", { day: until }) : t("waitingUntil", { what, at: until });
  };
  /** How much support time the next of its times may take; undefined: none runs. */
  const within = ({ answer, solution }: Ticket) => {
    const timer = answer ?? solution;
    if (timer === null) return undefined;
    const hours = formatCount(Math.round(timer.withinMs / hourMs), locale);
    return t("due.within", { hours });
  };
  return { at, day, age, person, due, within, waiting };
}
