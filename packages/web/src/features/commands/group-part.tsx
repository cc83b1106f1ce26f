import { Button } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useContainers } from "../../domain/containers/containers.data.tsx";
import { cancelGroup, previewGroup, startGroup, useGroup, useMayGroup } from "./command-groups.data.ts";
import { GroupDialog, type GroupDialogProps } from "./group-dialog.tsx";
import { GroupProgress } from "./group-progress.tsx";

interface Props {
  /** The group that the address names. */
  groupId: string | undefined;
  /** @param groupId Empty: none is shown. */
  onGroup: (groupId: string) => void;
}

/** The way to switch several containers, and what became of the group that the address names. */
export function GroupPart({ groupId, onGroup }: Props) {
  const { t } = useTranslation("commands");
  const [isOpen, setOpen] = useState(false);
  const [lastId, setLastId] = useState(groupId);
  const mayGroup = useMayGroup();
  return (
    <>
      {mayGroup && (
        <Button variant="default" leftSection={<IconStack2 size={18} aria-hidden />} onClick={() => setOpen(true)}>
          {t("group.open")}
        </Button>
      )}
      {lastId !== undefined && groupId === undefined && (
        <Button variant="default" onClick={() => onGroup(lastId)}>
          {t("group.show")}
        </Button>
      )}
      {isOpen && (
        <FleetDialog
          onPreview={previewGroup}
          onStart={async (order) => {
            const id = await startGroup(order);
            setLastId(id);
            onGroup(id);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {groupId !== undefined && <ShownGroup groupId={groupId} mayCancel={mayGroup} onClose={() => onGroup("")} />}
    </>
  );
}

/** The fleet is followed only while somebody chooses from it. */
function FleetDialog(props: Omit<GroupDialogProps, "containers">) {
  const { data } = useContainers();
  return <GroupDialog containers={data} {...props} />;
}

/** Nothing while it is not known, and where the address names none that the person sees. */
function ShownGroup({ groupId, ...props }: { groupId: string; mayCancel: boolean; onClose: () => void }) {
  const group = useGroup(groupId);
  return group.data && <GroupProgress group={group.data} onCancel={() => cancelGroup(groupId)} {...props} />;
}
