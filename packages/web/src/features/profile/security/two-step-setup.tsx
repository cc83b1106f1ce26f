import { Button, CopyButton, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../../ui/form-notes.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import own from "./two-step.module.css";

interface Props {
  /** Base32, for those who cannot scan. */
  secret: string;
  /** What the app reads from the QR code. */
  uri: string;
  isChecking: boolean;
  error: Error | undefined;
  onCode: (code: string) => void;
  onCancel: () => void;
}

/** Scan the code, or type the secret, and give a code of the app as proof that it worked. */
export function TwoStepSetup({ secret, uri, isChecking, error, onCode, onCancel }: Props) {
  const { t } = useTranslation("profile");
  const [code, setCode] = useState("");
  const [isJudged, setIsJudged] = useState(false);
  const digits = code.replaceAll(/\s/g, "");
  const isCode = /^\d{6}$/.test(digits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsJudged(true);
    if (isCode) onCode(digits);
  };
  return (
    <form noValidate className="og-stack" onSubmit={submit}>
      <ol className={own.setup}>
        <li>
          <div className="og-stack og-mid og-top">
            <span>{t("two_step_scan")}</span>
            <QrCode text={uri} label={t("two_step_qr")} />
            <span>{t("two_step_type")}</span>
            <div className="og-line og-fine">
              <code className="og-code og-anywhere">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
              <CopyButton value={secret}>
                {({ copied, copy }) => (
                  <Button variant="subtle" size="compact-sm" onClick={copy}>
                    <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
                  </Button>
                )}
              </CopyButton>
            </div>
          </div>
        </li>
        <li>
          <TextInput
            maw={200}
            label={t("two_step_code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            error={isJudged && !isCode && t("two_step_bad_code")}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        </li>
      </ol>
      <FormFailure error={error} />
      <div className="og-line">
        <Button type="submit" loading={isChecking}>
          {t("two_step_finish")}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
