import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { ImportState } from "./import.data.ts";
import styles from "./import.module.css";

export interface ImportListProps {
  imports: readonly ImportState[];
  zone: string;
  /** The file that is open above; it has no line of its own. */
  openId?: number | undefined;
  onContinue: (one: ImportState) => void;
  onStop: (one: ImportState) => void;
  onUndo: (one: ImportState) => void;
  onRemove: (one: ImportState) => void;
  onReport: (one: ImportState) => void;
}

/** The imports of the last weeks: how far they are, what became of them, and what can be done about it. */
export function ImportList({ imports, openId, ...rest }: ImportListProps) {
  return (
    <ul className="og-plain-list og-lined">
      {imports
        .filter(({ importId }) => importId !== openId)
        .map((one) => (
          <ImportRow key={one.importId} one={one} {...rest} />
        ))}
    </ul>
  );
}

const counted = ["replaced", "removed", "added", "completed", "conflicts", "refused"] as const;

/** What became of the readings, count by count; an undone correction has put back what it had replaced or removed. */
function resultParts(t: TFunction<"import">, { state, counts }: ImportState): string[] {
  return counted
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const isBack = state === "undone" && (kind === "replaced" || kind === "removed");
      return t(isBack ? `result.${kind}Back` : `result.${kind}`, { count: counts[kind] });
    });
}

function ImportRow({
  one,
  zone,
  onContinue,
  onStop,
  onUndo,
  onRemove,
  onReport,
}: { one: ImportState } & Omit<ImportListProps, "imports" | "openId">) {
  const { t } = useTranslation("import");
  const locale = useLocale();
  const { name, state, counts, failure, progress, undoUntil } = one;
  const isUnderWay = state === "waiting" || state === "running" || state === "undoing";
  const at = (instant: string) => formatTime(Date.parse(instant), "dateTime", zone, locale);
  const parts = resultParts(t, one);
  const isNothing = state === "done" && parts.length === 0;
  return (
    <li className={styles.import}>
      <div className="og-words">
        <span className="og-anywhere">
          <span className="og-strong">{name}</span> · {t(`state.${state}`)}
        </span>
        <span className="og-note">{t("list.by", { when: at(one.madeAt), who: one.by ?? t("list.someone") })}</span>
        {(parts.length > 0 || isNothing) && (
          <span className="og-note">{isNothing ? t("result.nothing") : `${parts.join("; ")}.`}</span>
        )}
        {failure && (
          <span className="og-note" role="alert">
            {t(`failure.${failure}`)}
          </span>
        )}
        {undoUntil !== null && <span className="og-note">{t("list.undoUntil", { date: at(undoUntil) })}</span>}
      </div>
      <div className={styles.acts}>
        {state === "uploaded" && <Act words={t("list.continue")} name={name} onClick={() => onContinue(one)} />}
        {(state === "waiting" || state === "running") && (
          <Act words={t("list.stop")} name={name} onClick={() => onStop(one)} />
        )}
        {undoUntil !== null && <Act words={t("list.undo")} name={name} onClick={() => onUndo(one)} />}
        {counts.refused + counts.conflicts > 0 && !isUnderWay && (
          <Act words={t("list.report")} name={name} onClick={() => onReport(one)} />
        )}
        {!isUnderWay && undoUntil === null && (
          <Act words={t("list.remove")} name={name} onClick={() => onRemove(one)} />
        )}
      </div>
      {isUnderWay && (
        <progress
          className={styles.progress}
          aria-label={t("list.progress", { name })}
          max={1}
          value={state === "running" ? progress : undefined}
        />
      )}
    </li>
  );
}

/** Its name for readers has the file's, since there is one in each line. */
function Act({ words, name, onClick }: { words: string; name: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" h={32} aria-label={`${words}: ${name}`} onClick={onClick}>
      {words}
    </Button>
  );
}
