import type { OutputValue } from "@offgrid/contract/commands/commands.schema";

import { type DevicePace, type DevicePaces, type Driver, OutputRefusal, type Outputs } from "./driver.ts";

export interface CompositePart {
  driver: Driver;
  /** Its own pace; a reading holds for twice this. */
  everyMs: number;
}

export interface CompositeOptions {
  parts: readonly CompositePart[];
  /** How long a frame waits for parts that are being read. */
  waitMs: number;
  /** Called with each reading that failed. */
  onError: (error: unknown) => void;
}

/**
 * Several devices as one: each is read at its own pace, and one that is away or hangs has no values while the others go
 * on. The portal sees one list of metrics, in the order of the parts.
 * @throws Error with one sentence when two parts have the same metric, device or output.
 */
export function combine({ parts, waitMs, onError }: CompositeOptions): Driver {
  const drivers = parts.map(({ driver }) => driver);
  const metrics = drivers.flatMap((driver) => driver.metrics);
  const devices = drivers.flatMap((driver) => driver.devices);
  refuseTwice(
    "metric",
    metrics.map(({ name }) => name),
  );
  refuseTwice(
    "device",
    devices.map(({ id }) => id),
  );
  const outputs = combineOutputs(drivers);
  const readers = parts.map((part) => new PartReader(part, onError));
  let lastMs = -Infinity;
  return {
    metrics,
    devices,
    capabilities: [...new Set(drivers.flatMap((driver) => driver.capabilities))],
    read: async (atMs, isChanged = false) => {
      lastMs = atMs;
      const reading = readers.map((reader) => reader.start(atMs, isChanged));
      await within(waitMs, Promise.all(reading));
      if (readers.every((reader) => reader.isWithoutFrame)) return undefined;
      return readers.flatMap((reader) => reader.valuesAt(atMs));
    },
    answering: () => readers.filter((reader) => reader.valuesAt(lastMs).some((value) => value !== null)).length,
    ...(drivers.some(({ readDevice }) => readDevice) && {
      readDevice: async (id, atMs, notAfterMs) =>
        drivers.find((driver) => driver.devices.some((device) => device.id === id))?.readDevice?.(id, atMs, notAfterMs),
    }),
    ...(outputs && { outputs }),
    paces: pacesOf(readers),
    close: async () => {
      await Promise.all(drivers.map((driver) => driver.close()));
    },
  };
}

/** Reads one part, never twice at the same time. */
class PartReader {
  readonly #part: CompositePart;
  readonly #onError: CompositeOptions["onError"];
  #last: { atMs: number; values: readonly (number | null)[] | undefined } | undefined;
  #startedMs: number | undefined;
  #underWay: Promise<void> | undefined;

  #pace: DevicePace = { everyMs: undefined, isRead: true };

  constructor(part: CompositePart, onError: CompositeOptions["onError"]) {
    this.#part = part;
    this.#onError = onError;
  }

  /**
   * Begins to read if it is time to, or if one of its outputs may have changed.
   * @returns When the reading under way has ended.
   */
  async start(atMs: number, isChanged: boolean): Promise<void> {
    if (!this.#pace.isRead) return;
    const { driver } = this.#part;
    const everyMs = this.#everyMs;
    // Also after a clock that was set back.
    const isDue = this.#startedMs === undefined || Math.abs(atMs - this.#startedMs) >= everyMs;
    if (!this.#underWay && (isDue || (isChanged && driver.outputs))) {
      // Its pace stays as it is.
      if (isDue) this.#startedMs = atMs;
      this.#underWay = this.#read(atMs).finally(() => (this.#underWay = undefined));
    }
    await this.#underWay;
  }

  /**
   * The device that can be read less often or not at all: what can be switched is always read, since nobody could tell
   * otherwise what came of a command.
   */
  get device(): string | undefined {
    const { devices, outputs } = this.#part.driver;
    return (outputs?.list.length ?? 0) === 0 && devices.length === 1 ? devices[0]?.id : undefined;
  }

  setPace(pace: DevicePace): void {
    this.#pace = pace;
    if (!pace.isRead) this.#last = undefined;
  }

  get #everyMs(): number {
    return this.#pace.everyMs ?? this.#part.everyMs;
  }

  /** The driver said that it has none, which is not the same as a device that is away. */
  get isWithoutFrame(): boolean {
    return this.#last !== undefined && this.#last.values === undefined;
  }

  valuesAt(atMs: number): readonly (number | null)[] {
    const { driver } = this.#part;
    const everyMs = this.#everyMs;
    const holds = this.#last && Math.abs(atMs - this.#last.atMs) < 2 * everyMs;
    return (holds && this.#last?.values) || driver.metrics.map(() => null);
  }

  async #read(atMs: number): Promise<void> {
    const { driver } = this.#part;
    try {
      const values = await driver.read(atMs);
      if (values && values.length !== driver.metrics.length)
        throw new Error(`A driver gave ${values.length} values for ${driver.metrics.length} metrics.`);
      if (this.#pace.isRead) this.#last = { atMs, values };
    } catch (error) {
      // What could not be read again is no reading any more.
      this.#last = undefined;
      this.#onError(error);
    }
  }
}

function pacesOf(readers: readonly PartReader[]): DevicePaces {
  return {
    ids: readers.flatMap(({ device }) => device ?? []),
    set: (id, pace) => readers.find(({ device }) => device === id)?.setPace(pace),
  };
}

function combineOutputs(drivers: readonly Driver[]): Outputs | undefined {
  const able = drivers.flatMap(({ outputs }) => (outputs ? [outputs] : []));
  if (able.length === 0) return undefined;
  const list = able.flatMap((outputs) => outputs.list);
  refuseTwice(
    "output",
    list.map(({ target }) => target),
  );
  const ownerOf = (target: string): Outputs => {
    const owner = able.find((outputs) => outputs.list.some((output) => output.target === target));
    if (!owner) throw new OutputRefusal("unsupported");
    return owner;
  };
  return {
    list,
    write: async (target: string, value: OutputValue, notAfterMs: number) =>
      ownerOf(target).write(target, value, notAfterMs),
    readBack: async (target: string, notAfterMs: number) => ownerOf(target).readBack(target, notAfterMs),
    isHeld: (target: string) => ownerOf(target).isHeld?.(target) === true,
  };
}

function refuseTwice(what: string, names: readonly string[]): void {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`Two drivers have the ${what} "${twice}"; rename one of them.`);
}

/** Returns when the work has ended, or the time is over. */
async function within(timeMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeMs)));
  await Promise.race([work, over]);
  clearTimeout(timer);
}
