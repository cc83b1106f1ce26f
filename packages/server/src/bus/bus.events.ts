import { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import { z } from "zod";

const ids = z.array(z.string()).readonly();

/**
 * What one part of the portal tells the others, in this process and in others. Events carry ids, never contents: a
 * subscriber that needs more reads it from the database, with the rights that apply when it reads.
 */
export const busEvents = {
  /** Sessions are over; their live connections end. Hex of the token hashes. */
  sessionEnded: z.object({ sessionKeys: ids }),
  /** All sessions of a person are over. */
  userEnded: z.object({ userId: z.string() }),
  /** Role, rights or containers of these people changed. */
  accessChanged: z.object({ userIds: ids }),
  /** Containers were edited or removed; a trigger in the database reports which. */
  containerChanged: z.object({ containerIds: ids }),
  /**
   * Readings of containers came or went other than by ingest: they were imported, corrected, or a correction was undone.
   * What was summed up of them may be wrong.
   */
  historyChanged: z.object({ containerIds: ids }),
  /** The controller's connection must end, for example because its secret was revoked. */
  controllerRevoked: z.object({ containerId: z.string() }),
  /** Someone looks at a container until then, epoch ms: its controller should send frames at once. */
  watched: z.object({ containerId: z.string(), untilMs: z.number() }),
  /**
   * Frames are stored. `containerIds` are the containers whose rows, which hold their latest values, were written with
   * them: what other processes can read now. Under high load these are fewer than those with new values, and a row that
   * waits follows with a later commit.
   */
  framesCommitted: z.object({ containerIds: ids }),
  /** Containers went online or offline. */
  statusChanged: z.object({ status: ContainerStatus, containerIds: ids }),
  /** Events and warnings of containers are stored, and people are yet to be notified of them. */
  eventRaised: z.object({ eventIds: ids }),
  /** Warnings have been put into incidents, and incidents stand as they and the time have it. */
  incidentsFollowed: z.object({}),
  /** People have been notified of these events. */
  peopleNotified: z.object({ eventIds: ids }),
  /** Commands wait to be sent by the process that has the connections of their containers. */
  commandQueued: z.object({ commandIds: ids }),
  /** Test reads wait to be sent by the process that has the connections of their containers. */
  testReadQueued: z.object({ testReadIds: ids }),
  /** Commands were given, or went on to another state. */
  commandChanged: z.object({ commandIds: ids }),
  /** Locks of outputs of these containers changed. */
  locksChanged: z.object({ containerIds: ids }),
  /** The configurations of these containers wait to be sent by the process that has their connections. */
  configQueued: z.object({ containerIds: ids }),
  /** What is wanted or reported of the configurations of these containers changed. */
  configChanged: z.object({ containerIds: ids }),
  /** Outputs of these containers were named. */
  outputNamesChanged: z.object({ containerIds: ids }),
  /** Works at these containers were announced, changed, began or ended. */
  worksChanged: z.object({ containerIds: ids }),
  /** Warnings of these containers were raised, changed or closed. */
  warningsChanged: z.object({ containerIds: ids }),
  /** Upgrades of containers that may be offered now, by the process that has the connections of their containers. */
  upgradesWaiting: z.object({ upgradeIds: ids }),
  /** Upgrades of these containers went on. */
  upgradeChanged: z.object({ containerIds: ids }),
  /** Tickets were made, changed, read or written into; `onlyHandlers`: by a note, which is nothing to others. */
  ticketsChanged: z.object({ ticketIds: ids, onlyHandlers: z.boolean() }),
  /** Somebody is writing into a ticket. */
  ticketWriting: z.object({ ticketId: z.string(), userId: z.string(), isInternal: z.boolean() }),
  /** Settings of the whole portal changed. */
  settingsChanged: z.object({}),
  /** A process took over ingest at this instant, epoch ms. */
  ingestStarted: z.object({ atMs: z.number() }),
  /** Ingest needs the database for itself for so long, unless it says so again; 0: no more. */
  ingestBehind: z.object({ forMs: z.number() }),
} satisfies Record<string, z.ZodType>;

export type BusEventName = keyof typeof busEvents;
export type BusEvent<Name extends BusEventName> = z.output<(typeof busEvents)[Name]>;

/** What changed in a container with a commit. */
export interface ContainerChange {
  values: ReadonlyMap<string, number>;
  /** When the newest frame was measured, epoch ms; 0 when only the status or the clock changed. */
  atMs: number;
  /** Metrics that had no valid reading at that instant. */
  missing: readonly string[];
  status: ContainerStatus;
  /** Seconds by which the controller's clock is off; null: it is right, or unknown. */
  clockOffsetS: number | null;
}

/** State passed along with an event to subscribers in the publishing process, so that they need not read it. */
interface BusStates {
  /** All containers with news for screens, also those whose rows are not written yet and `containerIds` lacks. */
  framesCommitted: { changes: ReadonlyMap<string, ContainerChange> };
  statusChanged: { changes: ReadonlyMap<string, ContainerChange> };
}

export type BusState<Name extends BusEventName> = Name extends keyof BusStates ? BusStates[Name] : undefined;
