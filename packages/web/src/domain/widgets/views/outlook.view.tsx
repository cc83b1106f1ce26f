import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../../ui/async.tsx";
import { ContainerBlackout } from "../../blackout/container-blackout.tsx";
import { DayColumns } from "../../seven-days/day-columns.tsx";
import { useChargeHistory } from "../../seven-days/seven-days.data.ts";
import { type ChargeHistory, sevenDays } from "../../seven-days/seven-days.ts";
import { OfContainer, type ViewProps } from "../widget-parts.tsx";

/** How long the loads of a container will have power, or its charge of seven days. */
export function OutlookView({ widget: { container, shows }, now, heightPx }: ViewProps<"outlook">) {
  return (
    <OfContainer id={container} heightPx={heightPx}>
      {(info) =>
        shows === "hours" ? (
          <ContainerBlackout info={info} now={now} />
        ) : (
          <SevenDays info={info} now={now} heightPx={heightPx} />
        )
      }
    </OfContainer>
  );
}

function SevenDays({ info, now, heightPx }: { info: ContainerInfoV4; now: number; heightPx: number }) {
  const { t } = useTranslation("seven-days");
  const history = useChargeHistory(info.containerId, info.zoneName);
  return (
    <Async
      of={quiet(history)}
      height={heightPx}
      isEmpty={({ mean }) => !mean.some((value) => value !== null)}
      empty={<p className="og-note">{t("none")}</p>}
    >
      {(charge) => <Week info={info} now={now} charge={charge} />}
    </Async>
  );
}

function Week({ info, now, charge }: { info: ContainerInfoV4; now: number; charge: ChargeHistory }) {
  const navigate = useNavigate();
  const { containerId, zoneName, reserveSoc } = info;
  const week = useMemo(() => sevenDays(charge, now, zoneName), [charge, now, zoneName]);
  const open = (day: string | undefined) =>
    void navigate({
      to: "/containers/$slug",
      params: { slug: containerId },
      search: { tab: "seven-days", ...(day !== undefined && { day }) },
    });
  return <DayColumns week={week} reserve={reserveSoc} zone={zoneName} openDay={undefined} onOpen={open} />;
}
