import { TextInput } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import type { ApiErrorCode } from "../../../core/api/api-error.ts";
import { useContainers } from "../../../domain/containers/containers.data.tsx";
import layout from "../../../ui/form-layout.module.css";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { mustBeUnused } from "./new-container.data.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const uuidShape = z.string().check(
  z.trim(),
  z.refine((text) => text === "" || z.uuid().safeParse(text).success),
);

const deviceForm = z.object({
  serialNumber: z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(64)),
  uuid: uuidShape,
});

/** Which controller it is, by what is printed on it. */
export function DeviceStep({ draft, onNext, refused }: StepProps & { refused: ApiErrorCode | undefined }) {
  const { t } = useTranslation(["new-container", "shared"]);
  const { serialNumber, uuid } = draft;
  const form = useCallForm({
    schema: deviceForm,
    values: { serialNumber, uuid },
    fieldOf: { serial_used: "serialNumber", uuid_used: "uuid" },
    send: async (values) => {
      await mustBeUnused(values);
      await onNext(values);
    },
  });
  const typed = useWatch({ control: form.control });
  const owner = useContainers().data?.find((container) => container.serialNumber === typed.serialNumber?.trim());
  /** What the portal refused at the end stands beside its field until another is typed. */
  const field = (name: "serialNumber" | "uuid", code: ApiErrorCode) => {
    const own = form.field(name);
    const isRefused = refused === code && typed[name] === draft[name];
    return { ...own, error: own.error ?? (isRefused ? t(`shared:refusal.${code}`) : undefined) };
  };
  const uuidField = field("uuid", "uuid_used");
  const isUuid = uuidShape.safeParse(typed.uuid?.trim()).success;
  return (
    <StepFrame step="device" form={form}>
      <p className="og-note">{t("device.why")}</p>
      <div className={layout.names}>
        <TextInput
          label={t("serialNumber")}
          description={t("device.serialHelp")}
          autoComplete="off"
          maxLength={64}
          {...field("serialNumber", "serial_used")}
        />
        <TextInput
          label={t("uuidOptional")}
          description={t("device.uuidHelp")}
          autoComplete="off"
          maxLength={36}
          {...uuidField}
          error={uuidField.error && (isUuid ? uuidField.error : t("device.badUuid"))}
        />
      </div>
      {owner && (
        <p className="og-flush">
          {t("device.owner")}{" "}
          <Link className="og-name-link" to="/containers/$slug" params={{ slug: owner.containerId }}>
            {owner.name}
          </Link>
        </p>
      )}
    </StepFrame>
  );
}
