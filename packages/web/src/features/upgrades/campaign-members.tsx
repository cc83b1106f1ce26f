import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { type Member, useMembers } from "./upgrades.data.ts";

/** Why a container has not got further, in a few words; empty: there is nothing to say. */
function useMemberWhy(): (member: Member) => string {
  const { t, i18n } = useTranslation(["upgrades", "software"]);
  return ({ state, gates, reason }) => {
    if (state === "gated" && gates.length > 0)
      return t("memberWaits", { gates: gates.map((gate) => t(`memberGate.${gate}`)).join(", ") });
    if (reason === null) return "";
    const isKnown = /^[a-z0-9_]+$/.test(reason) && i18n.exists(`software:reason.${reason}`);
    return isKnown ? t(`software:reason.${reason as "stalled"}`) : reason;
  };
}

/** What becomes of each container of a campaign; each leads to its own upgrade. */
export function CampaignMembersPart({ campaignId }: { campaignId: string }) {
  const members = useMembers(campaignId);
  return (
    <Async of={quiet(members)} height={120}>
      {(rows) => <CampaignMembers members={rows} />}
    </Async>
  );
}

/** By their wave, with what holds each back or how it failed. */
export function CampaignMembers({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation(["upgrades", "software"]);
  const whyOf = useMemberWhy();
  return (
    <ul className="og-plain-list og-lined">
      {members.map((one) => (
        <li key={one.containerId} className="og-words" style={{ paddingBlock: 6 }}>
          <span className="og-ends">
            <Link
              className="og-name-link og-anywhere"
              to="/containers/$slug"
              params={{ slug: one.containerId }}
              search={{ tab: "software" }}
            >
              {one.containerName}
            </Link>
            <span className="og-quiet">
              {t("member", {
                wave: one.wave,
                state:
                  one.state === "pending" ||
                  one.state === "skipped" ||
                  one.state === "removed" ||
                  one.state === "retired"
                    ? t(`memberState.${one.state}`)
                    : t(`software:state.${one.state}`),
              })}
            </span>
          </span>
          {whyOf(one) !== "" && <span className="og-small og-anywhere">{whyOf(one)}</span>}
        </li>
      ))}
    </ul>
  );
}
