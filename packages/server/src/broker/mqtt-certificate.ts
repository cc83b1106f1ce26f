import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { type SecureContext, createSecureContext } from "node:tls";

import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";

/** From then on the log and the doctor say that it ends. */
export const expiresSoonDays = 30;

export interface MqttCertificate {
  context: SecureContext;
  /** Differs from that of another certificate, also of one for the same key. */
  fingerprint: string;
  /** PEM, of which the context is made. */
  files: { cert: Buffer; key: Buffer };
  validUntil: Date;
}

/**
 * Reads the certificate and key that MQTT over TLS presents.
 * @throws StartError with the variable and the remedy when a file cannot be read, is not PEM, or the two do not match.
 */
export function readMqttCertificate({ certPath, keyPath }: { certPath: string; keyPath: string }): MqttCertificate {
  const cert = readFile("MQTT_TLS_CERT", certPath);
  const key = readFile("MQTT_TLS_KEY", keyPath);
  const certificate = parse("mqtt_no_certificate", certPath, () => new X509Certificate(cert));
  const privateKey = parse("mqtt_no_key", keyPath, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartError(
      `The key ${keyPath} of MQTT_TLS_KEY does not belong to the certificate ${certPath} of MQTT_TLS_CERT; point both to files of the same certificate, with the server's own certificate first in its file.`,
      { known: { code: "mqtt_key_of_other", values: { keyFile: keyPath, file: certPath } } },
    );
  }
  const context = parse("mqtt_refused_by_tls", certPath, () =>
    createSecureContext({ cert, key, minVersion: "TLSv1.2" }),
  );
  return {
    context,
    fingerprint: certificate.fingerprint256,
    files: { cert, key },
    validUntil: new Date(certificate.validTo),
  };
}

function readFile(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(
      `The file ${path} of ${variable} cannot be read (${reasonOf(error)}); make it readable for this user, or correct ${variable}.`,
      { cause: error, known: { code: "mqtt_unreadable", values: { variable, file: path, reason: reasonOf(error) } } },
    );
  }
}

/** What a file lacks: the variable that names it, and what it should hold. */
const lacks = {
  mqtt_no_certificate: ["MQTT_TLS_CERT", "certificate"],
  mqtt_no_key: ["MQTT_TLS_KEY", "private key without a passphrase"],
  mqtt_refused_by_tls: ["MQTT_TLS_CERT", "certificate that TLS accepts"],
} as const;

function parse<T>(code: keyof typeof lacks, path: string, work: () => T): T {
  const [variable, what] = lacks[code];
  try {
    return work();
  } catch (error) {
    throw new StartError(
      `The file ${path} of ${variable} holds no ${what} in PEM (${reasonOf(error)}); point ${variable} to one.`,
      { cause: error, known: { code, values: { file: path, reason: reasonOf(error) } } },
    );
  }
}
