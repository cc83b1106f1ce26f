import { Button, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { wavesOf } from "@offgrid/contract/upgrades/campaign-moves";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { CampaignPlan } from "./upgrades.data.ts";
import { ManySelect } from "../../ui/many-select.tsx";

/** Names that are offered at a time; of more, typing finds the others. */
const offered = 100;
/** Browsers take so many addresses in a while, and no more. */
const typingPauseMs = 300;

interface CampaignFormProps {
  version: string;
  containers: readonly Pick<ContainerRow, "containerId" | "name" | "version">[];
  /** A draft that is changed, or the containers that a new campaign begins with, by id. */
  draft: { name: string; containers: readonly string[] };
  /** The name as it was typed before the page was loaded again. */
  typed?: string | undefined;
  onType: (name: string) => void;
  onSave: (plan: CampaignPlan) => Promise<unknown>;
  onClose: () => void;
}

/** Writes down a campaign: its name, and its containers in their order, of which the first is upgraded alone. */
export function CampaignForm({ version, containers, draft, typed, onType, onSave, onClose }: CampaignFormProps) {
  const { t } = useTranslation(["upgrades", "ui"]);
  const [name, setName] = useState(typed ?? draft.name);
  const keepName = useDebouncedCallback(onType, typingPauseMs);
  const [chosen, setChosen] = useState<string[]>([...draft.containers]);
  const [isIncomplete, setIncomplete] = useState(false);
  const save = useAct(onSave);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const isWhole = name.trim() !== "" && chosen.length > 0;
    setIncomplete(!isWhole);
    if (isWhole && (await save.run({ name: name.trim(), version, containers: chosen }))) onClose();
  };
  return (
    <Section title={draft.name === "" ? t("form.title", { version }) : t("campaign", { name: draft.name, version })}>
      <LeaveGuard isDirty={(name !== draft.name || chosen.join() !== draft.containers.join()) && !save.isRunning} />
      <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t("form.name")}
          maxLength={64}
          value={name}
          error={isIncomplete && name.trim() === "" && t("form.noName")}
          onChange={({ currentTarget: { value } }) => {
            setName(value);
            keepName(value);
          }}
        />
        <CampaignContainers
          version={version}
          containers={containers}
          chosen={chosen}
          isMissing={isIncomplete && chosen.length === 0}
          onChoose={setChosen}
        />
        <FormFailure error={save.error} />
        <div className="og-line">
          <Button type="submit" loading={save.isRunning}>
            {t("form.save")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("ui:form.cancel")}
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface CampaignContainersProps extends Pick<CampaignFormProps, "version" | "containers"> {
  /** Ids, in their order. */
  chosen: string[];
  isMissing: boolean;
  onChoose: (ids: string[]) => void;
}

/** The containers of a campaign in their order, and the waves that they come to. */
function CampaignContainers({ version, containers, chosen, isMissing, onChoose }: CampaignContainersProps) {
  const { t } = useTranslation("upgrades");
  // One whose version nobody knows may run it already.
  const others = containers.filter(
    (one) => one.version !== null && one.version !== version && !chosen.includes(one.containerId),
  );
  return (
    <>
      <ManySelect
        label={t("form.containers")}
        description={t("form.containersHelp")}
        data={containers.map((one) => ({ value: one.containerId, label: one.name }))}
        value={chosen}
        searchable
        hidePickedOptions
        clearable
        limit={offered}
        clearButtonProps={{ "aria-label": t("form.clear") }}
        nothingFoundMessage={t("form.noMatch")}
        error={isMissing && t("form.noContainers")}
        onChange={onChoose}
      />
      <div className="og-line">
        <Button
          variant="default"
          disabled={others.length === 0}
          onClick={() => onChoose([...chosen, ...others.map((one) => one.containerId)])}
        >
          {t("form.all", { count: others.length, version })}
        </Button>
        {chosen.length > 0 && <span>{t("form.waves", { waves: wavesOf(chosen.length).join(" + ") })}</span>}
      </div>
    </>
  );
}
