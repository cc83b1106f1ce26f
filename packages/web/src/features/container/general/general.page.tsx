import { type ComponentType, lazy } from "react";

import { loadChunk } from "../../../core/chunk.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { LaterPart } from "../../../ui/later-part.tsx";
import { OnThisPage } from "../../../ui/on-this-page.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { archivePart } from "../../../domain/archive/archive-part.ts";
import { ImportPart } from "../import/import-part.tsx";
import { restoreContainer, retireContainer, useMayChange } from "../details/details.data.ts";
import { WorksSection } from "../works/works-section.tsx";
import { ControllerSection } from "./controller-section.tsx";
import { EnergyPricesSection } from "./energy-prices-section.tsx";

/** These have forms, which weigh more than all else on the tab. */
const DetailsSection = later(async () => (await import("../details/details-section.tsx")).DetailsSection);
const InventorySection = later(async () => (await import("../details/inventory-section.tsx")).InventorySection);
const SecretSection = later(async () => (await import("../details/secret-section.tsx")).SecretSection);
const RetireSection = later(async () => (await import("../details/retire-section.tsx")).RetireSection);
const RemoveSection = later(async () => (await import("../details/remove-section.tsx")).RemoveSection);
const ArchivePart = archivePart();
const RebootsSection = lazy(async () => ({
  default: await loadWithTexts(
    ["reboots"],
    async () => (await import("../reboots/reboots.section.tsx")).RebootsSection,
  ),
}));

function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadChunk(load) }));
}

/** What is set for one container. */
export function GeneralTab({ info, now }: TabProps) {
  const may = useMayChange();
  const isRetired = info.retiredAt !== null;
  const retire = (may.retire || isRetired) && (
    <RetireSection
      info={info}
      mayRetire={may.retire}
      onRetire={(reason) => retireContainer(info.containerId, reason)}
      onRestore={() => restoreContainer(info.containerId)}
    />
  );
  return (
    <OnThisPage>
      {isRetired && <LaterPart height={160}>{retire}</LaterPart>}
      <LaterPart height={560}>
        <DetailsSection info={info} />
      </LaterPart>
      {!isRetired && (
        <>
          <WorksSection info={info} now={now} />
          <ControllerSection info={info} now={now} />
          <LaterPart height={400}>
            <RebootsSection info={info} now={now} />
          </LaterPart>
        </>
      )}
      <EnergyPricesSection containerId={info.containerId} />
      <ImportPart info={info} />
      <LaterPart height={480}>
        <InventorySection containerId={info.containerId} />
        {may.archive && <ArchivePart of={{ containerId: info.containerId }} />}
        {may.secret && <SecretSection info={info} />}
        {!isRetired && retire}
        {may.secret && <RemoveSection info={info} />}
      </LaterPart>
    </OnThisPage>
  );
}
