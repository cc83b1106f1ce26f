import { Button, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FileNames, useFileWords } from "./file-names.tsx";
import type { Unsent } from "./kept-chat.ts";
import { sendFaultOf } from "./send-message.ts";
import type { ChatToSend } from "./use-kept-chat.ts";

interface Props {
  unsent: readonly Unsent[];
  failed: ChatToSend["failed"];
  progress: ChatToSend["progress"];
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** Messages that the portal does not have yet. They stay until it has them, or until they are given up. */
export function UnsentLines({ unsent, failed, progress, onRetry, onDiscard }: Props) {
  const { t } = useTranslation("tickets");
  if (unsent.length === 0) return null;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("unsent")}>
      {unsent.map((message) => {
        const { clientId, text, files, state } = message;
        const isUnderWay = progress?.clientId === clientId;
        return (
          <li key={clientId} className="og-card og-close-stack og-tight" style={{ padding: 12, opacity: 0.85 }}>
            <span className="og-anywhere" style={{ whiteSpace: "pre-wrap" }}>
              {text}
            </span>
            <FileNames files={files} />
            {isUnderWay && <Progress value={progress.share * 100} aria-label={t("files.progress")} />}
            <State state={state} error={failed.get(clientId)} hasFailed={failed.has(clientId)} />
            <div className="og-line">
              {state === "refused" && (
                <Button variant="subtle" size="compact-sm" onClick={() => onRetry(clientId)}>
                  {t("retry")}
                </Button>
              )}
              {(failed.has(clientId) || isUnderWay || state === "refused") && (
                <Button variant="subtle" size="compact-sm" onClick={() => onDiscard(clientId)}>
                  {t("discard")}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function State({ state, error, hasFailed }: { state: Unsent["state"]; error: unknown; hasFailed: boolean }) {
  const { t } = useTranslation("tickets");
  const words = useFileWords();
  const wrong = sendFaultOf(error);
  return (
    <span className="og-note" role="status">
      {t(state === "refused" ? "refused" : hasFailed ? "notSent" : "sending")}
      {state === "refused" && wrong && ` ${wrong.name}: ${words.fault(wrong.fault)}`}
    </span>
  );
}
