import { Alert, Button, Checkbox, CopyButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { Section } from "../../../ui/section.tsx";
import type { Registered } from "./new-container.data.ts";

/** The first lines of the controller's file. */
export function controllerLines({ containerId, secret, mqtt }: Pick<Registered, "containerId" | "secret" | "mqtt">) {
  const address = `${mqtt.tls ? "mqtts" : "mqtt"}://${mqtt.host}:${mqtt.port}`;
  return `container: ${containerId}\nportal: ${address}\nsecret: ${secret}`;
}

interface SecretCardProps {
  registered: Registered;
  /** The person says that they keep it. */
  onStored: () => void;
}

/** The credential of a controller, shown this once. */
export function SecretCard({ registered, onStored }: SecretCardProps) {
  const { t } = useTranslation("new-container");
  const [isStored, setStored] = useState(false);
  const lines = controllerLines(registered);
  return (
    <Section title={t("secret.title", { id: registered.containerId })}>
      <Alert color="yellow" variant="light">
        {t("secret.once")}
      </Alert>
      <div className="og-wrap og-loose og-top">
        <QrCode text={registered.qr} label={t("secret.qr")} />
        <div className="og-rest og-stack og-mid" style={{ flexBasis: 280 }}>
          <p className="og-flush">{t("secret.why")}</p>
          <pre className="og-code og-anywhere og-flush" style={{ whiteSpace: "pre-wrap" }}>
            {lines}
          </pre>
          <div className="og-line">
            {(
              [
                ["secret.copySecret", registered.secret],
                ["secret.copyLines", lines],
              ] as const
            ).map(([word, text]) => (
              <CopyButton key={word} value={text}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    <span aria-live="polite">{copied ? t("secret.copied") : t(word)}</span>
                  </Button>
                )}
              </CopyButton>
            ))}
          </div>
        </div>
      </div>
      <Checkbox
        label={t("secret.stored")}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <div>
        <Button disabled={!isStored} onClick={onStored}>
          {t("secret.go")}
        </Button>
      </div>
      <LeaveGuard isDirty={!isStored} />
    </Section>
  );
}
