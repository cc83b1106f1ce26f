import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { placeChecks, placeFields } from "../../../domain/containers/place-fields.ts";
import { placeOf } from "../../../domain/containers/place-input.ts";
import { ZoneSelect } from "../../../domain/containers/zone-select.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import layout from "../../../ui/form-layout.module.css";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { type LineField, LinesField } from "./lines-field.tsx";
import type { Details } from "./details.data.ts";

const detailsForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
    clusterId: z.string(),
    kitId: z.string(),
    address: z.string().check(z.trim(), z.maxLength(256)),
    ...placeFields,
    zoneName: z.string().check(z.minLength(1)),
    notes: z.string().check(z.trim(), z.maxLength(4_000)),
  })
  .check(...placeChecks);

interface DetailsFormProps {
  details: Details;
  /** To choose from; absent: it stays where it is. */
  clusters: readonly { id: string; name: string }[] | undefined;
  kits: readonly { id: string; name: string }[];
  onSave: (changes: Partial<Details>) => Promise<void>;
}

const contactFields: readonly LineField<"name" | "phone" | "email">[] = [
  { name: "name", longest: 128, isNeeded: true },
  { name: "phone", longest: 32 },
  { name: "email", longest: 128 },
];
const most = 10;

type Typed = z.infer<typeof detailsForm>;

function valuesOf({ name, address, zoneName, notes, clusterId, kitId, location }: Details): Typed {
  const [latitude, longitude] = location ? [String(location.lat), String(location.long)] : ["", ""];
  return { name, address, zoneName, notes, clusterId: clusterId ?? "", kitId: kitId ?? "", latitude, longitude };
}

/** What is saved of what was changed. */
function changesOf(typed: Typed, changed: Partial<Typed>): Partial<Details> {
  const { latitude, longitude, clusterId, kitId, ...texts } = changed;
  const isMoved = latitude !== undefined || longitude !== undefined;
  return {
    ...texts,
    ...(clusterId === undefined ? {} : { clusterId: clusterId === "" ? null : clusterId }),
    ...(kitId === undefined ? {} : { kitId: kitId === "" ? null : kitId }),
    ...(isMoved ? { location: placeOf(typed) ?? null } : {}),
  };
}

export function DetailsForm({ details, clusters, kits, onSave }: DetailsFormProps) {
  const { t } = useTranslation("container-details");
  const { contacts } = details;
  const [people, setPeople] = useState(contacts);
  const isMoreChanged = JSON.stringify(people) !== JSON.stringify(contacts);
  const form = useCallForm({
    schema: detailsForm,
    values: valuesOf(details),
    send: (sent, changed) =>
      onSave({
        ...changesOf(sent, changed),
        ...(isMoreChanged ? { contacts: people.filter((one) => one.name.trim() !== "") } : {}),
      }),
  });
  const typed = { ...valuesOf(details), ...useWatch({ control: form.control }) };
  const choice = (name: "clusterId" | "kitId") => ({
    value: typed[name],
    onChange: (id: string) => form.setValue(name, id, { shouldDirty: true }),
  });
  const place = (field: "latitude" | "longitude") => {
    const own = form.field(field);
    return { ...own, error: own.error && t(`bad.${field}`) };
  };
  return (
    <form noValidate className="og-stack" onSubmit={form.onSubmit}>
      <div className={layout.names}>
        <TextInput label={t("name")} autoComplete="off" maxLength={128} {...form.field("name")} />
        {clusters && (
          <ChoiceField label={t("cluster")} none={t("noCluster")} choices={clusters} {...choice("clusterId")} />
        )}
        <ChoiceField label={t("kit")} none={t("kitNone")} choices={kits} {...choice("kitId")} />
        <TextInput label={t("latitude")} inputMode="decimal" autoComplete="off" {...place("latitude")} />
        <TextInput label={t("longitude")} inputMode="decimal" autoComplete="off" {...place("longitude")} />
        <TextInput label={t("address")} autoComplete="off" maxLength={256} {...form.field("address")} />
        <ZoneSelect
          words={{ label: t("zone"), help: t("zoneHelp"), unknown: t("zoneUnknown"), clear: t("zoneClear") }}
          value={typed.zoneName}
          onChange={(next) => form.setValue("zoneName", next, { shouldDirty: true })}
        />
      </div>
      <Textarea
        label={t("notes")}
        description={t("notesHelp")}
        autosize
        minRows={2}
        maxLength={4_000}
        {...form.field("notes")}
      />
      <ContactsField contacts={people} onChange={setPeople} />
      <FormFoot
        form={{ ...form, isDirty: form.isDirty || isMoreChanged, isDone: form.isDone && !isMoreChanged }}
        send={t("save")}
        done={t("saved")}
      />
    </form>
  );
}

interface ContactsFieldProps {
  contacts: Details["contacts"];
  onChange: (contacts: Details["contacts"]) => void;
}

function ContactsField({ contacts, onChange }: ContactsFieldProps) {
  const { t } = useTranslation("container-details");
  return (
    <LinesField
      title={t("contacts")}
      empty={t("contactsNone")}
      add={t("contactAdd")}
      remove={(line) => t("removeOne", { name: line.name || t("contactNew") })}
      word={(field) => t(`contact.${field}`)}
      fields={contactFields}
      most={most}
      lines={contacts}
      onChange={onChange}
    />
  );
}
