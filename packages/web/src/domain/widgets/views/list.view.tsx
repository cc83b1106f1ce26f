import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { ContainerCard } from "../../containers/container-card.tsx";
import { useKnownMs } from "../../containers/containers.data.tsx";
import { gridOrder } from "../../containers/fleet-facts.ts";
import { FittedList } from "../fitted-list.tsx";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** Of more containers, the first; the list of containers has all. */
const mostShown = 12;

/** Containers as cards: favourites, then the worst first, as on the dashboard. */
export function ListView({ widget: { of }, now, heightPx }: ViewProps<"list">) {
  const { t } = useTranslation("widgets");
  const knownMs = useKnownMs(now);
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => {
        const shown = gridOrder(rows, knownMs).slice(0, mostShown);
        return (
          <FittedList
            className="og-grid og-mid"
            style={columns(240)}
            items={shown.map((row) => ({
              key: row.containerId,
              content: <ContainerCard container={row} now={now} />,
            }))}
            total={rows.length}
            heightPx={heightPx}
            more={(count) => (
              <Link className="og-link og-line-24" to="/containers">
                {t("more", { count })}
              </Link>
            )}
          />
        );
      }}
    </OfRows>
  );
}
