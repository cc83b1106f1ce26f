import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { SocBar } from "../../container/soc-bar.tsx";
import { batteryState } from "../../containers/container-facts.ts";
import { energyFacts } from "../../containers/energy-facts.ts";
import { worstFirst } from "../../containers/fleet-facts.ts";
import { useRowAge } from "../../containers/use-row-age.ts";
import { EnergySentence } from "../../energy-state/energy-sentence.tsx";
import { FittedContainers } from "../fitted-containers.tsx";
import type { ViewProps } from "../widget-parts.tsx";

/** How full batteries are, and what becomes of them: the worst first. */
export function ChargeView({ widget: { of }, now, heightPx }: ViewProps<"charge">) {
  return (
    <FittedContainers
      {...{ of, now, heightPx }}
      order={worstFirst}
      columnPx={220}
      content={(row, isOnly) => <Charge row={row} now={now} isNamed={!isOnly} />}
    />
  );
}

function Charge({ row, now, isNamed }: { row: ContainerRow; now: number; isNamed: boolean }) {
  const { t } = useTranslation("container-facts");
  const { containerId, name, soc, reserveSoc, energy } = row;
  const { isValueStale } = useRowAge();
  const isOld = soc !== null && isValueStale(row, "soc", now);
  const batteryPower = isValueStale(row, "batteryPower", now) ? null : row.batteryPower;
  return (
    <div className="og-words og-tight">
      {isNamed && (
        <Link className="og-name-link og-medium og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
          {name}
        </Link>
      )}
      <SocBar
        percent={soc}
        state={batteryState({ soc, batteryPower }, isOld)}
        reservePercent={reserveSoc}
        energy={energy}
        label={t("soc", { name })}
      />
      <div className="og-text-13">
        <EnergySentence {...energyFacts(row, now)} isShort />
      </div>
    </div>
  );
}
