import { readLogKind } from "@offgrid/contract/incidents/incident-types";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { IncidentDetail } from "./incident-acts.ts";

type Entry = IncidentDetail["timeline"][number];
type EntryData = Entry["data"];

const counted = ["joined", "left", "taken", "merged"] as const;
const news = ["raised", "changed", "reminder", "escalation", "cleared"] as const;

/** What became of an incident, in words: who was told by which channel, and from or into which other one something went. */
export function useEntryWords() {
  const { t } = useTranslation("warning-history");
  const locale = useLocale();
  const notifiedWords = useNotifiedWords();
  const titleOf = ({ content, containerName }: NonNullable<EntryData["other"]>) =>
    `${suggestedText(content, locale)} · ${containerName}`;
  const words = (kind: Entry["kind"], data: EntryData): string => {
    const { count, of, other, isFrom, notified } = data;
    const ofNews = news.find((one) => one === kind);
    if (notified?.total === 0) return t("incident.noneLeft");
    if (ofNews && notified) return t(`incident.told.${ofNews}`, { people: notifiedWords(notified) });
    if (kind === "opened" && count !== undefined && count > 1) return t("incident.openedWith", { count });
    if (other && (kind === "merged" || kind === "split"))
      return t(`incident.other.${kind}${isFrom ? "From" : "Into"}`, { count: count ?? 1, title: titleOf(other) });
    if (count !== undefined && (kind === "acknowledged" || kind === "withdrawn"))
      return of === undefined ? t(`incident.some.${kind}`, { count }) : t(`incident.part.${kind}`, { count, of });
    const ofCounted = counted.find((one) => one === kind);
    if (count === undefined && ofCounted) return t(`incident.uncounted.${ofCounted}`);
    // A page that was loaded before the portal was upgraded does not know all kinds either.
    return t(`incident.entries.${readLogKind(kind)}`, { count: count ?? 1 });
  };
  return {
    words,
    /** Of what is part of the incident by now: which; undefined: of itself. */
    partOf: ({ isPart, part }: EntryData): string | undefined =>
      isPart ? (part ? t("incident.ofPart", { title: titleOf(part) }) : t("incident.ofSomePart")) : undefined,
  };
}

function useNotifiedWords(): (notified: NonNullable<EntryData["notified"]>) => string {
  const { t } = useTranslation("warning-history");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return ({ people, total }) => {
    const names = people.map(({ name, channels }) => {
      const ways = formatList(
        channels.map((kind) => say(`news.channel.${kind}`)),
        locale,
      );
      return t("incident.toldBy", { name: name ?? t("nobody"), channels: ways });
    });
    const more = total - people.length;
    return formatList(more > 0 ? [...names, t("incident.toldMore", { count: more })] : names, locale);
  };
}
