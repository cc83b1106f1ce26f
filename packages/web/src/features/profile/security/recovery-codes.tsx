import { Alert, Button, CopyButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../../core/save-file.ts";
import { columns } from "../../../ui/columns.ts";
import own from "./two-step.module.css";

/** The codes that open the account once each when the app is lost. Whoever leaves this has seen them for the last time. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation("profile");
  const text = codes.join("\n");
  const download = () =>
    saveFile({ name: t("recovery_file"), contents: new Blob([`${text}\n`], { type: "text/plain" }) });
  return (
    <>
      <Alert color="brand" variant="light" role="status" title={t("recovery_title")}>
        {t("recovery_text")}
      </Alert>
      <ul className={own.codes} style={columns(150, { gap: "8px 16px" })} aria-label={t("recovery_codes")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="og-line">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={download}>
          {t("recovery_download")}
        </Button>
        <Button onClick={onKept}>{t("recovery_kept")}</Button>
      </div>
    </>
  );
}
