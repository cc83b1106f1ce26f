import { X509Certificate, createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { type SecureContext, createSecureContext } from "node:tls";

import { reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";

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
  const certificate = parse("MQTT_TLS_CERT", certPath, "certificate", () => new X509Certificate(cert));
  const privateKey = parse("MQTT_TLS_KEY", keyPath, "private key without a passphrase", () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new StartError(
      `The key ${keyPath} of MQTT_TLS_KEY does not belong to the certificate ${certPath} of MQTT_TLS_CERT; point both to files of the same certificate, with the server's own certificate first in its file.`,
    );
  }
  const context = parse("MQTT_TLS_CERT", certPath, "certificate that TLS accepts", () =>
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
      { cause: error },
    );
  }
}

function parse<T>(variable: string, path: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StartError(
      `The file ${path} of ${variable} holds no ${what} in PEM (${reasonOf(error)}); point ${variable} to one.`,
      { cause: error },
    );
  }
}
