import { type ComponentType, lazy, type LazyExoticComponent } from "react";

import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { quiet, Async } from "../../../ui/async.tsx";
import { OnThisPage } from "../../../ui/on-this-page.tsx";
import { LaterPart } from "../../../ui/later-part.tsx";
import { ConfigStatus } from "../configuration/config-status.tsx";
import { useConfiguration, useMayConfigure } from "../configuration/configuration.data.ts";
import { useSaving } from "../configuration/use-saving.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { HasNone } from "./has-none.tsx";

interface SetupSection {
  id: string;
  component: LazyExoticComponent<ComponentType<TabProps>>;
}

/** In the order of the page; each is loaded with its texts when the tab is opened. */
const sections: readonly SetupSection[] = [
  {
    id: "load-protection",
    component: section(
      ["load-protection"],
      async () => (await import("../load-protection/load-protection.section.tsx")).LoadProtectionSection,
    ),
  },
  {
    id: "street-lights",
    component: section(
      ["street-lights", "command-words"],
      async () => (await import("../street-lights/street-lights.section.tsx")).StreetLightsSection,
    ),
  },
  {
    id: "air-conditioning",
    component: section(
      ["air-conditioning", "command-words"],
      async () => (await import("../air-conditioning/ac.section.tsx")).AirConditioningSection,
    ),
  },
  {
    id: "phase-control",
    component: section(
      ["phase-control", "command-words"],
      async () => (await import("../phase-control/phase-control.section.tsx")).PhaseControlSection,
    ),
  },
  {
    id: "output-names",
    component: section(
      ["output-names"],
      async () => (await import("../output-names/output-names.section.tsx")).OutputNamesSection,
    ),
  },
  {
    id: "relay-times",
    component: section(
      ["relay-times"],
      async () => (await import("../relay-times/relay-times.section.tsx")).RelayTimesSection,
    ),
  },
  {
    id: "forecast",
    component: section(
      ["forecast-setting", "blackout"],
      async () => (await import("../forecast/forecast.section.tsx")).ForecastSection,
    ),
  },
  {
    id: "automations",
    component: section(
      ["automation-words", "command-words", "configuration"],
      async () => (await import("./automations.section.tsx")).AutomationsSection,
    ),
  },
];

function section(texts: readonly string[], load: () => Promise<ComponentType<TabProps>>): SetupSection["component"] {
  return lazy(async () => ({ default: await loadWithTexts(texts, load) }));
}

/** How a container works: what its controller decides by itself, and whether it runs what is set here. */
export function SetupPage(props: TabProps) {
  const { containerId, zoneName } = props.info;
  const configuration = useConfiguration(containerId);
  const mayChange = useMayConfigure();
  const save = useSaving(containerId);
  return (
    <div className="og-stack">
      <Async of={quiet(configuration)} height={120}>
        {(known) => (
          <ConfigStatus
            configuration={known}
            zone={zoneName}
            mayChange={mayChange}
            onChoose={(chosen) => save(known, chosen)}
          />
        )}
      </Async>
      <OnThisPage>
        {sections.map(({ id, component: Part }) => (
          <LaterPart key={id} height={480}>
            <Part {...props} />
          </LaterPart>
        ))}
      </OnThisPage>
      <HasNone capabilities={props.info.capabilities} />
    </div>
  );
}
