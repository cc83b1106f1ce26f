import { tickMs } from "@offgrid/contract/core/constants";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { Widget, WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";
import type { WidgetType } from "@offgrid/contract/widgets/widget-types";
import { IconUnlink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { useContainers } from "../containers/containers.data.tsx";
import { type PlaceRows, placeRows } from "./place-rows.ts";

export interface ViewProps<Type extends WidgetType = WidgetType> {
  widget: Extract<Widget, { type: Type }>;
  /** The present, epoch ms. */
  now: number;
  /** Of its room, without its title. */
  heightPx: number;
}

/** In a widget whose container, cluster or chart is gone. */
export function Gone({ what }: { what: "container" | "cluster" | "chart" | "picture" }) {
  const { t } = useTranslation("widgets");
  return (
    <p className="og-note og-row og-top" role="status">
      <IconUnlink className="og-icon" size={18} aria-hidden />
      <span>{t(`gone.${what}`)}</span>
    </p>
  );
}

/**
 * What is told from everything about one container, asked for at each tick. Nobody need look at a board, so its containers
 * are not made to send each frame at once: that would use up their data.
 */
export function OfContainer({
  id,
  heightPx,
  children,
}: {
  id: string;
  heightPx: number;
  children: (info: ContainerInfoV4) => ReactNode;
}) {
  const container = useCall(
    "getContainerInfoV4",
    { containerId: id },
    { select: ({ data }) => data, refetchInterval: tickMs },
  );
  const code = container.error?.code;
  if (code === "not_found" || code === "bad_input") return <Gone what="container" />;
  return (
    <Async of={quiet(container)} height={heightPx}>
      {children}
    </Async>
  );
}

/** What is told from the rows of containers. */
export function OfRows({
  of,
  heightPx,
  children,
}: {
  of: WidgetPlace;
  heightPx: number;
  children: (rows: PlaceRows["rows"]) => ReactNode;
}) {
  const { t } = useTranslation("widgets");
  const containers = useContainers();
  return (
    <Async of={quiet(containers)} height={heightPx} isEmpty={() => false}>
      {(all) => {
        const { rows, isGone, missing } = placeRows(all, of);
        if (isGone) return <Gone what={of.kind === "cluster" ? "cluster" : "container"} />;
        return (
          <>
            {children(rows)}
            {missing > 0 && <p className="og-note og-before">{t("gone.some", { count: missing })}</p>}
          </>
        );
      }}
    </Async>
  );
}
