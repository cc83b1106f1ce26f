import { whoText } from "@offgrid/contract/events/event-say";
import { Button } from "@mantine/core";
import type { Command } from "@offgrid/contract/commands/commands.schema";
import { IconRefresh } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { isOpen } from "../../../domain/commands/command-facts.ts";
import { type Moments, useMoments } from "../../../domain/commands/command-words.ts";
import { StateIcon } from "../../../domain/commands/output-status.tsx";
import { RestartDialog } from "./restart-dialog.tsx";

export interface ControllerRestartProps {
  /** Its name. */
  container: string;
  /** The last restart that somebody asked for. */
  last: Command | null;
  /** Who looks. */
  userId: string | undefined;
  /** Why it cannot be restarted now. */
  blocked: string | undefined;
  now: number;
  zone: string;
  onRestart: (reason: string) => Promise<unknown>;
}

/** The button that restarts a controller, and what came of the last restart. */
export function ControllerRestart({ last, userId, blocked, onRestart, ...place }: ControllerRestartProps) {
  const { t } = useTranslation(["controller-part", "command-words"]);
  const moments = useMoments(place.zone, place.now);
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const isBlocked = blocked !== undefined || (last !== null && isOpen(last));
  return (
    <div className="og-stack og-mid">
      <output className="og-row og-top" id={id}>
        {last && <StateIcon state={last.state} />}
        {last && <span className="og-anywhere">{restartText(t, moments, last, last.by.userId === userId)}</span>}
      </output>
      {blocked !== undefined && <p className="og-flush">{blocked}</p>}
      <div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          // Not `disabled`: the focus stays where it is, and the reason can be read.
          aria-disabled={isBlocked || undefined}
          data-disabled={isBlocked || undefined}
          aria-describedby={id}
          onClick={() => !isBlocked && setAsking(true)}
        >
          {t("restart")}
        </Button>
      </div>
      {isAsking && <RestartDialog {...place} onRestart={onRestart} onClose={() => setAsking(false)} />}
    </div>
  );
}

type Say = TFunction<["controller-part", "command-words"]>;
type Instants = Pick<Moments, "at" | "since">;

/** How a restart stands, in whole sentences. */
function restartText(t: Say, { at, since }: Instants, command: Command, isOwn: boolean): string {
  const say = t as unknown as TFunction<"command-words">;
  const asked = t(isOwn ? "askedOwn" : "asked", {
    who: whoText(say, command.by),
    at: at(command.at),
    reason: command.givenReason ?? "",
  });
  return `${asked} ${stateText(t, { at, since }, command)}`;
}

function stateText(t: Say, { at, since }: Instants, command: Command): string {
  const { state, reason, acceptedAt, sentAt, endedAt } = command;
  const ended = { at: at(endedAt ?? command.at), reason: t(`command-words:reason.${reason ?? "no_answer"}`) };
  if (state === "unknown") {
    return acceptedAt === null
      ? t("noAnswer", { since: since(sentAt ?? command.at) })
      : t("notBack", { since: since(acceptedAt) });
  }
  return state === "cancelled" ? t("expired", ended) : t(state, ended);
}
