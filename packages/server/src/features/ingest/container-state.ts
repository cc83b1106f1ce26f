import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { justOfflineMs, silentAfterMs } from "@offgrid/contract/core/constants";
import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { Device } from "@offgrid/contract/devices/device.schema";
import type { BirthMessage, StateMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import { containerStatus } from "../containers/container-status.ts";
import { Now } from "../../core/now.ts";
import type { DayEnergy } from "../energy-today/day-energy.ts";
import type { LateFrame } from "./clock-offset.ts";
import { type LoadsMemory, nothingKnown } from "../energy-state/loads-memory.ts";
import { SequenceWatch } from "./sequence.ts";

/** What ingest remembers about a container; a row of container_latest is its image in the database. */
export interface ContainerState {
  readonly containerId: string;
  zone: string;
  /** Newest live frame. */
  atMs: number | null;
  values: Map<string, [value: number, atMs: number]>;
  /** The same of late frames that came before the first live one. */
  beforeLive: Map<string, [value: number, atMs: number]>;
  /** Silence after which it counts as lost, as people have set it. */
  offlineAfterS: number;
  /** Silence up to which one that is lost is just offline. */
  justOfflineS: number;
  /** When its row was last prepared for the database. */
  savedMs: number;
  everyS: number;
  /** Undefined until the first frame since the start; then kept current. */
  energy: DayEnergy | undefined;
  /** As stored, until `energy` is known. */
  storedEnergy: { date: string | null; solarWh: number | null; loadWh: number | null; measuredS: number };
  /** State of charge that someone set as the one not to go below, percent; null: nobody has. */
  reserveSoc: number | null;
  /** Whether its loads have power. */
  loads: LoadsMemory;
  /** A history came that may have cuts: it has to be told again from what is stored. */
  areLoadsStale: boolean;
  /** When that was last done. */
  loadsReadMs: number;
  linked: boolean;
  /** When the link ended; it counts as lost when it does not come back at once. */
  lostAtMs: number | undefined;
  birthNumber: number | null;
  boot: string | null;
  /** When this run of the controller was seen first. */
  bootedMs: number | null;
  lastContactMs: number | null;
  /** The last contact according to the database. */
  savedContactMs: number | null;
  /** The controller's clock minus the portal's while it keeps frames from being live; null: right, or unknown. */
  clockOffsetS: number | null;
  /** According to the database. */
  savedClockOffsetS: number | null;
  /** Of a sender without a birth: see `followLate`. */
  lateFrame?: LateFrame | undefined;
  software: string | null;
  configVersion: number | null;
  devices: Device[];
  capabilities: string[];
  critical: BirthMessage["critical"];
  /** As last sent to screens. */
  shownStatus: ContainerStatus;
  sequence: SequenceWatch;
  /** This session has sent its birth. */
  isBorn: boolean;
  rebirthAskedMs: number;
  /** Metric name -> slot; undefined: not read yet. */
  slots: Map<string, number> | undefined;
  /** Metric names by `boot` and `mv` of births. */
  lists: Map<string, readonly string[]>;
}

/** A link that breaks and comes back within this is not shown as lost. Silence is granted to links that are up. */
export const linkHoldMs = 10_000;
const rebirthPauseMs = 60_000;

export function newContainerState(containerId: string, zone: string): ContainerState {
  return {
    containerId,
    zone,
    atMs: null,
    values: new Map(),
    beforeLive: new Map(),
    offlineAfterS: silentAfterMs / 1000,
    justOfflineS: justOfflineMs / 1000,
    savedMs: -Infinity,
    everyS: 60,
    energy: undefined,
    storedEnergy: { date: null, solarWh: null, loadWh: null, measuredS: 0 },
    reserveSoc: null,
    loads: nothingKnown,
    areLoadsStale: false,
    loadsReadMs: -Infinity,
    linked: false,
    lostAtMs: undefined,
    birthNumber: null,
    boot: null,
    bootedMs: null,
    lastContactMs: null,
    savedContactMs: null,
    clockOffsetS: null,
    savedClockOffsetS: null,
    software: null,
    configVersion: null,
    devices: [],
    capabilities: [],
    critical: {},
    shownStatus: "offline",
    sequence: new SequenceWatch(),
    isBorn: false,
    rebirthAskedMs: -Infinity,
    slots: undefined,
    lists: new Map(),
  };
}

/**
 * Processes a state message or will.
 * @param arrivedMs When it arrived, which may be before now.
 * @returns false for a goodbye or will of an earlier connection, which says nothing about the current one.
 */
export function takeState(
  state: ContainerState,
  message: StateMessage,
  isWill: boolean,
  arrivedMs: number,
  nowMs: number,
): boolean {
  if (message.online) {
    state.birthNumber = message.bd;
    noteBoot(state, message.boot ?? state.boot, arrivedMs);
    state.software = message.software ?? state.software;
    state.configVersion = message.config ?? state.configVersion;
    link(state);
    return true;
  }
  if (message.bd !== state.birthNumber) return false;
  if (isWill) state.lostAtMs ??= nowMs;
  else unlink(state);
  return true;
}

export function takeBirth(state: ContainerState, birth: BirthMessage, arrivedMs: number): void {
  state.birthNumber = birth.bd;
  noteBoot(state, birth.boot, arrivedMs);
  state.everyS = birth.every ?? state.everyS;
  state.devices = birth.devices;
  state.capabilities = birth.capabilities;
  state.critical = Object.fromEntries(Object.entries(birth.critical).filter(([target]) => findOutput(target)));
  state.isBorn = true;
  link(state);
}

function noteBoot(state: ContainerState, boot: string | null, arrivedMs: number): void {
  if (boot === state.boot) return;
  state.boot = boot;
  state.bootedMs = arrivedMs;
}

/** A valid message shows that the link is up, even for a publisher that never says so. */
export function link(state: ContainerState): void {
  state.linked = true;
  state.lostAtMs = undefined;
}

export function unlink(state: ContainerState): void {
  state.linked = false;
  state.lostAtMs = undefined;
  state.isBorn = false;
}

export function statusOf(state: ContainerState, nowMs: number, startedAtMs: number): ContainerStatus {
  const lastContactAt = state.lastContactMs === null ? null : new Date(state.lastContactMs);
  return containerStatus({ ...linkOf(state), lastContactAt }, new Now(nowMs), startedAtMs);
}

function linkOf({ linked, offlineAfterS, justOfflineS }: ContainerState) {
  return { linked, offlineAfterS, justOfflineS };
}

/** Asks for a birth at most once a minute. @returns whether to ask now. */
export function mayAskRebirth(state: ContainerState, nowMs: number): boolean {
  if (nowMs - state.rebirthAskedMs < rebirthPauseMs) return false;
  state.rebirthAskedMs = nowMs;
  return true;
}

/** A clock offset is written again once it has moved by a minute. */
const sameClockS = 60;

/** What a message shows about the controller's clock; undefined: nothing. Small changes are ignored. */
export function noteClock(state: ContainerState, offsetS: number | null | undefined): void {
  if (offsetS === undefined) return;
  const known = state.clockOffsetS;
  if (known !== null && offsetS !== null && Math.abs(known - offsetS) < sameClockS) return;
  state.clockOffsetS = offsetS;
}

/** Takes a reading. @returns whether it is newer than the known one of this metric. */
export function takeValue(state: Pick<ContainerState, "values">, name: string, value: number, atMs: number): boolean {
  const known = state.values.get(name);
  if (known && known[1] >= atMs) return false;
  if (known) {
    known[0] = value;
    known[1] = atMs;
  } else state.values.set(name, [value, atMs]);
  return true;
}

export function listKey(boot: string, mv: number): string {
  return `${boot} ${mv}`;
}
