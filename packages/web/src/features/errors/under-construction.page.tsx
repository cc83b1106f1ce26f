import { tickMs } from "@offgrid/contract/core/constants";
import { Button } from "@mantine/core";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { safeNext } from "../../core/same-origin.ts";
import { ErrorFrame } from "./error-frame.tsx";
import { isPortalBack } from "./errors.data.ts";
import classes from "./errors.module.css";

/** Waits between tries: 5, 10, 30 s, then each tick. */
const waitsMs = [5000, 10_000, tickMs];

/** Service unavailable: tries again by itself and returns to the page before. */
export function UnderConstructionPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { next } = useSearch({ from: "/under-construction" });
  const [tries, setTries] = useState(0);
  const [trying, setTrying] = useState(false);
  const [triedAt, setTriedAt] = useState<Date>();

  useEffect(() => {
    let ended = false;
    const waitMs = waitsMs[Math.min(tries, waitsMs.length - 1)] ?? tickMs;
    const timer = setTimeout(() => {
      setTrying(true);
      void isPortalBack().then((back) => {
        if (ended) return;
        if (back) return router.history.replace(withLocale(safeNext(next, location.origin), currentLocale));
        setTrying(false);
        setTriedAt(new Date());
        setTries((count) => count + 1);
      });
    }, waitMs);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [tries, next, router]);

  const seconds = (waitsMs[Math.min(tries, waitsMs.length - 1)] ?? tickMs) / 1000;
  return (
    <ErrorFrame title={t("error.construction_title")}>
      <p className={classes.text}>{t("error.construction_text")}</p>
      <p className={classes.text} role="status">
        {trying ? t("error.construction_trying") : t("error.construction_next", { seconds })}
        {triedAt && (
          <>
            <br />
            {t("error.construction_tried", { time: triedAt.toLocaleTimeString(currentLocale, { hourCycle: "h12" }) })}
          </>
        )}
      </p>
      <Button onClick={() => location.assign(withLocale(safeNext(next, location.origin), currentLocale))}>
        {t("action.retry")}
      </Button>
    </ErrorFrame>
  );
}
