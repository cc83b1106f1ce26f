import { whoText } from "@offgrid/contract/events/event-say";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useMoments } from "./command-words.ts";

const held = ["output_busy", "controller_busy", "output_locked", "works_by_other"] as const;

function isHeld(code: string | undefined): code is (typeof held)[number] {
  return held.some((one) => one === code);
}

/** Why the portal did not take a command, and whose command or lock is in the way. */
export function OutputFailure({ error, zone, now }: { error: Error | undefined; zone: string; now: number }) {
  const { t } = useTranslation("command-words");
  const { since } = useMoments(zone, now);
  const holder = error instanceof ApiError ? error.holder : undefined;
  const code = error instanceof ApiError ? error.code : undefined;
  return (
    <>
      <FormFailure error={error} />
      {holder && isHeld(code) && (
        <p className="og-flush og-anywhere">
          {t(`held.${code}`, { who: whoText(t, holder), since: since(holder.since) })}
          {holder.reason !== undefined && ` ${t("held.reason", { reason: holder.reason })}`}
        </p>
      )}
    </>
  );
}
