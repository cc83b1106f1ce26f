import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { Drawer } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconCpu } from "@tabler/icons-react";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { receivedMs, useIsLastKnown } from "../../../core/live/live.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LaterPart } from "../../../ui/later-part.tsx";
import { PartAway } from "../../../ui/part-away.tsx";
import { Section } from "../../../ui/section.tsx";
import { useEnergyToday } from "../container.data.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { meteredDevices } from "../device-energy/device-energy.ts";
import { DeviceRanks } from "../device-energy/device-ranks.tsx";
import { AcNowSection, LastCommands, LightsNowSection, OutputsSection, PhasesNowSection } from "../outputs/later.tsx";
import { DeviceTile } from "./device-tile.tsx";
import type { DeviceStatus } from "@offgrid/contract/devices/devices.calls";
import {
  type DeviceFacts,
  type DeviceGroup,
  deviceGroups,
  looseMetrics,
  type NamedDevice,
} from "@offgrid/contract/devices/device-facts";
import { useDeviceName } from "./device-name.ts";
import { DeviceValues, type DeviceValuesProps } from "./device-values.tsx";
import { type MetricHistory, useDeviceStatuses, useStateDay } from "./devices.data.ts";
import deviceStyles from "./devices.module.css";
import { StateBand } from "./state-band.tsx";
import { shownAbove } from "./shown-above.ts";
import { readingSpans, type StateSpan, stateSpans } from "./state-spans.ts";

/** Loaded with its texts when a device is opened. */
const DeviceSettings = lazy(async () => ({
  default: await loadWithTexts(
    ["device-settings", "configuration"],
    async () => (await import("./device-settings.tsx")).DeviceSettings,
  ),
}));
/** With the chart, which most who open the tab do not ask for. */
const ValueHistory = lazy(() =>
  loadChunk(() => import("./value-history.tsx")).then((part) => ({ default: part.ValueHistory })),
);
/** What the drawer shows where it is not a device: values that belong to none. */
const looseId = "sensors";
/** Step of a day's history. */
const quarterMs = 900_000;
const dayMs = 24 * 3_600_000;

/** The equipment by kind, how it answers, and on demand everything about one device. */
export function DevicesTab({ info, now }: TabProps) {
  const { t } = useTranslation(["devices", "container"]);
  const search = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const { values, everyS, isOnline, containerId } = info;
  const { devices, leftOut } = namedDevices(info.devices, useDeviceStatuses(containerId).data ?? []);
  // What grew old only because nothing comes here is no fault of a device.
  const nowMs = useIsLastKnown() ? Math.min(now, receivedMs() ?? newestMs(values)) : now;
  const groups = deviceGroups(devices, values, { everyS, isOnline, nowMs, leftOut });
  const loose = looseMetrics(groups, values);
  const open = (device: string | undefined) =>
    void navigate({ search: { tab: "devices", ...(device === undefined ? {} : { device }) }, resetScroll: false });
  const chosen = groups.flatMap((group) => group.devices).find(({ device }) => device.id === search.device);
  const shown = chosen ?? (search.device === looseId ? looseFacts(loose) : undefined);
  if (devices.length === 0 && loose.length === 0) {
    return (
      <div className="og-card">
        <EmptyState title={t("none")} why={t("noneWhy")} icon={<IconCpu size={40} />} />
      </div>
    );
  }
  return (
    <div className="og-stack">
      <OutputsSection info={info} now={now} />
      <PhasesNowSection info={info} now={now} />
      <LightsNowSection info={info} now={now} />
      <AcNowSection info={info} now={now} />
      <LastCommands info={info} now={now} />
      <div className={`og-grid ${deviceStyles.groups}`} style={columns(260, { gap: "24px 16px" })}>
        {groups.map(({ kind, devices: members }) => (
          <Group key={kind} kind={kind} members={members} info={info} now={now} onOpen={open} />
        ))}
      </div>
      <RanksToday info={info} />
      {loose.length > 0 && (
        <button type="button" className={deviceStyles.loose} onClick={() => open(looseId)}>
          {t("loose", { count: loose.length })}
        </button>
      )}
      <DeviceDrawer
        facts={shown}
        info={info}
        now={now}
        chosen={search.metric}
        onChoose={(metric) => void navigate({ search: (before) => ({ ...before, metric }), resetScroll: false })}
        onClose={() => open(undefined)}
      />
    </div>
  );
}

/** When anything was measured last. */
function newestMs(values: TabProps["info"]["values"]): number {
  return Math.max(0, ...Object.values(values).map(({ at }) => Date.parse(at)));
}

