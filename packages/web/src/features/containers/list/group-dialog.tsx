import { useTranslation } from "react-i18next";

import { sayDone } from "../../../ui/toast.tsx";
import { addToCluster, useClusters } from "../containers.data.ts";
import { ClusterDialog } from "./cluster-dialog.tsx";

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
