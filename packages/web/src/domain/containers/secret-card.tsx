import { Alert, Button, Checkbox, CopyButton } from "@mantine/core";
import type { ControllerCredential } from "@offgrid/contract/containers/containers.calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { QrCode } from "../../ui/qr-code.tsx";

/** The first lines of the controller's file. */
export function controllerLines({ containerId, secret, mqtt }: Omit<ControllerCredential, "qr">) {
  return `container: ${containerId}\nportal: ${mqtt.url}\nsecret: ${secret}`;
}

export interface SecretCardProps {
  credential: ControllerCredential;
  /** Words of the button that ends it. */
  end: string;
  /** The person says that they keep it. */
  onStored: () => void;
}

/** The credential of a controller, shown this once. */
export function SecretCard({ credential, end, onStored }: SecretCardProps) {
  const { t } = useTranslation("controller-secret");
  const [isStored, setStored] = useState(false);
  const lines = controllerLines(credential);
  return (
    <div className="og-stack">
      <Alert color="yellow" variant="light">
        {t("once")}
      </Alert>
      <div className="og-wrap og-loose og-top">
        <QrCode text={credential.qr} label={t("qr")} />
        <div className="og-rest og-stack og-mid" style={{ flexBasis: 280 }}>
          <p className="og-flush">{t("why")}</p>
          <pre className="og-code og-anywhere og-flush" style={{ whiteSpace: "pre-wrap" }}>
            {lines}
          </pre>
          <div className="og-line">
            <CopyText text={credential.secret} word={t("copySecret")} />
            <CopyText text={lines} word={t("copyLines")} />
          </div>
        </div>
      </div>
      <Checkbox label={t("stored")} checked={isStored} onChange={(event) => setStored(event.currentTarget.checked)} />
      <div>
        <Button disabled={!isStored} onClick={onStored}>
          {end}
        </Button>
      </div>
      <LeaveGuard isDirty={!isStored} />
    </div>
  );
}

function CopyText({ text, word }: { text: string; word: string }) {
  const { t } = useTranslation("controller-secret");
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          <span aria-live="polite">{copied ? t("copied") : word}</span>
        </Button>
      )}
    </CopyButton>
  );
}
