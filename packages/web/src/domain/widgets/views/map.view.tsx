import { useTranslation } from "react-i18next";

import { FleetMapFrame } from "../../map/map-frame.tsx";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** What stands around a map: its tools and its credit line. */
const aroundPx = 64;
const leastPx = 160;

/** Where containers are. */
export function MapView({ widget: { of }, now, heightPx }: ViewProps<"map">) {
  const { t } = useTranslation("widgets");
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => (
        <FleetMapFrame
          title={t("type.map")}
          containers={rows}
          now={now}
          height={Math.max(leastPx, heightPx - aroundPx)}
        />
      )}
    </OfRows>
  );
}
