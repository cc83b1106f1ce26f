import { type WidgetType, widgetTypes } from "@offgrid/contract/widgets/widget-types";
import {
  IconAlertTriangle,
  IconBattery2,
  IconChartLine,
  IconCloud,
  IconHourglass,
  IconLayoutList,
  IconMap,
  IconNote,
  IconNumber123,
  IconPhoto,
  IconTopologyStar3,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";

const icons: Readonly<Record<WidgetType, typeof IconMap>> = {
  kpi: IconNumber123,
  chart: IconChartLine,
  charge: IconBattery2,
  flow: IconTopologyStar3,
  outlook: IconHourglass,
  weather: IconCloud,
  incidents: IconAlertTriangle,
  map: IconMap,
  list: IconLayoutList,
  text: IconNote,
  picture: IconPhoto,
};

/** What a widget can show. */
export function TypePicker({ onPick }: { onPick: (type: WidgetType) => void }) {
  const { t } = useTranslation("widgets");
  return (
    <section className="og-close-stack" aria-labelledby="widget-types">
      <h2 className="og-title" id="widget-types">
        {t("form.choose")}
      </h2>
      <ul className="og-plain-list og-grid og-mid" style={columns(220)}>
        {widgetTypes.map((type) => {
          const Icon = icons[type];
          return (
            <li key={type}>
              <button
                type="button"
                className="og-choice og-row og-mid og-top og-wide"
                style={{ padding: 12, height: "100%", textAlign: "start" }}
                onClick={() => onPick(type)}
              >
                <Icon className="og-icon" size={24} aria-hidden />
                <span className="og-words">
                  <strong className="og-medium">{t(`type.${type}`)}</strong>
                  <span className="og-note">{t(`why.${type}`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
