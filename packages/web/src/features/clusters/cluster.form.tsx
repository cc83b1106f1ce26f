import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { byName, findContainers, toggled, withAll } from "./cluster-groups.ts";
import type { Cluster } from "./clusters.data.ts";
import styles from "./clusters.module.css";

export interface ClusterFormProps {
  /** Absent: a new one. */
  cluster?: Cluster | undefined;
  containers: readonly ContainerRow[];
  /** Ids of the containers that it is to hold; the map chooses among them too. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onSave: (name: string, containers: string[]) => Promise<unknown>;
  onCancel: () => void;
}

/** Boxes that are drawn; of more, the search finds the others. */
const shownBoxes = 100;

/** Name and containers of a cluster. The containers are ticked here or chosen on the map. */
export function ClusterForm({ cluster, containers, chosen, onChoose, onSave, onCancel }: ClusterFormProps) {
  const { t } = useTranslation(["clusters", "shared", "ui"]);
  const [name, setName] = useState(cluster?.name ?? "");
  const [search, setSearch] = useState("");
  const [isIncomplete, setIncomplete] = useState(false);
  const save = useAct(onSave);
  const found = findContainers(containers, search).toSorted(byName);
  const before = cluster?.containers ?? [];
  const isDirty =
    name !== (cluster?.name ?? "") || chosen.size !== before.length || before.some((id) => !chosen.has(id));

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isWhole = name.trim() !== "" && chosen.size > 0;
    setIncomplete(!isWhole);
    if (isWhole) void save.run(name.trim(), [...chosen]);
  };

  return (
    <form className="og-card og-stack og-mid" noValidate aria-labelledby="cluster-form" onSubmit={submit}>
      <h2 className="og-title og-anywhere" id="cluster-form">
        {t(cluster ? "editTitle" : "newTitle", { name: cluster?.name })}
      </h2>
      <TextInput
        label={t("name")}
        maxLength={64}
        value={name}
        error={isIncomplete && name.trim() === ""}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className="og-plain-group og-close-stack">
        <legend className="og-legend">{t("choose")}</legend>
        <p className="og-note">{t("chooseHelp")}</p>
        <div className="og-wrap">
          <SearchField label={t("search")} clearLabel={t("searchClear")} text={search} onText={setSearch} />
          <Button
            variant="default"
            size="compact-md"
            onClick={() =>
              onChoose(
                withAll(
                  chosen,
                  found.map((container) => container.containerId),
                ),
              )
            }
          >
            {t("chooseFound", { count: found.length })}
          </Button>
          <Button variant="default" size="compact-md" disabled={chosen.size === 0} onClick={() => onChoose(new Set())}>
            {t("chooseNone")}
          </Button>
        </div>
        <output className="og-strong">{t("chosen", { count: chosen.size })}</output>
        <ul className={styles.boxes}>
          {found.slice(0, shownBoxes).map((container) => (
            <li key={container.containerId}>
              <Checkbox
                label={container.name}
                description={
                  container.cluster !== null && container.clusterId !== cluster?.id
                    ? t("movesFrom", { cluster: container.cluster })
                    : undefined
                }
                checked={chosen.has(container.containerId)}
                onChange={() => onChoose(toggled(chosen, container.containerId))}
              />
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="og-note">{t("noMatch")}</p>}
        {found.length > shownBoxes && <p className="og-note">{t("narrow", { count: found.length - shownBoxes })}</p>}
      </fieldset>
      {isIncomplete && (
        <p className="og-flush og-danger" role="alert">
          {t("shared:refusal.cluster_incomplete")}
        </p>
      )}
      <FormFailure error={save.error} />
      <div className="og-wrap">
        <Button type="submit" loading={save.isRunning}>
          {t("save")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("ui:form.cancel")}
        </Button>
      </div>
      <LeaveGuard isDirty={isDirty && !save.isDone} />
    </form>
  );
}
