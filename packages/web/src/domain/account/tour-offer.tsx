import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { startTour } from "../../core/tour.ts";
import { sayFailure } from "../../ui/toast.tsx";
import { saveSetting, useOwnSetting } from "./own-setting.data.ts";

/** The guided tour, offered until somebody has taken it, or does not want it: either is kept with their settings. */
export function TourOffer() {
  const { t } = useTranslation("shell");
  const setting = useOwnSetting();
  if (!setting.data || setting.data.tour !== undefined) return null;
  const decline = () => void saveSetting({ tour: "skipped" }).catch(() => sayFailure(t("tour_offer.failed")));
  return (
    <section className="og-card og-ends og-no-print" style={{ padding: 16 }} aria-label={t("tour_offer.title")}>
      <div className="og-words">
        <p className="og-strong og-flush">{t("tour_offer.title")}</p>
        <p className="og-note og-flush">{t("tour_offer.why")}</p>
      </div>
      <span className="og-wrap">
        <Button variant="light" onClick={startTour}>
          {t("tour_offer.take")}
        </Button>
        <Button variant="default" onClick={decline}>
          {t("tour_offer.notNow")}
        </Button>
      </span>
    </section>
  );
}
