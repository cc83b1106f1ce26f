import { Button, CopyButton } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ApiError, isUnreachable } from "../core/api/api-error.ts";
import empty from "./empty-state.module.css";
import styles from "./error-note.module.css";

export interface ErrorNoteProps {
  error: Error;
  onRetry: () => void;
}

/**
 * A failed call inside its card: what happened, Retry, and the id to quote to support. Where there was no network, nothing
 * went wrong: what is asked for is merely not on this device.
 */
export function ErrorNote({ error, onRetry }: ErrorNoteProps) {
  const { t } = useTranslation(["ui", "shared"]);
  const known = error instanceof ApiError ? error : undefined;
  if (isUnreachable(error)) {
    return (
      <div className={empty.empty} role="status">
        <IconCloudOff className="og-quiet" aria-hidden />
        <p className={empty.title}>{t("async.away")}</p>
        <p className={empty.why}>{t("async.awayWhy")}</p>
        <Button variant="default" size="xs" onClick={onRetry}>
          {t("async.retry")}
        </Button>
      </div>
    );
  }
  return (
    <div className={empty.failed} role="alert">
      <IconAlertTriangle aria-hidden />
      <p className={empty.title}>{t("async.failed")}</p>
      <p className={empty.why}>{known ? t(`shared:refusal.${known.code}`) : t("async.unexpected")}</p>
      <div className="og-wrap og-center">
        <Button variant="default" size="xs" onClick={onRetry}>
          {t("async.retry")}
        </Button>
        {known?.requestId !== undefined && (
          <CopyButton value={known.requestId}>
            {({ copied, copy }) => (
              <button type="button" className={styles.copy} onClick={copy} aria-label={t("async.copyId")}>
                <code>{known.requestId}</code>
                <span aria-live="polite">{copied ? t("async.copied") : t("async.copy")}</span>
              </button>
            )}
          </CopyButton>
        )}
      </div>
    </div>
  );
}
