import type { Command } from "@offgrid/contract/commands/commands.schema";
import { useTranslation } from "react-i18next";

import { CommandResult } from "../../domain/commands/output-status.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import styles from "./group-lines.module.css";

export interface GroupLine {
  id: string;
  name: string;
  /** What the output is called there. */
  about?: string;
  /** It gets no command. */
  isLeftOut: boolean;
  /** Said in the place of what became of its command. */
  text?: string;
  command?: Command;
}

/** The containers of a group command, each with what it would meet or what became of it. */
export function GroupLines({ lines }: { lines: readonly GroupLine[] }) {
  const { t } = useTranslation("commands");
  return (
    <ScrollBox className={styles.frame} label={t("group.list")}>
      <ul className="og-plain-list og-lined">
        {lines.map(({ id, name, about, isLeftOut, text, command }) => (
          <li key={id} className={`og-ends og-loose ${styles.line}`}>
            <span className="og-words og-anywhere">
              <span className="og-medium">{name}</span>
              {about !== undefined && <span className="og-small">{about}</span>}
            </span>
            {command ? (
              <CommandResult command={command} />
            ) : (
              <span className={isLeftOut ? "og-amber" : "og-note"}>{text}</span>
            )}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}
