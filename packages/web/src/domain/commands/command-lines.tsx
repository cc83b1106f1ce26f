import { whoText } from "@offgrid/contract/events/event-say";
import type { Command } from "@offgrid/contract/commands/commands.schema";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import styles from "./command-lines.module.css";
import { orderText, useMoments } from "./command-words.ts";
import { CommandResult } from "./output-status.tsx";

export interface CommandLinesProps {
  commands: readonly Command[];
  now: number;
  /** In which times are written. */
  zone: string;
  /** Of several containers, each line names its own. */
  withContainer?: boolean;
}

/** Commands, newest first: what was ordered, by whom and when, and what came of it. */
export function CommandLines({ commands, now, zone, withContainer = false }: CommandLinesProps) {
  const { t } = useTranslation("command-words");
  const { at } = useMoments(zone, now);
  return (
    <ul className="og-plain-list og-lined" aria-label={t("list")}>
      {commands.map((command) => (
        <li key={command.commandId} className={styles.line}>
          <span className="og-words og-anywhere">
            <span className="og-medium">{orderText(t, command)}</span>
            <GivenReason command={command} />
            {withContainer && <ContainerLink command={command} />}
            <span className="og-small">{t("by", { who: whoText(t, command.by), at: at(command.at) })}</span>
          </span>
          <span style={{ maxWidth: "60ch" }}>
            <CommandResult command={command} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Why whoever gave the command gave it, where they were asked. */
export function GivenReason({ command: { givenReason } }: { command: Command }) {
  const { t } = useTranslation("command-words");
  return givenReason !== null && <span className="og-small">{t("lock.for", { reason: givenReason })}</span>;
}

/** The container of a command, on the tab where its outputs are. */
export function ContainerLink({ command: { containerId, containerName } }: { command: Command }) {
  return (
    <Link
      className="og-name-link og-anywhere"
      to="/containers/$slug"
      params={{ slug: containerId }}
      search={{ tab: "devices" }}
      title={containerId}
    >
      {containerName}
    </Link>
  );
}
