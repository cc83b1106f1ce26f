import type { Device } from "../devices/device.schema.ts";
import { type DeviceKind, findDeviceKind } from "../devices/device-kinds.ts";

/** What a type says of the devices that are of it. */
interface Known {
  id: string;
  kind: DeviceKind;
  maker: string;
  /** Null: any model of this maker. */
  model: string | null;
}

/**
 * The type that a device is of: the one that somebody chose for it, else the one whose maker and model it announced; of
 * two, the one that names the model.
 * @param chosen Id of a type; one that there is not counts as none.
 */
export function typeOfDevice<Type extends Known>(
  { type, maker = "", model = "" }: Pick<Device, "type" | "maker" | "model">,
  chosen: string | undefined,
  types: readonly Type[],
): Type | undefined {
  const wanted = types.find(({ id }) => id === chosen);
  if (wanted) return wanted;
  const kind = findDeviceKind(type);
  const alike = types.filter((one) => one.kind === kind && isSame(one.maker, maker));
  return alike.find((one) => one.model !== null && isSame(one.model, model)) ?? alike.find((one) => one.model === null);
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
