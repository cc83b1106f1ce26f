import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { ServiceTest, ServiceTestResult } from "./settings.data.ts";

export interface ServiceTestsProps {
  /** Those that this portal has. */
  kinds: readonly ServiceTest["kind"][];
  onTest: (test: ServiceTest) => Promise<ServiceTestResult>;
}

/** A test by each service that the portal sends with: mail to oneself, others to a number. */
export function ServiceTests({ kinds, onTest }: ServiceTestsProps) {
  return (
    <div className="og-stack og-mid">
      {kinds.map((kind) => (
        <OneTest key={kind} kind={kind} onTest={onTest} />
      ))}
    </div>
  );
}

function OneTest({ kind, onTest }: Pick<ServiceTestsProps, "onTest"> & { kind: ServiceTest["kind"] }) {
  const { t } = useTranslation(["settings", "channels"]);
  const [number, setNumber] = useState("");
  const [result, setResult] = useState<ServiceTestResult>();
  const test = useAct(async () => {
    setResult(undefined);
    const place = { mail: {}, sms: { phone: number }, telegram: { chat: number } };
    setResult(await onTest({ kind, ...place[kind] }));
  });
  return (
    <div className="og-close-stack">
      {kind !== "mail" && (
        <TextInput
          label={t(`mail.fields.${kind}Number`)}
          autoComplete="off"
          inputMode="tel"
          maxLength={32}
          value={number}
          onChange={({ currentTarget: { value } }) => setNumber(value)}
        />
      )}
      <div className="og-line">
        <Button
          variant="default"
          loading={test.isRunning}
          disabled={kind !== "mail" && number.trim() === ""}
          onClick={() => void test.run()}
        >
          {t(`mail.fields.${kind}`)}
        </Button>
        <span role="status">{result !== undefined && t(`channels:tested.${result}`)}</span>
      </div>
      <FormFailure error={test.error} />
    </div>
  );
}
