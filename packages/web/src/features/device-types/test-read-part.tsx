import { useState } from "react";

import { useSeconds } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { useAct } from "../../ui/use-act.ts";
import { askTestRead, type DeviceType, useTestRead, useTestReadDevices } from "./device-types.data.ts";
import { TestReadDialog } from "./test-read.dialog.tsx";

/** A test read of a type; it begins with the first container that has a device of it. */
export function TestReadPart({ type, onClose }: { type: DeviceType; onClose: () => void }) {
  const [containerId, setContainerId] = useState(type.containers[0]?.id);
  const [readId, setReadId] = useState<string>();
  const devices = useTestReadDevices(type.id, containerId);
  const read = useTestRead(readId);
  const now = useSeconds(read.data?.state === "read");
  const ask = useAct(async (deviceId: string) => {
    setReadId(undefined);
    if (containerId !== undefined) setReadId(await askTestRead({ typeId: type.id, containerId, deviceId }));
  });
  const choose = (id: string | undefined) => {
    setContainerId(id);
    setReadId(undefined);
    ask.forget();
  };
  return (
    <TestReadDialog
      name={type.name}
      containers={useContainerChoices()}
      containerId={containerId}
      devices={containerId === undefined ? undefined : devices.data}
      ask={ask}
      read={readId === undefined ? undefined : read.data}
      error={devices.error ?? read.error}
      now={now}
      onContainer={choose}
      onClose={onClose}
    />
  );
}
