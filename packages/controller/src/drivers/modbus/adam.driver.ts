import type { FailSafe, OutputValue } from "@offgrid/contract/commands/commands.schema";
import { outputKinds, type OutputTarget } from "@offgrid/contract/devices/output-kinds";
import type { ReadingFault } from "@offgrid/contract/telemetry/device-reading.schema";

import { type DeviceReading, type Driver, type Output, OutputRefusal, type Outputs } from "../driver.ts";
import { type AdamModel, type AdamModule, channels, firstInput, firstOutput } from "./adam.module.ts";
import { ModbusClient, RequestFailure } from "./modbus.client.ts";

const longestPollMs = 1_000;
const { device } = outputKinds.relay;

/** What a relay of a module switches: loads as they are wired, or the contactor of a phase. */
const kindOf = (target: AdamOutput["target"]) => outputKinds[target.startsWith("phase.") ? "phase" : "relay"];

export interface AdamOutput {
  /** As printed on the module, from 0. */
  channel: number;
  target: OutputTarget<"relay"> | OutputTarget<"phase">;
  /** Of one that may do harm: it is switched on only where somebody has seen the module let it fall. */
  failSafe?: FailSafe | undefined;
  /** Shortest time between two commands. */
  dwellMs: number;
  minOnMs?: number;
  minOffMs?: number;
  /** Outputs through which it gets its power. */
  fedBy?: readonly OutputTarget[];
}

export interface AdamInput {
  channel: number;
  metric: string;
  /** The module reads an open dry contact as 1. */
  isInverted: boolean;
}

export interface AdamOptions extends AdamModule {
  id: string;
  model: AdamModel;
  outputs: readonly AdamOutput[];
  inputs: readonly AdamInput[];
  /** How long the module waits for a packet until it sets its fail-safe values, as set in it; undefined: for ever. */
  hostIdleMs?: number | undefined;
  /** Nobody reads this driver for so long: the controller is sick, and the module is left alone. */
  sickAfterMs: number;
  /** Default 1,000. */
  timeoutMs?: number;
  /** First pause before a new connection. Default 1,000. */
  reconnectAfterMs?: number;
  /** Random numbers, 0 <= x < 1, for jitter. Default Math.random. */
  random?: () => number;
  /** Called once when the module is lost or nobody reads, and once when that is over. */
  onNotice?: (sentence: string) => void;
}

/** What the module said last. */
interface State {
  outputs: readonly boolean[];
  inputs: readonly boolean[];
  atMs: number;
}

/**
 * An Advantech ADAM-6060 or ADAM-6066: six relays and six inputs, over Modbus TCP. It is asked at its own pace, which
 * also keeps its watchdog from setting the fail-safe values; nothing is written to it but by a command.
 */
export class AdamDriver implements Driver {
  readonly metrics: Driver["metrics"];
  readonly devices: Driver["devices"];
  readonly capabilities: readonly string[];
  readonly outputs: Outputs;
  readonly #options: AdamOptions;
  readonly #client: ModbusClient;
  readonly #pollMs: number;
  readonly #timer: NodeJS.Timeout;
  #state: State | undefined;
  #readAtMs = performance.now();
  #isPolling = false;
  #notice: string | undefined;

