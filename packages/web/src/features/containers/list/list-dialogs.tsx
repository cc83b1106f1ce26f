import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import { sayDone } from "../../../ui/toast.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { type ComparedMetric, addToCluster, useClusters, useComparedHistory } from "../containers.data.ts";
import { ClusterDialog } from "./cluster-dialog.tsx";
import { ComparePanel } from "./compare-panel.tsx";

export interface GroupDialogProps {
  containerIds: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks which cluster, and puts the containers into it. */
export function GroupDialog({ containerIds, onDone, onClose }: GroupDialogProps) {
  const { t } = useTranslation("containers");
  const clusters = useClusters(true);
  // If the list cannot be fetched, a new cluster is still possible.
  if (clusters.isPending) return null;
  return (
    <ClusterDialog
      count={containerIds.length}
      clusters={clusters.data ?? []}
      onSave={async (cluster) => {
        await addToCluster(cluster, containerIds);
        sayDone(t("group.done", { count: containerIds.length, name: cluster.name }));
        onDone();
      }}
      onClose={onClose}
    />
  );
}

export interface CompareDrawerProps {
  containers: readonly ContainerRow[];
  now: number;
  /** The ids that are left; none: it is closed. */
  onChange: (containerIds: string[]) => void;
}

/** Compares containers, live as far as their rows are. */
export function CompareDrawer({ containers, now, onChange }: CompareDrawerProps) {
  const [metric, setMetric] = useState<ComparedMetric>("soc");
  const ids = containers.map((container) => container.containerId);
  const zone = containers[0]?.zoneName ?? browserZone;
  const zoom = useAddressZoom();
  const history = useComparedHistory(ids, metric, zone, zoom.view);
  return (
    <ComparePanel
      containers={containers}
      now={now}
      metric={metric}
      history={history}
      zoom={zoom}
      zone={zone}
      onMetric={setMetric}
      onRemove={(id) => onChange(ids.filter((one) => one !== id))}
      onClose={() => onChange([])}
    />
  );
}
