import { Button, CopyButton } from "@mantine/core";
import { IconAlertTriangle, IconCloudOff } from "@tabler/icons-react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, isUnreachable } from "../core/api/api-error.ts";
import { useIsLinkMissing } from "../core/live/live.ts";
import { CardTitle } from "./card-title.ts";
import empty from "./empty-state.module.css";
import styles from "./error-note.module.css";

export interface ErrorNoteProps {
  error: Error;
  /** What it was; absent: as the section around it is called. */
  title?: string | undefined;
  onRetry: () => void;
}

/**
 * A failed call inside its card: what could not be loaded and why, a way to try again, and the id to quote to support.
 * While there is no network, nothing went wrong: what is asked for is merely not on this device.
 */
export function ErrorNote({ error, title: given, onRetry }: ErrorNoteProps) {
  const { t } = useTranslation(["ui", "shared"]);
  const known = error instanceof ApiError ? error : undefined;
  const around = useContext(CardTitle);
  const title = given ?? around;
  const isLinkMissing = useIsLinkMissing();
  if (isUnreachable(error) && isLinkMissing) {
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
      <p className={empty.title}>{title === undefined ? t("async.failed") : t("async.failedNamed", { title })}</p>
      <p className={empty.why}>{known ? t(reasonOf(known)) : t("async.unexpected")}</p>
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

/** Of a call that alone got no answer, not that there is no connection. */
function reasonOf({ code }: ApiError) {
  return code === "unreachable" ? ("async.noAnswer" as const) : (`shared:refusal.${code}` as const);
}
