import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type Moment, withOptional } from "./automation-input.ts";
import type { Editing } from "./editing.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { TimeField } from "../../ui/time-field.tsx";

interface Props {
  label: string;
  path: string;
  moment: Moment;
  edit: Editing;
  onChange: (moment: Moment) => void;
}

const kinds = ["time", "sunset", "sunrise"] as const;
type Kind = (typeof kinds)[number];

/** A time of day, by clocks or by the sun. */
export function MomentField({ label, path, moment, edit: { offer, faultAt }, onChange }: Props) {
  const { t } = useTranslation("automations");
  const kind: Kind = "time" in moment ? "time" : moment.sun;
  const choose = (next: Kind) => onChange(next === "time" ? { time: "" } : { sun: next });
  return (
    <>
      <NativeSelect
        label={label}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: t(`moment.${one}`) }))}
        error={kind !== "time" && !offer.hasPosition && t("moment.noPosition")}
        onChange={(event) => choose(event.currentTarget.value as Kind)}
      />
      {"time" in moment ? (
        <TimeField
          label={t("moment.clock")}
          aria-label={t("moment.clockOf", { label })}
          value={moment.time}
          error={faultAt(path)}
          onChange={(time) => onChange({ time })}
        />
      ) : (
        <NumberField
          label={t("moment.minutes")}
          value={moment.offsetMinutes}
          isOptional
          error={faultAt(path)}
          onChange={(minutes) => onChange(withOptional(moment, "offsetMinutes", minutes))}
        />
      )}
    </>
  );
}
