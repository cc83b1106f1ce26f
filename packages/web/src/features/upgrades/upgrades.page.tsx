import { Button } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
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
import {
  actOn,
  addRelease,
  type Campaign,
  saveCampaign,
  startCampaign,
  useCampaigns,
  useMembers,
  useNewestRelease,
} from "./upgrades.data.ts";
import type { UpgradesSearch } from "./upgrades.search.ts";

const newOne = "new";

/** Releases of the controller program, and the campaigns that bring them to many containers. */
export function UpgradesPage() {
  const { t } = useTranslation(["upgrades", "shared"]);
  const { edit, name }: UpgradesSearch = useSearch({ from: "/main/settings/software" });
  // Of the list of containers, whose selection is to be upgraded.
  const selected = useLocation({ select: ({ state }) => state.selected });
  const navigate = useNavigate({ from: "/settings/software" });
  const newest = useNewestRelease();
  const campaigns = useCampaigns();
  const release = newest.data?.data ?? undefined;
  const go = (search: UpgradesSearch) => void navigate({ search });
  const keepName = useKeptName();
  const isMaking = release !== undefined && edit === newOne;
  return (
    <>
      <PageHeader
        title={t("shared:screen.software")}
        context={t("context")}
        action={release && !isMaking && <Button onClick={() => go({ edit: newOne })}>{t("newCampaign")}</Button>}
      />
      <div className="og-stack">
        <Async of={quiet(newest)} height={160}>
          {({ data, canAdd }) => <ReleaseSection newest={data} canAdd={canAdd} zone={browserZone} onAdd={addRelease} />}
        </Async>
        {isMaking && (
          <Form
            version={release.version}
            draft={{ name: "", containers: selected ?? [] }}
            typed={name}
            onType={keepName}
            onClose={() => go({})}
          />
        )}
        <Async
          of={quiet(campaigns)}
          height={240}
          empty={!isMaking && <EmptyState title={t("none.title")} why={t("none.why")} icon={<IconCpu size={40} />} />}
        >
          {(rows) => (
            <ul className="og-plain-list og-stack" aria-label={t("campaigns")}>
              {rows.map((one) => (
                <li key={one.campaignId}>
                  {one.campaignId === edit && one.state === "draft" && release ? (
                    <EditPart
                      campaign={one}
                      version={release.version}
                      typed={name}
                      onType={keepName}
                      onClose={() => go({})}
                    />
                  ) : (
                    <CardPart campaign={one} onEdit={() => go({ edit: one.campaignId })} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Async>
      </div>
    </>
  );
}

/** Keeps the name of a campaign in the address while it is typed. */
function useKeptName(): (name: string) => void {
  const navigate = useNavigate({ from: "/settings/software" });
  return (name) =>
    void navigate({
      search: (now) => ({ ...now, name: name === "" ? undefined : name }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    });
}

function CardPart({ campaign, onEdit }: { campaign: Campaign; onEdit: () => void }) {
  const { campaignId } = campaign;
  return (
    <CampaignCard
      campaign={campaign}
      zone={browserZone}
      members={<CampaignMembersPart campaignId={campaignId} />}
      onStart={(when) => startCampaign(campaignId, when)}
      onAct={(act, reason) => actOn(campaignId, act, reason)}
      onEdit={onEdit}
    />
  );
}

interface FormProps {
  version: string;
  campaignId?: string;
  draft: { name: string; containers: readonly string[] };
  typed: string | undefined;
  onType: (name: string) => void;
  onClose: () => void;
}

function Form({ campaignId, ...rest }: FormProps) {
  const containers = useContainers();
  return (
    <Async of={quiet(containers)} height={240}>
      {(rows) => <CampaignForm {...rest} containers={rows} onSave={(plan) => saveCampaign({ campaignId, ...plan })} />}
    </Async>
  );
}

/** A draft that is changed; what it upgrades to becomes the newest release. */
function EditPart({ campaign, ...rest }: { campaign: Campaign } & Omit<FormProps, "campaignId" | "draft">) {
  const { campaignId, name } = campaign;
  const members = useMembers(campaignId);
  return (
    <Async of={quiet(members)} height={240}>
      {(rows) => (
        <Form
          {...rest}
          campaignId={campaignId}
          draft={{
            name,
            containers: rows
              .filter(({ state }) => state !== "removed" && state !== "retired")
              .map(({ containerId }) => containerId),
          }}
        />
      )}
    </Async>
  );
}
