import { Button } from "@mantine/core";
import { IconNote } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { Note } from "./notes.data.ts";

interface NoteLinesProps {
  notes: readonly Note[];
  /** There are older ones. */
  isMore: boolean;
  zone: string;
  /** Of notes on several containers, the name of each; undefined: it goes without saying. */
  nameOf: ((containerId: string) => string) | undefined;
  onDelete: (note: Note) => void;
}

/** What people wrote down, one line each: the words, about when, and who. */
export function NoteLines({ notes, isMore, zone, nameOf, onDelete }: NoteLinesProps) {
  const { t } = useTranslation("notes");
  const locale = useLocale();
  if (notes.length === 0) return null;
  const line = (note: Note) => {
    const { id, containerId, at, text, by, mayDelete } = note;
    const time = formatTime(Date.parse(at), "dateTime", zone, locale);
    const who = by?.name ?? t("someone");
    return (
      <li key={id} className="og-head" style={{ paddingBlock: 8, flexWrap: "nowrap" }}>
        <span className="og-row og-top og-rest">
          <IconNote className="og-icon" size={16} aria-hidden />
          <span className="og-words og-anywhere">
            <span>{text}</span>
            <span className="og-note">
              {nameOf ? t("lineOf", { container: nameOf(containerId), time, who }) : t("line", { time, who })}
            </span>
          </span>
        </span>
        {mayDelete && (
          <Button
            variant="subtle"
            size="compact-md"
            flex="none"
            className="og-no-print"
            aria-label={t("deleteName", { text })}
            onClick={() => onDelete(note)}
          >
            {t("delete")}
          </Button>
        )}
      </li>
    );
  };
  return (
    <section aria-label={t("list")}>
      <ul className="og-plain-list og-lined">{notes.map(line)}</ul>
      {isMore && <p className="og-note">{t("more", { count: notes.length })}</p>}
    </section>
  );
}
