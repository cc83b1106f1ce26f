import { Alert, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../core/api/api-error.ts";
import { Declined } from "../core/declined.ts";
import styles from "./form-notes.module.css";

/** Why a form was refused. Shows nothing after a declined confirmation, which needs no explanation. */
export function FormFailure({ error }: { error: Error | null | undefined }) {
  const text = useFailureText(error);
  if (text === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" className="og-anywhere">
      <Text c="var(--og-danger)">{text}</Text>
    </Alert>
  );
}

/** The sentence about a failure, where there is something to say. */
export function useFailureText(error: Error | null | undefined): string | undefined {
  const { t } = useTranslation(["ui", "shared"]);
  if (!error) return undefined;
  if (error instanceof Declined) return t(`shared:declined.${error.thing}`);
  if (!(error instanceof ApiError)) return t("async.unexpected");
  if (error.code === "confirm_needed") return undefined;
  if (error.code === "too_many" && error.retryAfterS !== undefined) {
    return t("form.wait", { count: error.retryAfterS });
  }
  return t(`shared:refusal.${error.code}`);
}

/** That something was done, said to readers too. */
export function FormDone({ text }: { text: string | undefined }) {
  return (
    <output className={styles.done} hidden={text === undefined}>
      <IconCircleCheck className="og-fixed" size={20} aria-hidden />
      {text}
    </output>
  );
}
