import { useTranslation } from "react-i18next";

import { exactDurationText } from "../../../core/duration.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { FieldTexts } from "./config-input.ts";
import { bytesPerDay, noticedAfterS } from "./data-price.ts";

/** Seconds between two readings and between signs of life: where data is dear, as most are, and while something is looked into. */
const presets = {
  sparing: { frameSeconds: 60, linkSeconds: 60 },
  usual: { frameSeconds: 10, linkSeconds: 60 },
  close: { frameSeconds: 1, linkSeconds: 15 },
} as const;

export interface KeepAlivePresetsProps {
  texts: FieldTexts;
  /** How many values a frame has. */
  count: number;
  onChoose: (texts: FieldTexts) => void;
}

/** Periods to choose from, each with its price and with how soon a lost link is noticed. */
export function KeepAlivePresets({ texts, count, onChoose }: KeepAlivePresetsProps) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  return (
    <div className="og-wrap" role="group" aria-label={t("preset.title")}>
      {Object.entries(presets).map(([name, { frameSeconds, linkSeconds }]) => {
        const own: FieldTexts = { frameSeconds: String(frameSeconds), linkSeconds: String(linkSeconds) };
        return (
          <button
            key={name}
            type="button"
            className="og-choice og-words"
            style={{ padding: "8px 12px", textAlign: "start" }}
            aria-pressed={texts.frameSeconds === own.frameSeconds && texts.linkSeconds === own.linkSeconds}
            onClick={() => onChoose(own)}
          >
            <span className="og-strong">{t(`preset.${name as keyof typeof presets}`)}</span>
            <span className="og-small">
              {t("preset.price", {
                data: formatQuantityText(bytesPerDay(frameSeconds, linkSeconds, count), "B", locale),
                after: exactDurationText(noticedAfterS(linkSeconds), locale),
              })}
            </span>
          </button>
        );
      })}
    </div>
  );
}
