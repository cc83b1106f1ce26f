import { whoText } from "@offgrid/contract/events/event-say";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { CommandGroup } from "@offgrid/contract/commands/command-groups.calls";
import { outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { isOpen } from "../../domain/commands/command-facts.ts";
import { orderText } from "../../domain/commands/command-words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { type GroupLine, GroupLines } from "./group-lines.tsx";

export interface GroupProgressProps {
  group: CommandGroup;
  /** May the person keep further commands from being given? */
  mayCancel: boolean;
  onCancel: () => Promise<unknown>;
  onClose: () => void;
}

/** A group command while it goes on and after: how far it is, and what became of it in each container. */
export function GroupProgress({ group, mayCancel, onCancel, onClose }: GroupProgressProps) {
  const { t } = useTranslation(["commands", "shared"]);
  const { t: say } = useTranslation("command-words");
  const cancel = useAct(onCancel);
  const { relay, on, state, members } = group;
  const order = orderText(say, {
    op: outputKinds.relay.op,
    target: outputTarget("relay", relay),
    outputName: null,
    wanted: on,
  });
  const waits = ({ command, obstacle }: CommandGroup["members"][number]) => command === null && obstacle === null;
  const lines = members.map((member): GroupLine => {
    const { containerId, containerName, obstacle, command } = member;
    const about = { id: containerId, name: containerName, isLeftOut: obstacle !== null };
    if (command) return { ...about, command };
    if (obstacle !== null) return { ...about, text: t(`group.obstacle.${obstacle}`) };
    return { ...about, text: t(state === "running" ? "group.waiting" : "group.notGiven") };
  });
  const left = members.filter(waits).length;
  const open = members.filter(({ command }) => command !== null && isOpen(command)).length;
  const counts = {
    count: members.length,
    ended: members.length - left - open,
    confirmed: members.filter(({ command }) => command?.state === "done").length,
    left,
  };
  return (
    <Dialog size="lg" onClose={onClose} title={t("group.progress", { order })}>
      <Stack gap="md">
        <Text
          component="output"
          fw={600}
          c={state === "stopped" || state === "expired" ? "var(--og-amber)" : undefined}
        >
          {t(`group.state.${open > 0 && state === "done" ? "running" : state}`, counts)}
        </Text>
        <Given group={group} />
        <GroupLines lines={lines} />
        <FormFailure error={cancel.error} />
        <Group justify="flex-end" gap="sm">
          {mayCancel && state === "running" && left > 0 && (
            <Button variant="default" loading={cancel.isRunning} onClick={() => void cancel.run()}>
              {t("group.cancel")}
            </Button>
          )}
          <Button onClick={onClose}>{t("shared:action.close")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Given({ group: { at, by } }: Pick<GroupProgressProps, "group">) {
  const { t } = useTranslation("commands");
  const { t: say } = useTranslation("command-words");
  const time = formatTime(Date.parse(at), "dateTime", browserZone, useLocale());
  return <Text className="og-note">{t("group.given", { who: whoText(say, by), at: time })}</Text>;
}
