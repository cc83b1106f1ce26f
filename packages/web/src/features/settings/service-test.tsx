import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { ServiceTestInput, ServiceTestResult } from "./settings.data.ts";

export interface ServiceTestProps {
  kind: ServiceTestInput["kind"];
  /** What is typed beside it is not saved yet, and a test is of what is. */
  isDisabled?: boolean;
  onTest: (test: ServiceTestInput) => Promise<ServiceTestResult>;
}

const buttons = {
  mail: "sendMail.fields.test",
  sms: "sendSms.fields.test",
  telegram: "sendTelegram.fields.test",
  heartbeat: "sendHeartbeat.fields.test",
} as const;
const numbers = { sms: "sendSms.fields.testNumber", telegram: "sendTelegram.fields.testNumber" } as const;

const wrong = { sms: "sendSms.wrongNumber", telegram: "sendTelegram.wrongNumber" } as const;

/** A test of a service that the portal sends with: mail to oneself, others to a number. */
export function ServiceTest({ kind, isDisabled = false, onTest }: ServiceTestProps) {
  const { t } = useTranslation(["settings", "channels"]);
  const [number, setNumber] = useState("");
  const [result, setResult] = useState<ServiceTestResult>();
  const test = useAct(async () => {
    setResult(undefined);
    const place = { mail: {}, heartbeat: {}, sms: { phone: number }, telegram: { chat: number } };
    setResult(await onTest({ kind, ...place[kind] }));
  });
  const refused = test.error instanceof ApiError && test.error.fields !== undefined;
  const hasNumber = kind === "sms" || kind === "telegram";
  return (
    <div className="og-close-stack">
      {hasNumber && (
        <TextInput
          label={t(numbers[kind])}
          autoComplete="off"
          inputMode="tel"
          maxLength={32}
          value={number}
          error={refused && t(wrong[kind])}
          onChange={({ currentTarget: { value } }) => {
            setNumber(value);
            setResult(undefined);
            test.forget();
          }}
        />
      )}
      <div className="og-line">
        <Button
          variant="default"
          loading={test.isRunning}
          disabled={isDisabled || (hasNumber && number.trim() === "")}
          onClick={() => void test.run()}
        >
          {t(buttons[kind])}
        </Button>
        <span role="status">{result !== undefined && t(`channels:tested.${result}`)}</span>
      </div>
      <FormFailure error={refused ? undefined : test.error} />
    </div>
  );
}
