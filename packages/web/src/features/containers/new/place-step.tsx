import { Select, TextInput } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { PinMapFrame } from "../../../domain/map/pin-map-frame.tsx";
import layout from "../../../ui/form-layout.module.css";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { browserZone } from "../../../ui/use-locale.ts";
import { degreesIn, placeOf } from "./draft.ts";
import { useZoneAt } from "./new-container.data.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const degreesField = (limit: number) =>
  z.string().check(z.refine((text) => text.trim() === "" || degreesIn(text, limit) !== undefined));

const placeForm = z
  .object({
    latitude: degreesField(90),
    longitude: degreesField(180),
    address: z.string().check(z.trim(), z.maxLength(256)),
    zoneName: z.string(),
  })
  .check(
    z.refine(({ latitude, longitude }) => latitude.trim() !== "" || longitude.trim() === "", {
      path: ["latitude"],
    }),
    z.refine(({ latitude, longitude }) => longitude.trim() !== "" || latitude.trim() === "", {
      path: ["longitude"],
    }),
  );

/** A metre is more than this share of a degree. */
const decimals = 5;
const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

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
        <Select
          label={t("zone")}
          description={t(zoneThere === undefined ? "place.zoneNone" : "place.zoneHelp")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder={zoneThere ?? (place === undefined ? "UTC" : browserZone)}
          data={zones.includes(typed.zoneName) || typed.zoneName === "" ? zones : [typed.zoneName, ...zones]}
          value={typed.zoneName === "" ? null : typed.zoneName}
          searchable
          clearable
          limit={50}
          clearButtonProps={{ "aria-label": t("place.zoneClear") }}
          nothingFoundMessage={t("place.zoneUnknown")}
          onChange={(zone) => set("zoneName", zone ?? "")}
        />
      </div>
    </StepFrame>
  );
}
