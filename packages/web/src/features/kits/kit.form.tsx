import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import layout from "../../ui/form-layout.module.css";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import { figureIn, type KitFigure, kitFigureNames, readKit, typedKit } from "./kit-input.ts";
import type { Kit, saveKit } from "./kits.data.ts";

const figureField = (name: KitFigure) => z.string().check(z.refine((text) => figureIn(name, text) !== undefined));
const kitForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  pvWp: figureField("pvWp"),
  batteryWh: figureField("batteryWh"),
  inverterW: figureField("inverterW"),
  panels: figureField("panels"),
  strings: figureField("strings"),
  reserveSoc: figureField("reserveSoc"),
  maxLoadW: figureField("maxLoadW"),
});

export interface KitFormProps {
  /** Absent: a new one. */
  kit: Kit | undefined;
  onSave: (kit: Parameters<typeof saveKit>[1]) => Promise<unknown>;
  onCancel: () => void;
}

/** Name and figures of a kit; what is left empty is not known. */
export function KitForm({ kit, onSave, onCancel }: KitFormProps) {
  const { t } = useTranslation("kits");
  const form = useCallForm({
    schema: kitForm,
    values: { name: kit?.name ?? "", ...typedKit(kit) },
    fieldOf: { kit_name_used: "name" },
    send: ({ name, ...typed }) => onSave({ name, ...readKit(typed) }),
  });
  const figure = (name: KitFigure) => {
    const field = form.field(name);
    return { ...field, error: field.error && t("badFigure") };
  };
  return (
    <Section title={kit ? t("editTitle", { name: kit.name }) : t("newTitle")}>
      <p className="og-note">{t("formHelp")}</p>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <TextInput label={t("name")} autoComplete="off" maxLength={64} {...form.field("name")} />
        <div className={layout.names}>
          {kitFigureNames.map((name) => (
            <TextInput key={name} label={t(`label.${name}`)} inputMode="decimal" autoComplete="off" {...figure(name)} />
          ))}
        </div>
        <FormFoot form={form} send={t("save")} />
        <Button className="og-at-top" variant="subtle" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </form>
    </Section>
  );
}
