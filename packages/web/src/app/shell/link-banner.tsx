import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import { useLinkState, useSilenceMs } from "../../core/live/live.ts";
import { useSeconds } from "../../core/live/tick.ts";
import { formatAgeToSecond } from "../../core/time.ts";
import classes from "./shell.module.css";

/**
 * Says above every screen that nothing new arrives, and how old what it shows is.
 * @param dataAtMs When the data was received, epoch ms; 0: never.
 */
export function LinkBanner({ dataAtMs }: { dataAtMs: number }) {
  const { t } = useTranslation("shell");
  const state = useLinkState();
  const silenceMs = useSilenceMs();
  // Between two ticks it would say "now" half a minute long.
  const nowMs = useSeconds(state === "offline");
  if (state !== "offline" && state !== "stalled") return null;
  const age = (ms: number) => formatAgeToSecond(ms, currentLocale);
  return (
    <div className={classes.banner}>
      {/* Only the sentence is announced: the age beside it changes every second. */}
      <span role="status">{t(state === "offline" ? "offline_banner" : "stalled_banner")}</span>{" "}
      {state === "stalled" && silenceMs !== undefined && (
        <span>{t("link_last_message", { age: age(silenceMs) })}.</span>
      )}
      {state === "offline" && dataAtMs > 0 && <span>{t("data_age", { age: age(nowMs - dataAtMs) })}</span>}
    </div>
  );
}
