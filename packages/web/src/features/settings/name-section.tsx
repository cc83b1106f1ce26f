import { TextInput } from "@mantine/core";
import { longestManualUrl } from "@offgrid/contract/settings/setting-limits";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { emailField, nameField } from "../../ui/form-fields.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

const isWebAddress = (text: string) => text === "" || /^https?:\/\/[^\s/]+\S*$/.test(text);
const addressField = z.string().check(z.trim(), z.maxLength(longestManualUrl), z.refine(isWebAddress));
const nameForm = z.object({
  portalName: nameField,
  supportEmail: emailField,
  manualEn: addressField,
  manualFr: addressField,
});

export interface NameSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** What the portal is called, whom people ask, and where its manuals are. */
export function NameSection({ settings: { data, usual }, onSave }: NameSectionProps) {
  const { t } = useTranslation("settings");
  const form = useCallForm({
    schema: nameForm,
    values: {
      portalName: data.portalName,
      supportEmail: data.supportEmail,
      manualEn: data.manualUrls.en ?? "",
      manualFr: data.manualUrls.fr ?? "",
    },
    send: ({ portalName, supportEmail, manualEn, manualFr }) =>
      onSave({
        portalName: portalName === usual.portalName ? null : portalName,
        supportEmail: supportEmail === usual.supportEmail ? null : supportEmail,
        manualUrls: manualEn === "" && manualFr === "" ? null : { en: manualEn || null, fr: manualFr || null },
      }),
  });
  const manual = (name: "manualEn" | "manualFr") => {
    const field = form.field(name);
    return { ...field, error: field.error && t("badAddress"), placeholder: "https://", inputMode: "url" as const };
  };
  return (
    <Section title={t("name.title")}>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <TextInput
          label={t("name.fields.portalName")}
          description={t("name.fields.portalNameHelp")}
          autoComplete="off"
          maxLength={64}
          {...form.field("portalName")}
        />
        <TextInput
          label={t("name.fields.supportEmail")}
          description={t("name.fields.supportEmailHelp")}
          type="email"
          autoComplete="off"
          {...form.field("supportEmail")}
        />
        <TextInput
          label={t("name.fields.manualEn")}
          description={t("name.fields.manualEnHelp")}
          autoComplete="off"
          {...manual("manualEn")}
        />
        <TextInput label={t("name.fields.manualFr")} autoComplete="off" {...manual("manualFr")} />
        <FormFoot form={form} send={t("save")} done={t("name.saved")} />
      </form>
    </Section>
  );
}
