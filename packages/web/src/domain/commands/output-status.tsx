import { Loader } from "@mantine/core";
import type { CommandState } from "@offgrid/contract/commands/command-moves";
import type { Command } from "@offgrid/contract/commands/commands.schema";
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconHelpCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { isOpen } from "./command-facts.ts";
import { resultText, statusText, useMoments } from "./command-words.ts";
import styles from "./output-card.module.css";

export interface OutputStatusProps {
  id: string;
  /** Asked for, while the portal has not answered. */
  sending: boolean | undefined;
  command: Command | undefined;
  isOwn: boolean;
  now: number;
  zone: string;
}

/** What is under way at an output or came of it, in words; readers of screens are told of each change. */
export function OutputStatus({ id, sending, command, isOwn, now, zone }: OutputStatusProps) {
  const { t } = useTranslation("command-words");
  const moments = useMoments(zone, now);
  const state = sending === undefined ? command?.state : "queued";
  const text =
    sending === undefined
      ? command && statusText(t, moments, command, { isOwn, now })
      : t(sending ? "sending.on" : "sending.off");
  return (
    <output className={styles.status} id={id}>
      {state && <StateIcon state={state} />}
      {text !== undefined && <span>{text}</span>}
    </output>
  );
}

const icons: Partial<Record<CommandState, typeof IconCircleCheck>> = {
  done: IconCircleCheck,
  unknown: IconHelpCircle,
  cancelled: IconCircleMinus,
};

/** How a command stands, as a shape beside its words. */
export function StateIcon({ state }: { state: CommandState }) {
  if (isOpen({ state })) return <Loader size={16} className="og-fixed" />;
  const Icon = icons[state] ?? IconAlertTriangle;
  const color = state === "done" ? "og-accent" : state === "cancelled" ? "" : "og-amber";
  return <Icon className={`og-fixed ${color}`} size={18} aria-hidden />;
}

/** The word for a result, with its shape. */
export function CommandResult({ command }: { command: Command }) {
  const { t } = useTranslation("command-words");
  return (
    <span className={styles.status}>
      <StateIcon state={command.state} />
      <span className="og-least">{resultText(t, command)}</span>
    </span>
  );
}
