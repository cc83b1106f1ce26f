import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { Replacing } from "./import-choice.ts";

interface ReplacingProps {
  /** null: it takes too long to count. */
  replacing: Replacing | null;
  zone: string;
}

/** What a correction would do to what is stored, before it is started, and whether what lies around goes too. */
export function ReplacingNote({
  beyond,
  onBeyond,
  ...props
}: ReplacingProps & { beyond: boolean; onBeyond: (beyond: boolean) => void }) {
  const { t } = useTranslation("import");
  const { replacing } = props;
  return (
    <div className="og-close-stack">
      <ReplacingWords {...props} beyond={false} />
      {(replacing === null || replacing.beyond > 0) && (
        <Checkbox
          label={replacing ? t("replacing.remove", { count: replacing.beyond }) : t("replacing.removeAny")}
          checked={beyond}
          onChange={() => onBeyond(!beyond)}
        />
      )}
    </div>
  );
}

/** @param props.beyond What is stored before and after the readings of the file goes too. */
export function ReplacingWords({ replacing, zone, beyond }: ReplacingProps & { beyond: boolean }) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  if (!replacing) return <p className="og-flush">{t(beyond ? "replacing.unknownBeyond" : "replacing.unknown")}</p>;
  const { replaced, removed, stored, from, to, beyond: around } = replacing;
  const at = (instant: string) => formatTime(Date.parse(instant), "dateTime", zone, locale);
  const becoming = !beyond ? "stays" : from === null ? "goes" : "around";
  return (
    <>
      <p className="og-flush og-strong">
        {from === null || to === null
          ? t("replacing.none")
          : t(stored > 0 ? "replacing.some" : "replacing.fresh", {
              count: replaced,
              removed: t("replacing.removed", { count: beyond ? removed + around : removed }),
              from: at(from),
              to: at(to),
            })}
      </p>
      {around > 0 && <p className="og-flush">{t(`replacing.${becoming}`, { count: around })}</p>}
    </>
  );
}
