import { kindsOf } from "@offgrid/contract/devices/output-kinds";
import { lazy, Suspense } from "react";

import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { LaterPart } from "../../../ui/later-part.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { expectedHeight } from "./expected-height.ts";

/** Switches, locks and their dialogs are loaded beside the devices, which are there without them. */
const texts = ["outputs", "output-names", "command-words"];

const LaterOutputs = lazy(() =>
  loadWithTexts(texts, () => import("./outputs-section.tsx")).then((part) => ({ default: part.OutputsSection })),
);
const LaterLights = lazy(() =>
  loadWithTexts(
    ["street-lights", "output-names", "command-words"],
    () => import("../street-lights/lights-now.section.tsx"),
  ).then((part) => ({ default: part.LightsNowSection })),
);
const LaterAc = lazy(() =>
  loadWithTexts(["air-conditioning", "command-words"], () => import("../air-conditioning/ac-now.section.tsx")).then(
    (part) => ({ default: part.AcNowSection }),
  ),
);
const LaterPhases = lazy(() =>
  loadWithTexts(["phase-control", "command-words"], () => import("../phase-control/phases-now.section.tsx")).then(
    (part) => ({ default: part.PhasesNowSection }),
  ),
);
const LaterCommands = lazy(() =>
  loadWithTexts(texts, () => import("./last-commands.tsx")).then((part) => ({ default: part.LastCommands })),
);

export function OutputsSection(props: TabProps) {
  const height = expectedHeight(props.info);
  const part = <LaterOutputs {...props} />;
  // Until its code is there, nothing is shown of what is not expected.
  return height === 0 ? <Suspense>{part}</Suspense> : <LaterPart height={height}>{part}</LaterPart>;
}

/** Without a connection the relays, which stand first, say so for all. */
const isAwaySaid = ({ info }: TabProps) => expectedHeight(info) > 0;

export function LightsNowSection(props: TabProps) {
  if (!kindsOf(props.info.capabilities).includes("street_light")) return null;
  return (
    <LaterPart height={260} isAwaySaid={isAwaySaid(props)}>
      <LaterLights {...props} />
    </LaterPart>
  );
}

export function AcNowSection(props: TabProps) {
  if (!kindsOf(props.info.capabilities).includes("ac")) return null;
  return (
    <LaterPart height={320} isAwaySaid={isAwaySaid(props)}>
      <LaterAc {...props} />
    </LaterPart>
  );
}

export function PhasesNowSection(props: TabProps) {
  const height = expectedHeight(props.info, "phase");
  if (height === 0) return null;
  return (
    <LaterPart height={height} isAwaySaid={isAwaySaid(props)}>
      <LaterPhases {...props} />
    </LaterPart>
  );
}

export function LastCommands(props: TabProps) {
  return (
    <Suspense>
      <LaterCommands {...props} />
    </Suspense>
  );
}
