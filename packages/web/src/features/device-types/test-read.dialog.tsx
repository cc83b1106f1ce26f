import { Alert, Button, Group, Loader, NativeSelect, Stack, Text } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { formatTime } from "../../core/time.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import type { Act } from "../../ui/use-act.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { TestRead, TestReadDevices } from "./device-types.data.ts";
import { TestReadResult } from "./test-read-result.tsx";

export interface TestReadDialogProps {
  /** Of the type. */
  name: string;
  containers: readonly ContainerChoice[] | undefined;
  containerId: string | undefined;
  /** Of the container; undefined until they are known. */
  devices: TestReadDevices | undefined;
  /** Asks for a test read of a device. */
  ask: Act<[deviceId: string]>;
  /** The one that was asked for last; undefined: none yet. */
  read: TestRead | undefined;
  /** Why nothing is known of the devices or of what was asked for. */
  error: Error | null;
  /** The present, epoch ms. */
  now: number;
  onContainer: (containerId: string | undefined) => void;
  onClose: () => void;
}

/** Has a device read once, and shows what it says beside the parameters of a type. */
export function TestReadDialog({
  name,
  containers,
  containerId,
  devices,
  ask,
  read,
  error,
  now,
  ...on
}: TestReadDialogProps) {
  const { t } = useTranslation(["device-types", "container-facts"]);
  const [chosen, setChosen] = useState<string>();
  const list = devices?.devices ?? [];
  const device = list.find(({ id }) => id === chosen) ?? list[0];
  const isWaiting = ask.isRunning || read?.state === "waiting";
  const mayRead = device !== undefined && devices?.obstacle === null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (mayRead && !isWaiting) void ask.run(device.id);
  };
  return (
    <Dialog size="lg" title={t("testRead.title", { name })} onClose={on.onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t("testRead.help")}</Text>
          <ContainerSelect
            label={t("testRead.container")}
            containers={containers}
            value={containerId}
            isNeeded
            onChange={on.onContainer}
          />
          {devices && <DeviceField devices={devices} device={device} onChoose={setChosen} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={on.onClose}>
              {t("testRead.close")}
            </Button>
            <Button type="submit" disabled={!mayRead} loading={isWaiting}>
              {t(read ? "testRead.again" : "testRead.read")}
            </Button>
          </Group>
          <Outcome ask={ask} read={read} error={error} now={now} isWaiting={isWaiting} />
        </Stack>
      </form>
    </Dialog>
  );
}

type OutcomeProps = Pick<TestReadDialogProps, "ask" | "read" | "error" | "now"> & { isWaiting: boolean };

/** What came of it so far. */
function Outcome({ ask, read, error, now, isWaiting }: OutcomeProps) {
  const { t } = useTranslation("device-types");
  return (
    <>
      <FormFailure error={ask.error ?? error} />
      <HolderNote error={ask.error} />
      {isWaiting && (
        <div role="status" className="og-row">
          <Loader size="sm" aria-hidden />
          {t("testRead.waiting")}
        </div>
      )}
      {read?.state === "failed" && read.reason !== null && (
        <Alert color="red" variant="light" role="alert">
          <Text c="var(--og-danger)">{t(`testRead.reason.${read.reason}`)}</Text>
        </Alert>
      )}
      {read?.state === "read" && <TestReadResult read={read} now={now} />}
    </>
  );
}

type Device = TestReadDevices["devices"][number];

interface DeviceFieldProps {
  devices: TestReadDevices;
  device: Device | undefined;
  onChoose: (deviceId: string) => void;
}

/** The device to read, those of the type first; or why there is none that could be read. */
function DeviceField({ devices: { devices, obstacle }, device, onChoose }: DeviceFieldProps) {
  const { t } = useTranslation("device-types");
  const groups = [
    { group: t("testRead.ofType"), items: devices.filter(({ isOfType }) => isOfType).map(toItem) },
    { group: t("testRead.others"), items: devices.filter(({ isOfType }) => !isOfType).map(toItem) },
  ].filter(({ items }) => items.length > 0);
  if (obstacle !== null) return <p className="og-flush og-danger">{t(`testRead.obstacle.${obstacle}`)}</p>;
  if (!device) return <p className="og-flush">{t("testRead.noDevices")}</p>;
  return (
    <NativeSelect
      label={t("testRead.device")}
      description={!device.isOfType && t("testRead.notOfType")}
      value={device.id}
      data={groups}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

function toItem({ id, name, maker, model, address }: Device) {
  const about = [maker, model].filter((word) => word !== null).join(" ");
  const label = [...new Set([name ?? about, id, address])].filter((word) => word !== null && word !== "").join(" · ");
  return { value: id, label };
}

/** Whose test read is in the way. */
function HolderNote({ error }: { error: Error | undefined }) {
  const { t } = useTranslation("device-types");
  const locale = useLocale();
  if (!(error instanceof ApiError) || error.code !== "test_read_open" || !error.holder?.name) return null;
  const { name, since } = error.holder;
  const at = formatTime(Date.parse(since), "timeWithSeconds", browserZone, locale);
  return <p className="og-flush og-small">{t("testRead.holder", { name, at })}</p>;
}
