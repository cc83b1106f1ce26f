import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useMoments, whoText } from "./command-words.ts";

/** Why the portal did not take a command, and whose command or lock is in the way. */
export function OutputFailure({ error, zone, now }: { error: Error | undefined; zone: string; now: number }) {
  const { t } = useTranslation("command-words");
  const { since } = useMoments(zone, now);
  const holder = error instanceof ApiError ? error.holder : undefined;
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <>
      <FormFailure error={error} />
      {holder && (code === "output_busy" || code === "output_locked") && (
        <p className="og-flush og-anywhere">
          {t(`held.${code}`, { who: whoText(t, holder), since: since(holder.since) })}
          {holder.reason !== undefined && ` ${t("held.reason", { reason: holder.reason })}`}
        </p>
      )}
    </>
  );
}
