import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { IconBox, IconTopologyStar3 } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainers, useKnownMs, WatchContainers } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FleetMapFrame } from "../../domain/map/map-frame.tsx";
import type { MapFocus } from "../../domain/map/fleet-map.types.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { sayUndo } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { besideMap, ClusterCard, ContainerLines } from "./cluster-card.tsx";
import { ClusterForm } from "./cluster.form.tsx";
import { type ClusterRows, groupContainers, toMapGroups, withAll } from "./cluster-groups.ts";
import { type Cluster, deleteCluster, saveCluster, useClusters, useMayMakeClusters } from "./clusters.data.ts";
import styles from "./clusters.module.css";
import type { ClustersSearch } from "./clusters.search.ts";

const mapHeight = 560;
/** Containers of an open cluster that are kept live; the others follow with each tick. */
const liveLines = 24;
const newOne = "new";
/** The map stands below the header, and above what is at the foot of a phone. */
const inView = { scrollMarginBlock: "calc(var(--header-height) + 16px) calc(var(--bottom-bar) + 16px)" };

/** Containers on the map and in clusters; the list beside the map has everything that the map shows. */
export function ClustersPage() {
  const { t } = useTranslation(["clusters", "shared"]);
  const containers = useContainers();
  const clusters = useClusters();
  const mayMake = useMayMakeClusters();
  const search = useSearch({ from: "/main/clusters" });
  const navigate = useNavigate({ from: "/clusters" });
  const go = (next: ClustersSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const isEditing = mayMake && search.edit !== undefined;
  return (
    <>
      <PageHeader
        title={t("shared:screen.clusters")}
        context={t("context")}
        action={
          mayMake &&
          !isEditing &&
          (containers.data?.length ?? 0) > 0 &&
          // Where there is none yet, the list offers it.
          (clusters.data?.length ?? 0) > 0 && <Button onClick={() => go({ edit: newOne })}>{t("new")}</Button>
        }
      />
      <Async
        of={containers}
        height={mapHeight}
        empty={<EmptyState title={t("noContainers")} why={t("noContainersWhy")} icon={<IconBox size={40} />} />}
      >
        {(rows) => (
          <Async of={clusters} height={mapHeight}>
            {(found) => (
              <Clusters
                containers={rows}
                clusters={found}
                search={search}
                edited={isEditing ? search.edit : undefined}
                onGo={go}
              />
            )}
          </Async>
        )}
      </Async>
    </>
  );
}

interface ClustersProps {
  containers: readonly ContainerRow[];
  clusters: readonly Cluster[];
  search: ClustersSearch;
  /** Id of the cluster that is edited, or "new". */
  edited: string | undefined;
  onGo: (search: ClustersSearch) => void;
}

function Clusters({ containers, clusters, search, edited, onGo }: ClustersProps) {
  const { t } = useTranslation("clusters");
  const now = useTick();
  const knownMs = useKnownMs(now);
  const { groups, others } = useMemo(
    () => groupContainers(clusters, containers, knownMs),
    [clusters, containers, knownMs],
  );
  const mapGroups = useMemo(() => toMapGroups(groups), [groups]);
  const cluster = clusters.find(({ id, canEdit }) => id === edited && canEdit);
  const isEditing = edited === newOne || cluster !== undefined;
  const [choice, setChoice] = useState<{ of: string | undefined; ids: ReadonlySet<string> }>();
  // A selection made for one cluster does not apply to the next.
  const chosen = useMemo(
    () => (choice && choice.of === edited ? choice.ids : new Set(cluster?.containers)),
    [choice, edited, cluster],
  );
  const setChosen = (ids: ReadonlySet<string>) => setChoice({ of: edited, ids });
  const open = groups.find((group) => group.cluster.id === search.cluster);
  const [focus, setFocus] = useState(() => focusOf(search, open));
  const map = useRef<HTMLElement>(null);
  const select = (containerId: string | undefined) => {
    const home = containers.find((container) => container.containerId === containerId)?.clusterId;
    onGo({
      ...(edited === undefined ? {} : { edit: edited }),
      ...(home ? { cluster: home } : search.cluster === undefined ? {} : { cluster: search.cluster }),
      ...(containerId === undefined ? {} : { container: containerId }),
    });
  };
  /** From the list: the map moves there each time. What is clicked on the map is already in view. */
  const show = (next: ClustersSearch, group?: ClusterRows) => {
    setFocus(focusOf(next, group));
    // Beside the list it stays in view by itself; above it nobody would see where the map has gone.
    if (next.container !== undefined && !matchMedia(besideMap).matches) map.current?.scrollIntoView();
    if (next.container === undefined) onGo(next);
    else select(next.container);
  };
  return (
    <div className={styles.layout}>
      <WatchContainers ids={(open?.containers ?? []).slice(0, liveLines).map((container) => container.containerId)} />
      <section ref={map} className={`og-card ${styles.map}`} style={inView} aria-label={t("map")}>
        <FleetMapFrame
          title={t("map")}
          containers={containers}
          now={now}
          height={mapHeight}
          groups={mapGroups}
          selectedId={search.container}
          onSelect={select}
          focus={focus}
          {...(isEditing && {
            chosen,
            onChoose: (ids: readonly string[]) => setChosen(withAll(chosen, ids)),
          })}
        />
      </section>
      <div className="og-stack og-words">
        {isEditing ? (
          <ClusterForm
            key={edited}
            cluster={cluster}
            containers={containers}
            chosen={chosen}
            onChoose={setChosen}
            onSave={async (name, containers) => {
              const id = await saveCluster({ ...(cluster && { id: cluster.id }), name, containers });
              setChoice(undefined);
              onGo({ cluster: id });
            }}
            onCancel={() => {
              setChoice(undefined);
              onGo(cluster ? { cluster: cluster.id } : {});
            }}
          />
        ) : (
          <ClusterList groups={groups} others={others} search={search} onGo={onGo} onShow={show} now={now} />
        )}
      </div>
    </div>
  );
}

/** What the map shows: the container that is pointed at, else the open cluster, else everything. */
function focusOf({ container }: ClustersSearch, open: ClusterRows | undefined): MapFocus | undefined {
  if (container !== undefined) return { ids: [container] };
  return open && open.containers.length > 0
    ? { ids: open.containers.map((container) => container.containerId) }
    : undefined;
}

interface ClusterListProps {
  groups: readonly ClusterRows[];
  others: readonly ContainerRow[];
  search: ClustersSearch;
  onGo: (search: ClustersSearch) => void;
  /** Goes there, and the map too. */
  onShow: (search: ClustersSearch, group?: ClusterRows) => void;
  now: number;
}

function ClusterList({ groups, others, search, onGo, onShow, now }: ClusterListProps) {
  const { t } = useTranslation("clusters");
  const mayMake = useMayMakeClusters();
  const [leaving, setLeaving] = useState<Cluster>();
  const point = (container: string) => onShow({ container });
  return (
    <>
      <h2 className="visually-hidden">{t("list")}</h2>
      {groups.length === 0 && (
        <div className="og-card">
          <EmptyState
            title={t("empty.title")}
            why={t(mayMake ? "empty.why" : "empty.ask")}
            icon={<IconTopologyStar3 size={40} />}
            action={mayMake && <Button onClick={() => onGo({ edit: newOne })}>{t("new")}</Button>}
          />
        </div>
      )}
      {groups.map((group) => {
        const { id, canEdit } = group.cluster;
        const isOpen = id === search.cluster;
        return (
          <ClusterCard
            key={id}
            group={group}
            isOpen={isOpen}
            onToggle={() => (isOpen ? onGo({}) : onShow({ cluster: id }, group))}
            onEdit={canEdit ? () => onGo({ cluster: id, edit: id }) : undefined}
            onDelete={canEdit ? () => setLeaving(group.cluster) : undefined}
            pointedId={search.container}
            onPoint={point}
            now={now}
          />
        );
      })}
      {others.length > 0 && (
        <section className={"og-card og-stack og-mid"} aria-labelledby="no-cluster">
          <h3 className="og-title og-anywhere og-least" id="no-cluster">
            {t(groups.length === 0 ? "all" : "others", { count: others.length })}
          </h3>
          <ContainerLines containers={others} pointedId={search.container} onPoint={point} now={now} />
        </section>
      )}
      {leaving && <DeleteDialog cluster={leaving} onClose={() => setLeaving(undefined)} onDone={() => onGo({})} />}
    </>
  );
}

function DeleteDialog({ cluster, onClose, onDone }: { cluster: Cluster; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation("clusters");
  const { id, name, containers } = cluster;
  const remove = useAct(deleteCluster);
  return (
    <ConfirmDialog
      title={t("deleteTitle", { name })}
      confirm={t("delete")}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() =>
        void remove.run(id).then((isDone) => {
          if (!isDone) return;
          onClose();
          onDone();
          if (containers.length > 0) sayUndo(t("deleted", { name }), () => void saveCluster({ name, containers }));
        })
      }
      onClose={onClose}
    >
      {t("deleteText", { count: containers.length })}
    </ConfirmDialog>
  );
}
