import { useTranslation } from "react-i18next";

import type { TicketHistory } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

/** What was changed, by whom, the newest last. */
export function HistoryLines({ history: { data, people }, now }: { history: TicketHistory; now: number }) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const valueOf = ({ field }: TicketHistory["data"][number], value: string | null) => {
    if (value === null) return t("nothing");
    if (field === "agent") return words.person(people.find(({ userId }) => userId === value) ?? null);
    if (field === "waitingUntil") return words.at(value);
    if (field === "subject") return value;
    const keys = { status: "statuses", priority: "priorities", category: "categories" } as const;
    const group = field === "waitingFor" || field === "closeReason" ? field : keys[field];
    return t(`${group}.${value}` as `statuses.Open`);
  };
  if (data.length === 0) return <p className="og-note og-flush">{t("noHistory")}</p>;
  return (
    <ol className="og-plain-list og-lined" aria-label={t("tabs.history")}>
      {data.map((line, place) => (
        <li key={`${place} ${line.field}`} className="og-words" style={{ paddingBlock: 6 }}>
          <span className="og-anywhere">
            {t("changed", {
              field: t(`fields.${line.field}`),
              from: valueOf(line, line.from),
              to: valueOf(line, line.to),
            })}
          </span>
          <span className="og-note">
            {[
              words.at(line.at),
              line.by === null ? t("byPortal") : words.person(line.by),
              ...(line.byMail ? [t("byMail")] : []),
            ].join(" · ")}
          </span>
        </li>
      ))}
    </ol>
  );
}
