import { isExcluded } from "@offgrid/contract/core/menu";
import { Link } from "@tanstack/react-router";
import i18next from "i18next";

import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";

const commandsMenuId = "5";

/**
 * What a group command does, with the way to its progress. Its words were loaded with the text. People whose role keeps
 * them from the commands are not sent there.
 */
export function GroupNotice({ text, groupId }: { text: string; groupId: string }) {
  const excludes = useCurrentUser()?.excludes ?? [];
  const maySee = useCan("commandGroupGet") && !isExcluded(commandsMenuId, excludes);
  if (!maySee) return text;
  return (
    <>
      {text}{" "}
      <Link className="og-link" to="/commands" search={{ group: groupId }}>
        {i18next.t("command-words:showGroup")}
      </Link>
    </>
  );
}
