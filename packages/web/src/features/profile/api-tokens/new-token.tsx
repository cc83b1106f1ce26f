import { Alert, Button, CopyButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The text of a new token, for the first and last time. */
export function NewToken({ token, onKept }: { token: string; onKept: () => void }) {
  const { t } = useTranslation("api-tokens");
  return (
    <div className="og-stack">
      <Alert color="brand" variant="light" role="status" title={t("made_title")}>
        {t("made_text")}
      </Alert>
      <code className="og-anywhere" aria-label={t("made")}>
        {token}
      </code>
      <div className="og-line">
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{t("kept")}</Button>
      </div>
    </div>
  );
}
