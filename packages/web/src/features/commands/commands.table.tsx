import { whoText } from "@offgrid/contract/events/event-say";
import type { Command } from "@offgrid/contract/commands/commands.schema";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { ContainerLink, GivenReason } from "../../domain/commands/command-lines.tsx";
import { orderText } from "../../domain/commands/command-words.ts";
import { CommandResult } from "../../domain/commands/output-status.tsx";
import table from "../../ui/table.module.css";
import { browserZone, useLocale } from "../../ui/use-locale.ts";

const columns = ["time", "container", "order", "person", "result"] as const;

/** Room in which the names of most people and containers stay on one line. */
const nameWidthPx = 120;
const placeWidthPx = 190;

/** Commands of the fleet as a table; narrow windows have `CommandLines`. */
export function CommandsTable({ commands }: { commands: readonly Command[] }) {
  const { t } = useTranslation(["commands", "command-words"]);
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="visually-hidden">{t("command-words:list")}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <span className={table.head}>{column === "time" ? t("timeIn", { zone: browserZone }) : t(column)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {commands.map((command) => (
            <tr key={command.commandId}>
              <td className="og-number og-nowrap">
                {formatTime(Date.parse(command.at), "dateTimeWithSeconds", browserZone, locale)}
              </td>
              <td style={{ minWidth: placeWidthPx }}>
                <ContainerLink command={command} />
              </td>
              <th scope="row" className="og-medium">
                <span className="og-words og-anywhere">
                  {orderText(say, command)}
                  <GivenReason command={command} />
                </span>
              </th>
              <td style={{ minWidth: nameWidthPx }}>
                <span className="og-anywhere">{whoText(say, command.by)}</span>
              </td>
              <td>
                <CommandResult command={command} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
