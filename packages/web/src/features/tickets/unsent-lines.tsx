import { Button, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FileNames, useFileWords } from "./file-names.tsx";
import { type Unsent, nextUnsent } from "./kept-chat.ts";
import { sendFaultOf } from "./send-message.ts";
import type { ChatToSend } from "./use-kept-chat.ts";

interface Props {
  unsent: readonly Unsent[];
  failed: ChatToSend["failed"];
  progress: ChatToSend["progress"];
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** Messages that the chat does not show yet. They stay until it does, or until they are given up. */
export function UnsentLines({ unsent, failed, progress, onRetry, onDiscard }: Props) {
  const { t } = useTranslation("tickets");
  if (unsent.length === 0) return null;
  const nextId = nextUnsent({ unsent })?.clientId;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("unsent")}>
      {unsent.map((message) => {
        // One after the other is sent, so that they are read in the order in which they were written.
        const isNext = message.clientId === nextId;
        const { clientId, text, files, state } = message;
        const isUnderWay = progress?.clientId === clientId;
        return (
          <li key={clientId} className="og-card og-close-stack og-tight" style={{ padding: 12, opacity: 0.85 }}>
            <span className="og-anywhere" style={{ whiteSpace: "pre-wrap" }}>
              {text}
            </span>
            <FileNames files={files} />
            {isUnderWay && state !== "sent" && (
              <Progress value={progress.share * 100} aria-label={t("files.progress")} />
            )}
            <State
              state={state === "waiting" && !isNext ? "behind" : state}
              error={failed.get(clientId)}
              hasFailed={failed.has(clientId)}
            />
            <div className="og-line">
              {state === "refused" && (
                <Button variant="subtle" size="compact-sm" onClick={() => onRetry(clientId)}>
                  {t("retry")}
                </Button>
              )}
              {state !== "sent" && (failed.has(clientId) || isUnderWay || state === "refused") && (
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

interface StateProps {
  /** behind: the one before is not sent yet. */
  state: Unsent["state"] | "behind";
  error: unknown;
  hasFailed: boolean;
}

function State({ state, error, hasFailed }: StateProps) {
  const { t } = useTranslation("tickets");
  const words = useFileWords();
  const wrong = sendFaultOf(error);
  return (
    <span className="og-note" role="status">
      {t(state !== "waiting" ? state : hasFailed ? "notSent" : "sending")}
      {state === "refused" && wrong && ` ${wrong.name}: ${words.fault(wrong.fault)}`}
    </span>
  );
}
