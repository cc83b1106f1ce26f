import { useTranslation } from "react-i18next";

import type { Evidence } from "./evidence.data.ts";
import { type Act, actsOf } from "./history-acts.ts";
import type { Ticket, TicketHistory } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface Props {
  ticket: Pick<Ticket, "createdAt" | "author">;
  history: TicketHistory;
  packs: Evidence["data"];
  now: number;
}

/** What was done, by whom, the newest last. */
export function HistoryLines({ ticket, history: { data, people }, packs, now }: Props) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const what = useActWords(people, now);
  const whoOf = ({ by, byMessage, what: of }: Act) => {
    if (of?.kind === "frozen") return t("thePortal");
    if (by === null && !byMessage && !of) return t("byPortal");
    return byMessage ? t("byMessage", { name: words.person(by) }) : words.person(by);
  };
  return (
    <ol className="og-plain-list og-lined" aria-label={t("tabs.history")}>
      {actsOf(ticket, data, packs).map((act, place) => (
        <li key={`${place} ${act.at}`} className="og-words" style={{ paddingBlock: 6 }}>
          <span className="og-anywhere">{what(act)}</span>
          <span className="og-note">
            {[words.at(act.at), whoOf(act), ...(act.byMail ? [t("byMail")] : [])].join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  );
}

function useActWords(people: TicketHistory["people"], now: number): (act: Act) => string {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const valueOf = ({ field }: TicketHistory["data"][number], value: string | null) => {
    if (value === null) return t("nothing");
    if (field === "agent") return words.person(people.find(({ userId }) => userId === value) ?? null);
    if (field === "waitingUntil") return words.day(value);
    if (field === "subject" || field === "duplicateOf") return value;
    const keys = { status: "statuses", priority: "priorities", category: "categories" } as const;
    const group = field === "waitingFor" || field === "closeReason" || field === "closeCause" ? field : keys[field];
    return t(`${group}.${value}` as `statuses.Open`);
  };
  const sentence = (line: TicketHistory["data"][number]) => {
    const field = t(`fields.${line.field}`);
    // What there was not before is no value that it had.
    if (line.from === null) return t("changedTo", { field, to: valueOf(line, line.to) });
    return t("changed", { field, from: valueOf(line, line.from), to: valueOf(line, line.to) });
  };
  return ({ what, changes }) => {
    if (what?.kind === "created") return t("wasCreated");
    if (what?.kind === "frozen") return t("wasFrozen", { version: what.version });
    return changes.map(sentence).join(" · ");
  };
}
