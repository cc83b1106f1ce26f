import type { ContainerInfoV4, ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";

/**
 * A container after a live message: changed values are as old as the message, and so are unchanged values that were
 * read again. A late message changes none back; a message of time 0 carries no reading, only status and clock.
 */
export function withMessage(
  info: ContainerInfoV4,
  { ts, values, missing = [], status, clockOffsetS }: ContainerMessage,
): ContainerInfoV4 {
  const quality = { ...info.quality, clockOffsetS: clockOffsetS ?? null };
  if (ts === 0) return { ...withValues(info, {}, status), quality };
  const at = new Date(ts).toISOString();
  const gone = new Set(missing);
  const again = Object.entries(info.values).flatMap(([metric, { value }]) =>
    gone.has(metric) ? [] : [[metric, value]],
  );
  const latest = { ...(Object.fromEntries(again) as Record<string, number>), ...values };
  const sent = Object.fromEntries(Object.entries(latest).map(([metric, value]) => [metric, { value, at }]));
  const next = { ...withValues(info, sent, status), quality };
  return next.lastSeen !== null && Date.parse(next.lastSeen) >= ts ? next : { ...next, lastSeen: at };
}

/** A container after a snapshot; values that it already has newer stay. */
export function withSnapshot(
  info: ContainerInfoV4,
  { values, status }: { values: Record<string, ValueAt>; status: ContainerStatus },
): ContainerInfoV4 {
  return withValues(info, values, status);
}

function withValues(info: ContainerInfoV4, values: Record<string, ValueAt>, status: ContainerStatus): ContainerInfoV4 {
  const merged = { ...info.values };
  for (const [metric, sent] of Object.entries(values)) {
    const known = Object.hasOwn(merged, metric) ? merged[metric] : undefined;
    if (!known || Date.parse(known.at) <= Date.parse(sent.at)) merged[metric] = sent;
  }
  return { ...info, values: merged, status, isOnline: status === "online" };
}
