import { isExcluded } from "@offgrid/contract/core/menu";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import i18next from "i18next";

import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { StateMark } from "../../domain/containers/status-mark.tsx";

const warningsMenuId = "6";
const levels = ["critical", "warning", "info"] as const;

/** What a notice says of how grave it is; undefined: it does not. */
export const levelOf = ({ level }: EventNews): (typeof levels)[number] | undefined =>
  levels.find((one) => one === level);

/**
 * What happened, behind the mark of how grave it is, in two lines at most, and the way to it: of a warning to its incident,
 * else to its container. People whose role keeps them from the warnings are not sent there.
 */
export function NoticeBody({ text, news }: { text: string; news: EventNews }) {
  const level = levelOf(news);
  return (
    <span className="og-row og-top og-rest">
      {level && <StateMark state={level} wordHidden isLastKnown={false} />}
      <span className="og-words">
        <Text span inherit lineClamp={2} title={text}>
          {text}
        </Text>
        <Way news={news} />
      </span>
    </span>
  );
}

function Way({ news: { incident, containerId } }: { news: EventNews }) {
  const excludes = useCurrentUser()?.excludes ?? [];
  const maySee = useCan("incidentGet") && !isExcluded(warningsMenuId, excludes);
  if (incident && maySee)
    return (
      <Link className="og-link" to="/warning/history" search={{ incident: incident.id }}>
        {i18next.t("shell:to_incident")}
      </Link>
    );
  if (containerId === undefined) return null;
  return (
    <Link className="og-link" to="/containers/$slug" params={{ slug: containerId }}>
      {i18next.t("shell:to_container")}
    </Link>
  );
}
