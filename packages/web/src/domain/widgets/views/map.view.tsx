import { useTranslation } from "react-i18next";

import { FleetMapFrame } from "../../map/map-frame.tsx";
import { useRoomFor } from "../use-room-for.ts";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** What stands around a map: its tools and its credit line. */
const around = { usualPx: 64, leastPx: 150 };

/** Where containers are. */
export function MapView({ widget: { of }, now, heightPx }: ViewProps<"map">) {
  const { t } = useTranslation("widgets");
  const { frame, roomPx } = useRoomFor(heightPx, around);
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => (
        <div ref={frame}>
          <FleetMapFrame title={t("type.map")} containers={rows} now={now} height={roomPx} />
        </div>
      )}
    </OfRows>
  );
}
