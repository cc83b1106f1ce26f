import { outputMetric } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { useLinkState } from "../../../core/live/live.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { Section } from "../../../ui/section.tsx";
import { useHeldHeight } from "../../../ui/use-held-height.ts";
import { OutputNaming } from "../output-names/name-button.tsx";
import { useContainerObstacle } from "../outputs/use-container-obstacle.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { LightCard } from "./light-card.tsx";
import { setLevel, setLightLock, useMayDimLights, useStreetLights } from "./street-lights.data.ts";

/** The street lights of a container with their levels as they are now; nothing where it has none. */
export function LightsNowSection({ info, now }: TabProps) {
  const { t } = useTranslation("street-lights");
  const { containerId, values, everyS, zoneName } = info;
  const lights = useStreetLights(containerId);
  const userId = useCurrentUser()?.id;
  const mayDim = useMayDimLights();
  const isAway = useLinkState() === "offline";
  const blocked = useContainerObstacle(info, isAway, now);
  const held = useHeldHeight();
  if (lights.data?.lights.length === 0) return null;
  return (
    <Section title={t("title")}>
      {mayDim && <p className="og-note">{t("byHand")}</p>}
      <Async of={quiet(lights)} height={180}>
        {(known) => (
          <ul className="og-plain-list og-grid og-mid og-top" style={columns(260)} aria-label={t("title")} ref={held}>
            {known.lights.map((light) => (
              <li key={light.light}>
                <LightCard
                  light={light}
                  live={newer(values[outputMetric(light.target)], light.levelAt)}
                  everyS={everyS}
                  now={now}
                  zone={zoneName}
                  userId={userId}
                  blocked={blocked}
                  mayDim={mayDim}
                  naming={<OutputNaming info={info} target={light.target} />}
                  container={info.name}
                  isAway={isAway}
                  onLock={(isLocked, reason) => setLightLock(containerId, light.light, isLocked, reason)}
                  onSet={(level) => setLevel(containerId, light.light, level)}
                />
              </li>
            ))}
          </ul>
        )}
      </Async>
    </Section>
  );
}

function newer<Live extends { at: string }>(live: Live | undefined, listedAt: string | null): Live | undefined {
  return live && (listedAt === null || Date.parse(live.at) >= Date.parse(listedAt)) ? live : undefined;
}
