import { Button, NativeSelect, Select } from "@mantine/core";
import type { Cluster } from "@offgrid/contract/clusters/clusters.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { columns } from "../../ui/columns.ts";
import { type Rule, withOptional } from "./rule-input.ts";
import type { Editing } from "./editing.ts";
import { ManySelect } from "../../ui/many-select.tsx";

interface Props {
  rule: Rule;
  containers: readonly ContainerChoice[];
  clusters: readonly Cluster[];
  edit: Editing;
  onChange: (rule: Rule) => void;
}

/** What a rule looks at: a cluster, whichever containers it has, or containers one by one. */
export function ScopeField({ rule, containers, clusters, edit, onChange }: Props) {
  const { t } = useTranslation("warnings");
  const { cluster, sites = [] } = rule;
  const [isCluster, setCluster] = useState(cluster !== undefined);
  const choose = (next: boolean) => {
    setCluster(next);
    onChange(withOptional(withOptional(rule, "cluster", undefined), "sites", undefined));
  };
  const fault = edit.faultAt("sites");
  const all = containers.map(({ id }) => id);
  const gone = sites.filter((id) => !all.includes(id)).map((id) => ({ value: id, label: id }));
  return (
    <fieldset className="og-plain-group">
      <legend className="og-legend">{t("scope.title")}</legend>
      <div className="og-grid og-mid og-top" style={columns(220)}>
        <NativeSelect
          label={t("scope.kind")}
          value={isCluster ? "cluster" : "containers"}
          data={(["containers", "cluster"] as const).map((value) => ({ value, label: t(`scope.kinds.${value}`) }))}
          onChange={(event) => choose(event.currentTarget.value === "cluster")}
        />
        {isCluster ? (
          <Select
            label={t("scope.cluster")}
            data={clusters.map(({ id, name }) => ({ value: id, label: name }))}
            value={cluster ?? null}
            error={fault}
            searchable
            nothingFoundMessage={t("scope.noCluster")}
            onChange={(id) => onChange(withOptional(rule, "cluster", id ?? undefined))}
          />
        ) : (
          <div className="og-close-stack" style={{ gridColumn: "1 / -1" }}>
            <ManySelect
              label={t("scope.containers")}
              openOnFocus={false}
              data={[...containers.map(({ id, name }) => ({ value: id, label: name })), ...gone]}
              value={sites}
              error={fault}
              searchable
              clearable
              hidePickedOptions
              limit={100}
              clearButtonProps={{ "aria-label": t("scope.clear") }}
              nothingFoundMessage={t("scope.noContainer")}
              onChange={(ids) => onChange(withOptional(rule, "sites", ids.length === 0 ? undefined : ids))}
            />
            {containers.length > 1 && sites.length < containers.length && (
              <div>
                <Button variant="subtle" size="compact-md" onClick={() => onChange({ ...rule, sites: all })}>
                  {t("scope.all", { count: containers.length })}
                </Button>
              </div>
            )}
          </div>
        )}
      </div>
    </fieldset>
  );
}
