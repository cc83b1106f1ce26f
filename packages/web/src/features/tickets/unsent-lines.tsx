import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Unsent } from "./kept-chat.ts";

interface Props {
  unsent: readonly Unsent[];
  /** Names of those that could not be sent when that was tried. */
  failed: ReadonlySet<string>;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** Messages that the portal does not have yet. They stay until it has them, or until they are given up. */
export function UnsentLines({ unsent, failed, onRetry, onDiscard }: Props) {
  const { t } = useTranslation("tickets");
  if (unsent.length === 0) return null;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("unsent")}>
      {unsent.map(({ clientId, text, state }) => (
        <li key={clientId} className="og-card og-close-stack og-tight" style={{ padding: 12, opacity: 0.85 }}>
          <span className="og-anywhere" style={{ whiteSpace: "pre-wrap" }}>
            {text}
          </span>
          <div className="og-line">
            <span className="og-note" role="status">
              {t(state === "refused" ? "refused" : failed.has(clientId) ? "notSent" : "sending")}
            </span>
            {state === "refused" && (
              <Button variant="subtle" size="compact-sm" onClick={() => onRetry(clientId)}>
                {t("retry")}
              </Button>
            )}
            {failed.has(clientId) && (
              <Button variant="subtle" size="compact-sm" onClick={() => onDiscard(clientId)}>
                {t("discard")}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
