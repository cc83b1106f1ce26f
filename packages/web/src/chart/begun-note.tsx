import { useTranslation } from "react-i18next";

import { formatTime } from "../core/time.ts";
import { useLocale } from "../ui/use-locale.ts";

interface BegunNoteProps {
  /** Until when the last amount is known, epoch ms. */
  upTo: number;
  zone: string;
  drawnAs?: "bar" | "point";
}

/** Below a chart of amounts: that the last is of a time that is not over, which would look like a poor one. */
export function BegunNote({ upTo, zone, drawnAs = "bar" }: BegunNoteProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const time = formatTime(upTo, "time", zone, locale);
  return <p className="og-note og-flush">{t(drawnAs === "bar" ? "period.begun" : "period.begunPoint", { time })}</p>;
}
