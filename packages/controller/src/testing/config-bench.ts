import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import type { ConfigReportMessage, ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";

import { Configuration } from "../configuration/configuration.ts";
import { judgeOf } from "../configuration/settings.ts";

/** Instants at which the power may be cut: before and after the disk has something, and before others know of it. */
export type Moment = "write" | "written" | "change" | "report";

class PowerCut extends Error {}

export const initial: ConfigDoc = {
  network: { portalHost: "portal.example.org", port: 8883 },
  keepAlive: { frameSeconds: 10, linkSeconds: 60 },
};

/** A controller's configuration with its disk, clocks that a test moves, and a link that only some documents allow. */
export class ConfigBench {
  ownFile = initial;
  /** This machine's clock; `evenMs` is never set. */
  nowMs = Date.UTC(2026, 4, 1);
  evenMs = 0;
  configuration!: Configuration;
  reports: ConfigReportMessage[] = [];
  /** The portal is there, and answers. */
  isPortalUp = true;
  /** The power fails the next time that this happens. */
  failsAt: Moment | undefined;
  isConnected = false;
  /** What the disk has. */
  stored: string | undefined;
  isDiskFull = false;
  /** The power is off: nothing happens any more until the program starts again. */
  #isOff = false;

  constructor() {
    this.boot();
  }

  /** The portal is found at its own address only. */
  get isReachable(): boolean {
    const { portalHost, port } = this.configuration.doc.network ?? {};
    return this.isPortalUp && portalHost === initial.network?.portalHost && port === initial.network?.port;
  }

  get last(): ConfigReportMessage {
    const last = this.reports.at(-1);
    if (!last) throw new Error("nothing was reported");
    return last;
  }

  /** The program starts, with what is on its disk. */
  boot(): void {
    this.isConnected = false;
    this.#isOff = false;
    this.configuration = new Configuration({
      disk: {
        read: () => {
          if (this.stored === undefined) throw new Error("there is nothing yet");
          return this.stored;
        },
        write: (text) => {
          this.#failAt("write");
          if (this.isDiskFull) throw new Error("the disk is full");
          this.stored = text;
          this.#failAt("written");
        },
      },
      ownFile: this.ownFile,
      judge: judgeOf({ targets: ["relay.3"], setHostNetwork: () => {} }),
      now: () => this.nowMs,
      evenNow: () => this.evenMs,
      onChange: () => {
        this.#failAt("change");
        this.isConnected = false;
      },
      onReport: (report) => {
        if (!this.isConnected) return;
        this.#failAt("report");
        this.reports.push(report);
      },
    });
  }

  #failAt(moment: Moment): void {
    if (this.failsAt === moment) this.#isOff = true;
    if (!this.#isOff) return;
    this.failsAt = undefined;
    throw new PowerCut();
  }

  /** @returns whether the power failed meanwhile; it is back then, and the program runs again. */
  survive(act: () => void): boolean {
    try {
      act();
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    const isCut = this.#isOff;
    if (isCut) this.boot();
    return isCut;
  }

  /** The link opens where it can, and the portal answers the birth. */
  connect(): void {
    if (this.isConnected || !this.isReachable) return;
    this.isConnected = true;
    this.configuration.connected();
    this.configuration.confirmed();
  }

  /** Lets time pass in steps, as the program sees it. */
  wait(ms: number, stepMs = 1_000): void {
    for (let leftMs = ms; leftMs > 0; leftMs -= stepMs) {
      this.nowMs += stepMs;
      this.evenMs += stepMs;
      this.survive(() => this.configuration.tick());
      this.survive(() => this.connect());
    }
  }

  /** What the portal sends that wants this document and knows of the last report. */
  order(doc: ConfigDoc, version = Math.max(this.last.version, this.last.answered) + 1): ConfigSetMessage {
    return { version, base: this.last.version, doc, sha256: configSha256(doc) };
  }
}
