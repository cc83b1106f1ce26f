import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { Place } from "@offgrid/contract/core/moments";
import type { LightPlan } from "@offgrid/contract/street-lights/light-level";
import type { StreetLight, StreetLights } from "@offgrid/contract/street-lights/street-lights.calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { useAgeWords } from "../../../ui/use-freshness.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { LightForm } from "./light.form.tsx";
import { savePlans, useMaySetLights, useStreetLights } from "./street-lights.data.ts";
import { WeekPreview } from "./week-preview.tsx";

/** How the street lights of a container shine by themselves; nothing where it has none. */
export function StreetLightsSection({ info, now }: TabProps) {
  const { t } = useTranslation("street-lights");
  const lights = useStreetLights(info.containerId);
  const maySet = useMaySetLights();
  if (!info.capabilities.includes("street_light") || lights.data?.lights.length === 0) return null;
  return (
    <Section title={t("title")}>
      <Async of={quiet(lights)} height={480}>
        {(known) => <Lights info={info} now={now} known={known} maySet={maySet} />}
      </Async>
    </Section>
  );
}

interface LightsProps extends TabProps {
  known: StreetLights;
  maySet: boolean;
}

function Lights({ info, now, known, maySet }: LightsProps) {
  const { t } = useTranslation("street-lights");
  const { nameOf } = useOutputWords();
  const [chosen, setChosen] = useState<number>();
  const { lights, seen, place } = known;
  const shown = lights.find(({ light }) => light === chosen) ?? lights[0];
  if (!shown) return null;
  const where = placeOf(place);
  const save = (plan: LightPlan, isForAll: boolean) => {
    const which = isForAll ? lights : [shown];
    // The power of a lamp is its own; all others of the plan are for all.
    const planFor = ({ light, wanted }: StreetLight) => {
      const { ratedW: _, ...shared } = plan;
      const ratedW = light === shown.light ? plan.ratedW : wanted?.ratedW;
      return { ...shared, ...(ratedW !== undefined && { ratedW }) };
    };
    return savePlans(
      info.containerId,
      which.map((one) => ({ light: one.light, plan: planFor(one) })),
      seen,
    );
  };
  return (
    <div className="og-stack">
      <p className="og-note">{t(where.latitudeDeg === undefined ? "whyNoPosition" : "why")}</p>
      <div className="og-wrap" role="group" aria-label={t("choose")}>
        {lights.map(({ light, target }) => (
          <button
            key={light}
            type="button"
            className="og-choice"
            aria-pressed={light === shown.light}
            onClick={() => setChosen(light)}
          >
            {nameOf(target)}
          </button>
        ))}
      </div>
      <LightNow light={shown} info={info} now={now} />
      {maySet ? (
        <LightForm
          key={shown.light}
          plan={shown.wanted}
          place={where}
          now={now}
          hasOthers={lights.length > 1}
          onSave={save}
        />
      ) : (
        <PlanShown plan={shown.wanted ?? shown.running} place={where} now={now} />
      )}
    </div>
  );
}

function placeOf({ zoneName, latitudeDeg, longitudeDeg }: StreetLights["place"]): Place {
  return latitudeDeg === null || longitudeDeg === null ? { zoneName } : { zoneName, latitudeDeg, longitudeDeg };
}

/** How it shines now, as measured, and whether its controller follows what is set here. */
function LightNow({ light, info, now }: { light: StreetLight; info: ContainerInfoV4; now: number }) {
  const { t } = useTranslation("street-lights");
  const locale = useLocale();
  const { ageOf } = useAgeWords();
  const live = info.values[`${light.target}.level`];
  const level = live?.value ?? light.level;
  const at = live?.at ?? light.levelAt;
  const { wanted, running } = light;
  const isFollowed = wanted === null || (running !== null && isSameValue(wanted as never, running as never));
  return (
    <div className="og-words">
      <p className="og-flush" role="status">
        <span className="og-strong">
          {level === null
            ? t("is.never")
            : level === 0
              ? t("is.off")
              : t("is.on", { level: formatQuantityText(level, "percent", locale) })}
        </span>{" "}
        {at !== null && level !== null && (
          <span className="og-note">{t("read", { age: ageOf(Date.parse(at), now) })}</span>
        )}
      </p>
      {!isFollowed && (
        <p className="og-note">
          {running ? t("followsOther", { mode: t(`modes.${running.mode}`) }) : t("followsNone")}
        </p>
      )}
    </div>
  );
}

/** For those who may not change it. */
function PlanShown({ plan, place, now }: { plan: LightPlan | null; place: Place; now: number }) {
  const { t } = useTranslation("street-lights");
  if (!plan) return <p className="og-flush">{t("noPlan")}</p>;
  return (
    <>
      <p className="og-flush">
        {t(`modes.${plan.mode}`)}. {t(`modeHelp.${plan.mode}`)}
      </p>
      <WeekPreview plan={plan} place={place} now={now} />
    </>
  );
}
