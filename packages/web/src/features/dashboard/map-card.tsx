import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconMap } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FleetMapFrame } from "../../domain/map/map-frame.tsx";

/** Where the containers are. The map, which is large, is fetched when the card is opened. */
export function MapCard({ containers, now }: { containers: readonly ContainerRow[]; now: number }) {
  const { t } = useTranslation("dashboard");
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={`og-card og-stack ${isOpen ? "" : "og-no-print"}`} aria-labelledby="fleet-map">
      <h2 className="og-title" id="fleet-map">
        {t("map.title")}
      </h2>
      <div className="og-head">
        <span className="og-quiet">{t("map.why")}</span>
        <Button
          variant="default"
          leftSection={<IconMap size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "map.close" : "map.open")}
        </Button>
      </div>
      {isOpen && <FleetMapFrame title={t("map.title")} containers={containers} now={now} height={420} />}
    </section>
  );
}
