import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { mostInGroup } from "@offgrid/contract/commands/constants";
import { outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { fullOutputName, outputName } from "../../domain/output-names/output-words.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { GroupOrder, GroupPreview } from "./command-groups.data.ts";
import type { GroupCandidate } from "./group-choices.ts";
import { GroupContainers } from "./group-containers.tsx";
import { GroupLines } from "./group-lines.tsx";

export interface GroupDialogProps {
  containers: readonly GroupCandidate[] | undefined;
  /** Asks the portal what the order would meet. */
  onPreview: (order: GroupOrder) => Promise<GroupPreview>;
  /** Begins it; done when the portal has taken it. */
  onStart: (order: GroupOrder) => Promise<unknown>;
  onClose: () => void;
}

/** Asks which relay of which containers is to be switched, shows what that would meet, and begins it. */
export function GroupDialog({ containers, onPreview, onStart, onClose }: GroupDialogProps) {
  const { t } = useTranslation("commands");
  const [order, setOrder] = useState<GroupOrder>({ containers: [], relay: 1, on: false });
  const [preview, setPreview] = useState<GroupPreview>();
  const look = useAct(async () => setPreview(await onPreview(order)));
  return (
    <Dialog size="lg" onClose={onClose} title={t("group.title")}>
      {preview ? (
        <Meeting {...{ order, preview, onStart, onClose }} onBack={() => setPreview(undefined)} />
      ) : (
        <OrderForm {...{ order, setOrder, look, containers, onClose }} />
      )}
    </Dialog>
  );
}

interface OrderFormProps extends Pick<GroupDialogProps, "containers" | "onClose"> {
  order: GroupOrder;
  setOrder: (order: GroupOrder) => void;
  look: ReturnType<typeof useAct<[]>>;
}

function OrderForm({ order, setOrder, look, containers = [], onClose }: OrderFormProps) {
  const { t } = useTranslation(["commands", "command-words", "ui"]);
  const { t: say } = useTranslation("command-words");
  const [isMissing, setMissing] = useState(false);
  const isTooMany = order.containers.length > mostInGroup;
  const error = isMissing ? t("group.missing") : isTooMany ? t("group.tooMany", { count: mostInGroup }) : undefined;
  const submit = () => {
    setMissing(order.containers.length === 0);
    if (order.containers.length > 0 && !isTooMany) void look.run();
  };
  return (
    <Stack gap="md">
      <GroupContainers
        containers={containers}
        ids={order.containers}
        error={error}
        onChange={(ids) => {
          setMissing(false);
          setOrder({ ...order, containers: ids });
        }}
      />
      <NativeSelect
        label={t("group.relay")}
        value={String(order.relay)}
        data={outputKinds.relay.numbers.map((number) => ({
          value: String(number),
          label: outputName(say, outputTarget("relay", number)),
        }))}
        onChange={(event) => setOrder({ ...order, relay: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t("group.act")}
        value={order.on ? "on" : "off"}
        data={(["off", "on"] as const).map((act) => ({ value: act, label: say(`act.${act}`) }))}
        onChange={(event) => setOrder({ ...order, on: event.currentTarget.value === "on" })}
      />
      <FormFailure error={look.error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t("ui:form.cancel")}
        </Button>
        <Button loading={look.isRunning} onClick={submit}>
          {t("group.look")}
        </Button>
      </Group>
    </Stack>
  );
}

interface MeetingProps extends Pick<GroupDialogProps, "onStart" | "onClose"> {
  order: GroupOrder;
  preview: GroupPreview;
  onBack: () => void;
}

/** What the order would meet in each container; those with an obstacle are left out of it. */
function Meeting({ order, preview, onStart, onBack }: MeetingProps) {
  const { t } = useTranslation("commands");
  const { t: say } = useTranslation("command-words");
  const ready = preview.flatMap(({ containerId, obstacle }) => (obstacle === null ? [containerId] : []));
  const passed = preview.length - ready.length;
  const begin = useAct(() => onStart({ ...order, containers: ready }));
  const output = outputName(say, outputTarget("relay", order.relay));
  return (
    <Stack gap="md">
      <Text fw={600}>
        {t("group.ready", { count: ready.length })} {passed > 0 && t("group.passed", { count: passed })}
      </Text>
      {!order.on && ready.length > 0 && <Text c="var(--og-amber)">{t("group.off", { output })}</Text>}
      <Text>{t("group.why")}</Text>
      <GroupLines
        lines={preview.map(({ containerId, containerName, outputName: given, obstacle, on, feeder }) => ({
          id: containerId,
          name: containerName,
          ...(given !== null && { about: given }),
          isLeftOut: obstacle !== null,
          text:
            obstacle === null
              ? t(`group.is.${on === null ? "unknown" : on ? "on" : "off"}`)
              : feeder && obstacle === "no_supply"
                ? say("why.noSupplyOf", { feeder: fullOutputName(say, feeder.target, feeder.name) })
                : t(`group.obstacle.${obstacle}`),
        }))}
      />
      <FormFailure error={begin.error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onBack}>
          {t("group.back")}
        </Button>
        <Button
          color={order.on ? undefined : "red"}
          disabled={ready.length === 0}
          loading={begin.isRunning}
          onClick={() => void begin.run()}
        >
          {t(`group.start.${order.on ? "on" : "off"}`, { count: ready.length })}
        </Button>
      </Group>
    </Stack>
  );
}