  constructor(options: AdamOptions) {
    const { id, model, host, port, unit, outputs, inputs, timeoutMs = 1_000, reconnectAfterMs = 1_000 } = options;
    this.#options = options;
    this.metrics = [...outputs.map(metricOf), ...inputs.map(({ metric }) => metric)].map((name) => ({
      name,
      unit: "bool",
      kind: "state",
    }));
    this.devices = [{ id, type: device, maker: "Advantech", model: model.toUpperCase(), address: `${host}:${port}` }];
    this.capabilities = [...new Set(outputs.map(({ target }) => kindOf(target).capability))];
    this.outputs = {
      list: outputs.map(({ channel: _channel, ...output }): Output => ({ ...output, op: kindOf(output.target).op })),
      write: (target, value, notAfterMs) => this.#write(target, value, notAfterMs),
      readBack: (target, notAfterMs) => this.#readBack(target, notAfterMs),
    };
    // Twice within the time that the module waits, so that one lost packet does not open the relays.
    this.#pollMs = Math.min(longestPollMs, (options.hostIdleMs ?? Infinity) / 2);
    this.#client = new ModbusClient({
      host,
      port,
      unit,
      timeoutMs,
      reconnectAfterMs,
      random: options.random ?? Math.random,
      onConnected: () => void this.#poll(),
      onLost: (reason) => {
        this.#state = undefined;
        this.#note(`does not answer: ${reason}`);
      },
    });
    this.#timer = setInterval(() => void this.#poll(), this.#pollMs);
  }

  async read(): Promise<(number | null)[]> {
    this.#readAtMs = performance.now();
    const isFresh = this.#state && this.#readAtMs - this.#state.atMs <= 2 * this.#pollMs;
    const state = isFresh ? this.#state : undefined;
    return [
      ...this.#options.outputs.map(({ channel }) => toValue(state?.outputs[channel], false)),
      ...this.#options.inputs.map(({ channel, isInverted }) => toValue(state?.inputs[channel], isInverted)),
    ];
  }

  async readDevice(id: string, _atMs: number, notAfterMs: number): Promise<DeviceReading[] | undefined> {
    const { outputs, inputs } = this.#options;
    if (id !== this.#options.id) return undefined;
    // One after the other, so that a command waits for one request at most.
    const ofInputs = inputs.length > 0 ? await this.#readBlock(firstInput, notAfterMs) : [];
    const ofOutputs = outputs.length > 0 ? await this.#readBlock(firstOutput, notAfterMs) : [];
    return [
      ...outputs.map((output) => toReading(metricOf(output), ofOutputs, output.channel, false)),
      ...inputs.map(({ metric, channel, isInverted }) => toReading(metric, ofInputs, channel, isInverted)),
    ];
  }

  /** @returns why the coils could not be read, where they could not. */
  async #readBlock(first: number, notAfterMs: number): Promise<Block> {
    // A module that is left alone must be able to fall to its safe state.
    if (this.#isSick) return "no_value";
    try {
      return await this.#client.readCoils(first, channels, notAfterMs);
    } catch (error) {
      return error instanceof RequestFailure ? error.fault : "no_value";
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#client.close();
  }

  get #isSick(): boolean {
    return performance.now() - this.#readAtMs > this.#options.sickAfterMs;
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || !this.#client.isConnected) return;
    if (this.#isSick) {
      this.#state = undefined;
      this.#note("is left alone, since nothing reads it any more");
      return;
    }
    this.#isPolling = true;
    try {
      const inputs = this.#options.inputs.length > 0 ? await this.#client.readCoils(firstInput, channels) : [];
      // Last, so that they are never older than what a command has read back.
      const outputs = await this.#client.readCoils(firstOutput, channels);
      this.#state = { outputs, inputs, atMs: performance.now() };
      this.#note(undefined);
    } catch {
      // A value that could not be read again is no value; a connection that was lost is noted where it is lost.
      this.#state = undefined;
    } finally {
      this.#isPolling = false;
    }
  }

  async #write(target: string, value: OutputValue, notAfterMs: number): Promise<void> {
    const output = this.#output(target);
    if (typeof value !== "boolean") throw new OutputRefusal("arguments");
    if (value && output.failSafe === "unproved") throw new OutputRefusal("fail_safe_unproved");
    // Nothing is switched on before the module has said what is on already; switching off needs no more than a connection.
    if (value && (this.#isSick || !this.#state)) throw new OutputRefusal("device_error");
    try {
      await this.#client.writeCoil(firstOutput + output.channel, value, notAfterMs);
    } catch (error) {
      if (error instanceof RequestFailure && !error.mayHaveActed) throw new OutputRefusal("device_error");
      throw error;
    }
  }

  async #readBack(target: string, notAfterMs: number): Promise<boolean | undefined> {
    const { channel } = this.#output(target);
    // The whole block: there are modules that answer for nothing less.
    const outputs = await this.#client.readCoils(firstOutput, channels, notAfterMs).catch(() => undefined);
    // The next frame agrees with what the command reports.
    if (outputs && this.#state) this.#state = { ...this.#state, outputs };
    return outputs?.[channel];
  }

  #output(target: string): AdamOutput {
    const output = this.#options.outputs.find((one) => one.target === target);
    if (!output) throw new OutputRefusal("unsupported");
    return output;
  }

  /** @param notice undefined: all is well. */
  #note(notice: string | undefined): void {
    if ((notice === undefined) === (this.#notice === undefined)) return;
    this.#notice = notice;
    this.#options.onNotice?.(`${this.#options.id} ${notice ?? "answers"}.`);
  }
}

/** The coils of a module, or why there are none. */
type Block = readonly boolean[] | ReadingFault;

/** A relay is known by what it reads back. */
const metricOf = ({ target }: AdamOutput) => `${target}.${kindOf(target).readBack}`;

function toReading(metric: string, block: Block, channel: number, isInverted: boolean): DeviceReading {
  if (typeof block === "string") return { metric, value: null, fault: block };
  return { metric, value: toValue(block[channel], isInverted), raw: Number(block[channel]) };
}

function toValue(coil: boolean | undefined, isInverted: boolean): number | null {
  return coil === undefined ? null : Number(coil !== isInverted);
}
