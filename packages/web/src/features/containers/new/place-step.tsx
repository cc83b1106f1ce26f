import { TextInput } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { placeChecks, placeFields } from "../../../domain/containers/place-fields.ts";
import { placeOf } from "../../../domain/containers/place-input.ts";
import { ZoneSelect } from "../../../domain/containers/zone-select.tsx";
import { PinMapFrame } from "../../../domain/map/pin-map-frame.tsx";
import layout from "../../../ui/form-layout.module.css";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { useZoneAt } from "./new-container.data.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const placeForm = z
  .object({ ...placeFields, address: z.string().check(z.trim(), z.maxLength(256)), zoneName: z.string() })
  .check(...placeChecks);

/** A metre is more than this share of a degree. */
const decimals = 5;

/** Where it stands: by a pin or by typed degrees; the time zone follows unless another is chosen. */
export function PlaceStep({ draft, onNext, onBack }: StepProps) {
  const { t } = useTranslation("new-container");
  const { latitude, longitude, address, zoneName } = draft;
  const form = useCallForm({ schema: placeForm, values: { latitude, longitude, address, zoneName }, send: onNext });
  const typed = { latitude, longitude, zoneName, ...useWatch({ control: form.control }) };
  const place = placeOf(typed);
  const zoneThere = useZoneAt(place);
  const degrees = (name: "latitude" | "longitude") => {
    const field = form.field(name);
    return { ...field, error: field.error && t(`place.bad.${name}`) };
  };
  const set = (name: keyof typeof typed, text: string) =>
    form.setValue(name, text, { shouldDirty: true, shouldValidate: true });
  return (
    <StepFrame step="place" form={form} onBack={() => onBack(form.getValues(), "name")}>
      <p className="og-note">{t("place.why")}</p>
      <PinMapFrame
        words={{ title: t("place.map"), pin: t("place.pin"), unavailable: t("place.noMap") }}
        place={place}
        onPlace={({ lat, long }) => {
          set("latitude", lat.toFixed(decimals));
          set("longitude", long.toFixed(decimals));
        }}
      />
      <div className={layout.names}>
        <TextInput label={t("latitude")} inputMode="decimal" autoComplete="off" {...degrees("latitude")} />
        <TextInput label={t("longitude")} inputMode="decimal" autoComplete="off" {...degrees("longitude")} />
        <TextInput label={t("address")} autoComplete="off" maxLength={256} {...form.field("address")} />
        <ZoneSelect
          words={{
            label: t("zone"),
            help: t(zoneThere === undefined ? "place.zoneNone" : "place.zoneHelp"),
            unknown: t("place.zoneUnknown"),
            clear: t("place.zoneClear"),
          }}
          value={typed.zoneName}
          fallback={zoneThere ?? "UTC"}
          onChange={(zone) => set("zoneName", zone)}
        />
      </div>
    </StepFrame>
  );
}
