import { Button } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useContainers } from "../../domain/containers/containers.data.tsx";
import { Async, quiet } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { CampaignCard } from "./campaign-card.tsx";
import { CampaignForm } from "./campaign-form.tsx";
import { CampaignMembersPart } from "./campaign-members.tsx";
import { ReleaseSection } from "./release-section.tsx";
import { actOn, addRelease, saveCampaign, startCampaign, useCampaigns, useNewestRelease } from "./upgrades.data.ts";

/** Releases of the controller program, and the campaigns that bring them to many containers. */
export function UpgradesPage() {
  const { t } = useTranslation(["upgrades", "shared"]);
  const newest = useNewestRelease();
  const campaigns = useCampaigns();
  const containers = useContainers();
  const [isMaking, setMaking] = useState(false);
  const release = newest.data?.data ?? undefined;
  return (
    <>
      <PageHeader
        title={t("shared:screen.software")}
        context={t("context")}
        action={release && !isMaking && <Button onClick={() => setMaking(true)}>{t("newCampaign")}</Button>}
      />
      <div className="og-stack">
        <Async of={quiet(newest)} height={160}>
          {({ data }) => <ReleaseSection newest={data} zone={browserZone} onAdd={addRelease} />}
        </Async>
        {isMaking && release && (
          <CampaignForm
            version={release.version}
            containers={containers.data ?? []}
            onSave={saveCampaign}
            onClose={() => setMaking(false)}
          />
        )}
        <Async
          of={quiet(campaigns)}
          height={240}
          empty={<EmptyState title={t("none.title")} why={t("none.why")} icon={<IconCpu size={40} />} />}
        >
          {(rows) => (
            <ul className="og-plain-list og-stack" aria-label={t("campaigns")}>
              {rows.map((one) => (
                <li key={one.campaignId}>
                  <CampaignCard
                    campaign={one}
                    zone={browserZone}
                    members={<CampaignMembersPart campaignId={one.campaignId} />}
                    onStart={(when) => startCampaign(one.campaignId, when)}
                    onAct={(act, reason) => actOn(one.campaignId, act, reason)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Async>
      </div>
    </>
  );
}
