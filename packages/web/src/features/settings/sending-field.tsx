import { Button, NativeSelect, TextInput } from "@mantine/core";
import { channelRefusalOf } from "@offgrid/contract/channels/channel-refusals";
import {
  longestSendingValue,
  type SendingField as FieldName,
  sendingRefusals,
  smtpSecurities,
} from "@offgrid/contract/settings/sending-services";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../core/time.ts";
import { PasswordField } from "../../ui/password-field.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { SendingState } from "./settings.data.ts";

/** The keys of what stands beside each field, in the catalogue. */
const words = {
  smtpHost: "sendMail.fields.smtpHost",
  smtpPort: "sendMail.fields.smtpPort",
  smtpSecurity: "sendMail.fields.smtpSecurity",
  smtpUser: "sendMail.fields.smtpUser",
  smtpPassword: "sendMail.fields.smtpPassword",
  mailFrom: "sendMail.fields.mailFrom",
  smsUrl: "sendSms.fields.smsUrl",
  smsHeaders: "sendSms.fields.smsHeaders",
  smsBody: "sendSms.fields.smsBody",
  telegramUrl: "sendTelegram.fields.telegramUrl",
  telegramToken: "sendTelegram.fields.telegramToken",
  heartbeatUrl: "sendHeartbeat.fields.heartbeatUrl",
} as const satisfies Record<FieldName, string>;

interface SendingFieldProps {
  field: SendingState["fields"][number];
  source: SendingState["source"];
  now: number;
  typed: string | null | undefined;
  /** The sentence of the server. */
  refusal: string | undefined;
  onType: (text: string | null | undefined) => void;
}

/** Those without which the service works, too. */
const optional: readonly FieldName[] = ["smsHeaders", "smsBody", "smtpPassword"];
const wide = { autoComplete: "off", maxLength: longestSendingValue } as const;

/** A field of a service: of a secret it shows that there is one and since when, and takes another. */
export function SendingField({ field, source, now, typed, refusal, onType }: SendingFieldProps) {
  const { name, isSecret, isSet, shown, setAt } = field;
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const wrong = useRefusalWords(name, refusal);
  const key = words[name];
  const age = setAt === null ? undefined : formatAge(Math.max(0, now - Date.parse(setAt)), locale);
  const when = age === undefined ? t("sending.secretEnvironment") : t("sending.secretSet", { age });
  const kept = isSecret && isSet && source !== "none" && [shown, when].filter(Boolean).join(" · ");
  const about = typed === null ? t("sending.cleared") : [t(`${key}Help`), kept].filter(Boolean).join(" ");
  const props = { label: t(key), description: about, error: wrong };
  const value = typed ?? (isSecret ? "" : (shown ?? ""));
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value);
  if (name === "smtpSecurity") {
    const data = smtpSecurities.map((one) => ({ value: one, label: t(`sendMail.security.${one}`) }));
    return <NativeSelect {...props} data={data} value={value || "tls"} onChange={onChange} />;
  }
  const input = { ...props, ...wide, value, onChange };
  const isPassword = name === "smtpPassword" || name === "telegramToken";
  return (
    <div className="og-close-stack">
      {isPassword ? (
        <PasswordField {...input} kind="shared" rule={about} />
      ) : (
        <TextInput {...input} {...(name === "smtpPort" && { inputMode: "numeric" as const })} />
      )}
      {kept !== false && kept !== "" && optional.includes(name) && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => onType(typed === null ? undefined : null)}>
            {t(typed === null ? "sending.keep" : "sending.clear", { field: t(key) })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What the portal says is wrong, in the words of the screen. */
function useRefusalWords(name: FieldName, refusal: string | undefined): string | undefined {
  const { t } = useTranslation(["settings", "channels", "ui"]);
  if (refusal === undefined) return undefined;
  const known = channelRefusalOf(refusal);
  if (known) return t(`channels:refused.${known}`);
  if (refusal === sendingRefusals.again) return t("sending.again");
  if (refusal === sendingRefusals.missing) return t("ui:form.fault.fill_field");
  return t(`sending.wrong.${name}`);
}
