import { useTranslation } from "react-i18next";

import type { SystemLine } from "./system-lines.ts";
import type { TicketPerson } from "./tickets.data.ts";
import { useTicketWords } from "./use-ticket-words.ts";

interface Props {
  line: SystemLine;
  /** Agents that lines name. */
  people: readonly TicketPerson[];
  now: number;
}

/** What happened to the ticket between two messages. */
export function SystemNote({ line, people, now }: Props) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const name = (userId: string) => words.person(people.find((one) => one.userId === userId) ?? null);
  const what = () => {
    switch (line.kind) {
      case "taken":
      case "given":
        return t(`system.${line.kind}`, { name: name(line.agentId) });
      case "closed":
        return line.reason === null
          ? t("statuses.Closed")
          : t("system.closed", { reason: t(`closeReason.${line.reason}` as "closeReason.solved") });
      case "waits":
        return t(`waitingFor.${line.for}` as "waitingFor.part");
      default:
        return t(`system.${line.kind}`);
    }
  };
  const by = line.kind === "taken" || line.by === null ? undefined : words.person(line.by);
  return <p className="og-note og-flush og-anywhere">{[what(), by, words.at(line.at)].filter(Boolean).join(" · ")}</p>;
}
