import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useBlackout } from "../../../domain/blackout/blackout.data.ts";
import { useSolarForecast } from "../../../domain/weather/weather.data.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { Section } from "../../../ui/section.tsx";
import { sayFailure, sayUndo } from "../../../ui/toast.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { ForecastForm } from "./forecast.form.tsx";
import { ForecastFacts } from "./forecast-facts.tsx";
import {
  figuresOf,
  type ForecastFigures,
  resetForecast,
  saveForecast,
  useMaySetForecast,
} from "./forecast-setting.data.ts";

/** What forecasts of a container go by: what was learned, and what is set, for those who may change it to change. */
export function ForecastSection({ info }: TabProps) {
  const { t } = useTranslation("forecast-setting");
  const { containerId } = info;
  const solar = useSolarForecast(containerId);
  const blackout = useBlackout(info);
  const mayChange = useMaySetForecast();
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(solar)} height={480} isEmpty={() => false}>
        {({ setting }) => {
          const before = figuresOf(setting);
          const save = async (figures: ForecastFigures) => {
            await saveForecast(containerId, figures);
            const undo = () => (before ? saveForecast(containerId, before) : resetForecast(containerId));
            sayUndo(t("saved"), () => void undo().catch(() => sayFailure(t("notUndone"))));
          };
          return (
            <div className="og-stack">
              <ForecastFacts setting={setting} blackout={blackout.data} />
              {mayChange && <ForecastForm setting={setting} onSave={save} />}
              {mayChange && before && <Reset containerId={containerId} />}
            </div>
          );
        }}
      </Async>
    </Section>
  );
}

function Reset({ containerId }: { containerId: string }) {
  const { t } = useTranslation("forecast-setting");
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="og-line">
      <Button variant="default" onClick={() => setAsked(true)}>
        {t("reset")}
      </Button>
      {isAsked && (
        <RemovalDialog
          title={t("resetTitle")}
          confirm={t("resetConfirm")}
          onRemove={() => resetForecast(containerId)}
          onClose={() => setAsked(false)}
        >
          {t("resetText")}
        </RemovalDialog>
      )}
    </div>
  );
}
