import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { SecretCard } from "../../../domain/containers/secret-card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { type Credential, rotateSecret } from "./details.data.ts";

/** Makes a new secret for the controller, shown this once. */
export function SecretSection({ info: { containerId, name, zoneName } }: Pick<TabProps, "info">) {
  const { t } = useTranslation("container-details");
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  const [endsAtOnce, setEndsAtOnce] = useState(false);
  const [credential, setCredential] = useState<Credential>();
  const rotate = useAct(async () => setCredential(await rotateSecret(containerId, endsAtOnce)));
  const oldUntil = credential?.oldUntil;
  return (
    <Section title={t("secret.title")}>
      <p className="og-note">{t("secret.why")}</p>
      {credential && (
        <p className="og-flush">
          {oldUntil
            ? t("secret.oldUntil", { at: formatTime(Date.parse(oldUntil), "dateTime", zoneName, locale) })
            : t("secret.oldEnded")}
        </p>
      )}
      {credential ? (
        <SecretCard credential={credential} end={t("secret.close")} onStored={() => setCredential(undefined)} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("secret.make")}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t("secret.question", { name })}
          confirm={t("secret.make")}
          isRunning={rotate.isRunning}
          error={rotate.error}
          onConfirm={() => void rotate.run().then((isDone) => isDone && setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <div className="og-stack og-mid">
            <span>{t("secret.text")}</span>
            <Checkbox
              label={t("secret.atOnce")}
              description={t("secret.atOnceHelp")}
              checked={endsAtOnce}
              onChange={(event) => setEndsAtOnce(event.currentTarget.checked)}
            />
          </div>
        </ConfirmDialog>
      )}
    </Section>
  );
}
