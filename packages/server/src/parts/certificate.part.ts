import type { SecureContext } from "node:tls";

import type { Logger } from "pino";

import { type MqttCertificate, expiresSoonDays, readMqttCertificate } from "../broker/mqtt-certificate.ts";
import type { Config } from "../config/config.ts";
import type { Clock } from "../core/clock.ts";
import type { Part } from "./part.ts";

const looksEveryMs = 60_000;
const dayMs = 86_400_000;
const warningMs = expiresSoonDays * dayMs;

/**
 * The certificate of MQTT over TCP, and of mails that come in, which is renewed while the portal runs. Connections keep the one that they were opened
 * with.
 */
export class CertificatePart implements Part {
  readonly name = "certificate";
  readonly #files: NonNullable<Config["mqttTls"]>;
  readonly #clock: Clock;
  readonly #log: Logger;
  #current: MqttCertificate;
  #looks: NodeJS.Timeout | undefined;
  #warnedAtMs = -Infinity;

  /** @throws StartError when the files cannot be used. */
  constructor(files: NonNullable<Config["mqttTls"]>, { clock, log }: { clock: Clock; log: Logger }) {
    this.#files = files;
    this.#clock = clock;
    this.#log = log;
    this.#current = readMqttCertificate(files);
    this.#warnBeforeItEnds();
  }

  get context(): SecureContext {
    return this.#current.context;
  }

  get files(): MqttCertificate["files"] {
    return this.#current.files;
  }

  async start(): Promise<void> {
    this.#looks = setInterval(() => this.reload(), looksEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#looks);
  }

  /**
   * Takes files that have changed. Ones that cannot be used, such as a half-written pair, leave the certificate as it is.
   * @returns false where they cannot be used; the log says why.
   */
  reload(): boolean {
    let isUsable = true;
    try {
      const found = readMqttCertificate(this.#files);
      if (found.fingerprint !== this.#current.fingerprint) {
        this.#current = found;
        this.#log.info({ validUntil: found.validUntil }, "the certificate of MQTT_TLS_CERT was renewed");
        this.#warnedAtMs = -Infinity;
      }
    } catch (error) {
      isUsable = false;
      this.#log.error(
        { err: error },
        "the certificate of MQTT_TLS_CERT cannot be read again; the one before stays in use",
      );
    }
    this.#warnBeforeItEnds();
    return isUsable;
  }

  metrics(): Record<string, number> {
    return { mqtt_certificate_days: Math.floor((this.#current.validUntil.getTime() - this.#clock.now()) / dayMs) };
  }

  #warnBeforeItEnds(): void {
    const nowMs = this.#clock.now();
    const { validUntil } = this.#current;
    if (validUntil.getTime() - nowMs >= warningMs || nowMs - this.#warnedAtMs < dayMs) return;
    this.#warnedAtMs = nowMs;
    this.#log.warn({ validUntil }, "the certificate of MQTT_TLS_CERT expires soon; renew it");
  }
}
