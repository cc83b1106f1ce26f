import { isSameValue } from "@offgrid/contract/configuration/config-doc";
import { configReportTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import type { Driver } from "../drivers/driver.ts";
import type { Link } from "../link/link.ts";
import type { ControllerLog } from "../link/log.ts";
import { configFile, Configuration } from "./configuration.ts";
import { applyPaces, deviceFieldsOf } from "./device-paces.ts";
import { type AppliedSettings, hostNetworkOf, judgeOf, settingsOf, docOfFile, type FileSettings } from "./settings.ts";

const tickMs = 1_000;
const longestGoodbyeMs = 2_000;
const keepaliveS = 60;

/** What a controller is started with, as far as it concerns its configuration. */
export interface ConfiguringOptions extends Omit<FileSettings, "keepaliveS" | "targets" | "devices" | "deviceFields"> {
  containerId: string;
  dataDir: string;
  driver: Pick<Driver, "devices" | "outputs" | "paces">;
  keepaliveS?: number;
  now?: () => number;
  log?: ControllerLog;
}

/** The configuration of a running controller. */
export interface Configuring extends Pick<Configuration, "receive" | "connected" | "confirmed"> {
  /** What counts now. */
  settings: () => AppliedSettings & { version: number };
  stop: () => void;
}

type ReopenedLink = Pick<Link, "isReady" | "publish" | "reopen">;

/**
 * Keeps the configuration and applies it to link and reading.
 * @throws Error of node:fs when the folder cannot be written.
 */
export function openConfiguring(
  options: ConfiguringOptions,
  parts: { link: () => ReopenedLink; reading: () => { replan: () => void } },
): Configuring {
  const { containerId, dataDir, now = Date.now, log, setHostNetwork } = options;
  const targets = (options.driver.outputs?.list ?? []).map(({ target }) => target);
  const deviceFields = deviceFieldsOf(options.driver);
  const ownFile: FileSettings = {
    ...options,
    targets,
    devices: options.driver.devices,
    deviceFields,
    keepaliveS: options.keepaliveS ?? keepaliveS,
  };
  const link = new PoliteReopening(parts.link, () => setHostNetwork?.(hostNetworkOf(configuration.doc)));
  const configuration: Configuration = new Configuration({
    disk: configFile(dataDir),
    ownFile: docOfFile(ownFile),
    judge: judgeOf(ownFile),
    now,
    onReport: (report) => link.send(JSON.stringify(report)),
    onChange: (doc, before) => {
      log?.info({ containerId }, "the configuration is another now");
      applied = settingsOf(doc, ownFile);
      applyPaces(options.driver, applied.devices);
      parts.reading().replan();
      if (isSameValue(doc.network, before.network) && isSameValue(doc.keepAlive, before.keepAlive)) return;
      link.reopen();
    },
  });
  let applied = settingsOf(configuration.doc, ownFile);
  applyPaces(options.driver, applied.devices);
  setHostNetwork?.(hostNetworkOf(configuration.doc));
  const timer = setInterval(() => configuration.tick(), tickMs);
  timer.unref();
  return {
    settings: () => ({ ...applied, version: configuration.version }),
    receive: (message) => configuration.receive(message),
    connected: () => {
      if (link.mayStay()) configuration.connected();
    },
    confirmed: () => configuration.confirmed(),
    stop: () => {
      clearInterval(timer);
      link.stop();
    },
  };
}

/** Opens the link again once the portal has what was sent over the old one, or after two seconds. */
class PoliteReopening {
  readonly #link: () => ReopenedLink;
  readonly #before: () => void;
  #untaken = 0;
  /** Counts up: what was sent before is not waited for any more. */
  #round = 0;
  #isDue = false;
  #late: NodeJS.Timeout | undefined;

  /** @param before Called right before the link is opened again. */
  constructor(link: () => ReopenedLink, before: () => void) {
    this.#link = link;
    this.#before = before;
  }

  /** Without a connection nothing is sent: each new one begins with a report. */
  send(text: string): void {
    if (!this.#link().isReady) return;
    this.#untaken++;
    const round = this.#round;
    const onTaken = () => {
      if (round !== this.#round) return;
      this.#untaken--;
      if (this.#untaken === 0) this.#act();
    };
    this.#link().publish(configReportTopic, text, { onTaken });
  }

  reopen(): void {
    this.#isDue = true;
    clearTimeout(this.#late);
    if (this.#untaken === 0) this.#act();
    else this.#late = setTimeout(() => this.#act(), longestGoodbyeMs);
  }

  /** Of a link that has opened by itself: false where something has to be set before it counts. */
  mayStay(): boolean {
    clearTimeout(this.#late);
    if (this.#isDue) this.#late = setTimeout(() => this.#act(), 0);
    else this.stop();
    return !this.#isDue;
  }

  stop(): void {
    clearTimeout(this.#late);
    this.#isDue = false;
    this.#untaken = 0;
    this.#round++;
  }

  #act(): void {
    if (!this.#isDue) return;
    this.stop();
    this.#before();
    this.#link().reopen();
  }
}
