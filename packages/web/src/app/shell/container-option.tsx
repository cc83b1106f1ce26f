import { Box } from "@mantine/core";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import { useTick } from "../../core/live/tick.ts";
import { isNeverSeen } from "../../domain/containers/container-facts.ts";
import { useRowAge } from "../../domain/containers/use-row-age.ts";
import { RowEnergy } from "../../domain/containers/row-energy.tsx";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { isBad } from "../../domain/energy-state/energy-rank.ts";
import classes from "./palette.module.css";
import { chargeText } from "../../domain/container/charge-text.ts";

/** A container that a search found: its name with states and charge, then id and version. */
export function ContainerOption({ row }: { row: ContainerRow }) {
  const { t } = useTranslation("shell");
  const now = useTick();
  const { isValueStale } = useRowAge();
  return (
    <span className={classes.option}>
      <span>{row.name}</span>
      <span className="og-row og-wrap">
        {isBad(row.energy.level) && <RowEnergy container={row} now={now} />}
        {!isNeverSeen(row) && <StatusMark state={row.status} />}
        {/* A charge of an hour ago says nothing of now. */}
        {row.soc !== null && !isValueStale(row, "soc", now) && (
          <span className="og-figure">{chargeText(row.soc, row.reserveSoc, currentLocale)}</span>
        )}
      </span>
      <span className="og-muted og-text-12">
        {row.containerId}
        <Box component="span" visibleFrom="sm">
          {" "}
          · {row.version ? t("version", { version: row.version }) : t("version_unknown")}
        </Box>
      </span>
    </span>
  );
}