/** The devices with what people say of them; until that is known, as they were announced. */
function namedDevices(devices: TabProps["info"]["devices"], statuses: readonly DeviceStatus[]) {
  const known = new Map(statuses.map((one) => [one.id, one]));
  return {
    devices: devices.map((device): NamedDevice => {
      const status = known.get(device.id);
      return { ...device, name: status?.name ?? undefined, typeName: status?.deviceType?.name };
    }),
    leftOut: new Set(statuses.filter(({ state }) => state === "left_out").map(({ id }) => id)),
  };
}

interface GroupProps extends TabProps {
  kind: DeviceGroup["kind"];
  members: DeviceGroup["devices"];
  onOpen: (device: string) => void;
}

/** The devices of one kind. One that stands alone has the name of its kind. */
function Group({ kind, members, info, now, onOpen }: GroupProps) {
  const { t } = useTranslation(["devices", "container"]);
  const { values, everyS, zoneName } = info;
  const isAbove = shownAbove(info.capabilities);
  const isMany = members.length > 1;
  return (
    <section className="og-words" aria-labelledby={`devices-${kind}`} data-many={isMany || undefined}>
      <h2 className={isMany ? "og-title og-after" : "visually-hidden"} id={`devices-${kind}`}>
        {kind === "other" ? t("other") : t(`container:device.${kind}`)}{" "}
        {isMany && <span className="og-beside">{members.length}</span>}
      </h2>
      <ul className="og-plain-list og-grid" style={columns(260)}>
        {members.map((facts) => (
          <li key={facts.device.id}>
            <DeviceTile
              facts={facts}
              values={values}
              everyS={everyS}
              now={now}
              zone={zoneName}
              isAbove={isAbove}
              onOpen={() => onOpen(facts.device.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Energy of the day by device; nothing where no device has a meter of its own. */
function RanksToday({ info }: Pick<TabProps, "info">) {
  const { t } = useTranslation("devices");
  const { containerId, zoneName } = info;
  const devices = useMemo(() => meteredDevices(info.values), [info.values]);
  const today = useEnergyToday(containerId, zoneName);
  if (devices.length === 0) return null;
  return (
    <Section title={t("ranks.title")}>
      <Async of={quiet(today)} height={160}>
        {(balance) => <DeviceRanks balance={balance} />}
      </Async>
    </Section>
  );
}

function looseFacts(metrics: string[]): DeviceFacts {
  return {
    device: { id: looseId, type: looseId },
    kind: undefined,
    number: undefined,
    state: "answering",
    metrics,
    silent: [],
    lastReplyMs: undefined,
  };
}

/** Everything of one device, the history of one of its values, and what will be done with it later. */
function DeviceDrawer({
  facts,
  info,
  now,
  chosen,
  onChoose,
  onClose,
}: TabProps &
  Pick<DeviceValuesProps, "chosen" | "onChoose"> & { facts: DeviceFacts | undefined; onClose: () => void }) {
  const { t } = useTranslation("devices");
  const name = useDeviceName(facts, looseId);
  return (
    <Drawer
      opened={facts !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={<strong>{name}</strong>}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <div className="og-stack">
        {facts && facts.device.id !== looseId && (
          <Suspense fallback={<PartAway />}>
            <DeviceSettings key={facts.device.id} containerId={info.containerId} facts={facts} />
          </Suspense>
        )}
        {facts && (
          <DeviceValues
            facts={facts}
            info={info}
            now={now}
            chosen={chosen}
            onChoose={onChoose}
            history={(metric) => <History info={info} now={now} metric={metric} />}
          />
        )}
      </div>
    </Drawer>
  );
}

function History(props: TabProps & { metric: string }) {
  if (findMetric(props.metric)?.kind === "state") return <StateHistory {...props} />;
  return (
    <LaterPart height={360}>
      <ValueHistory info={props.info} metric={props.metric} />
    </LaterPart>
  );
}

function StateHistory({ info, now, metric }: TabProps & { metric: string }) {
  const history = useStateDay(info.containerId, info.zoneName, metric);
  return (
    <Async of={quiet(history)} height={360}>
      {(answer) => (
        <StateBand
          metric={metric}
          spans={spansOf(answer, info.everyS, now)}
          isByQuarters={answer.groupBy !== "raw"}
          zone={info.zoneName}
        />
      )}
    </Async>
  );
}

function spansOf({ t, series: [values = []], groupBy }: MetricHistory, everyS: number, now: number): StateSpan[] {
  if (groupBy !== "raw") return stateSpans({ t, values, stepMs: quarterMs }, now);
  return readingSpans({ t, values, everyMs: Math.max(60, everyS) * 1000 }, { fromMs: now - dayMs, toMs: now });
}
