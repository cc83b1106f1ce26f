import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { OutputNamesContext } from "../../domain/output-names/use-output-words.ts";
import { sayFailure, sayUndo } from "../../ui/toast.tsx";
import { withOptional } from "./automation-input.ts";
import { AutomationLine, type LineAct } from "./automation-line.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { type AutomationRow, rowsOf } from "../../domain/automations/automation-rows.ts";
import { type ContainerAutomations } from "../../domain/automations/automations.data.ts";
import { deleteAutomation, saveAutomation, seenNow } from "../../domain/automations/automated.data.ts";

/** As it is after somebody has let it act, or turned it on or off. */
function changed(automation: Automation, act: Exclude<LineAct, "delete">): Automation {
  return act === "promote"
    ? withOptional(automation, "shadow", undefined)
    : { ...automation, enabled: act === "enable" };
}

interface Props {
  automations: ContainerAutomations;
  mayAutomate: boolean;
}

/** The automations of a container. */
export function ContainerCard({ automations, mayAutomate }: Props) {
  const { t } = useTranslation("automations");
  const { containerId, containerName, outputNames, state } = automations;
  const [asked, setAsked] = useState<{ act: LineAct; row: AutomationRow }>();
  const change = async ({ act, row: { id, automation } }: NonNullable<typeof asked>) => {
    const given = { containerId, id, seen: await seenNow(automations, id) };
    if (act === "delete") return deleteAutomation(given);
    const own = changed(automation, act);
    await saveAutomation({ ...given, automation: own });
    // What somebody else has made of it since is not taken back with it.
    const takeBack = async () =>
      saveAutomation({ containerId, id, automation, seen: await seenNow(automations, id, own) });
    const undo = () => void takeBack().catch(() => sayFailure(t("notUndone")));
    sayUndo(t(`ask.${act}.done`, { name: automation.name }), undo);
  };
  return (
    <OutputNamesContext value={outputNames}>
      <section className="og-card" aria-label={containerName}>
        <h2 className="og-title">
          <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
            {containerName}
          </Link>
        </h2>
        <ul className="og-plain-list og-lined">
          {rowsOf(automations).map((row) => (
            <li key={row.id}>
              <AutomationLine
                row={row}
                containerId={containerId}
                state={state}
                mayAutomate={mayAutomate}
                onAct={(act) => setAsked({ act, row })}
              />
            </li>
          ))}
        </ul>
        {asked && (
          <ChangeDialog
            act={asked.act}
            automation={asked.row.automation}
            container={containerName}
            onConfirm={() => change(asked)}
            onClose={() => setAsked(undefined)}
          />
        )}
      </section>
    </OutputNamesContext>
  );
}
