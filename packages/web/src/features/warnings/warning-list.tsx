import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useDayWords } from "../../ui/use-day-words.ts";
import { browserZone } from "../../ui/use-locale.ts";
import type { Warning, WarningRights } from "./history.data.ts";
import { warningGroups } from "./warning-groups.ts";
import { type WarningActs, WarningLine } from "./warning-line.tsx";

export interface WarningListProps {
  warnings: readonly Warning[];
  /** How many are open in all, of which a page shows some; absent: that is not known. */
  open?: number | undefined;
  /** What is open without a rule, after the others that are; absent: it stands elsewhere. */
  alarms?: ReactNode;
  now: number;
  may: WarningRights;
  acts?: WarningActs | undefined;
}

/** Warnings: what is open first, then what is over under its days. */
export function WarningList({ warnings, open, alarms, now, may, acts }: WarningListProps) {
  const { t } = useTranslation("warning-history");
  const words = useDayWords(now);
  return (
    <div className="og-stack">
      {warningGroups(warnings, browserZone).map(({ day, warnings: own }) => {
        const title = day ? words(day) : open === undefined ? t("openSome") : t("open", { count: open });
        return (
          <Fragment key={day?.day ?? "open"}>
            <section className="og-card" aria-label={title}>
              <h2 className="og-title">{title}</h2>
              <ul className="og-plain-list og-lined">
                {own.map((warning) => (
                  <li key={warning.id}>
                    <WarningLine warning={warning} now={now} may={may} acts={acts} />
                  </li>
                ))}
              </ul>
            </section>
            {!day && alarms}
          </Fragment>
        );
      })}
    </div>
  );
}
