import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { useMembers } from "./upgrades.data.ts";

/** What becomes of each container of a campaign, by its wave; each leads to its own upgrade. */
export function CampaignMembersPart({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation(["upgrades", "software"]);
  const members = useMembers(campaignId);
  return (
    <Async of={quiet(members)} height={120}>
      {(rows) => (
        <ul className="og-plain-list og-lined">
          {rows.map((one) => (
            <li key={one.containerId} className="og-ends">
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
                    one.state === "pending" || one.state === "skipped" || one.state === "removed"
                      ? t(`memberState.${one.state}`)
                      : t(`software:state.${one.state}`),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Async>
  );
}
