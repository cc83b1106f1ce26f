import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A self-signed certificate for localhost and 127.0.0.1, valid from 2020 to 2120, with its key. Both are published with
 * this repository and so protect nothing: for tests only.
 */
export const testCertificate = {
  certPath: fileURLToPath(new URL("test-only-certificate.pem", import.meta.url)),
  keyPath: fileURLToPath(new URL("test-only-key.pem", import.meta.url)),
};

/** What a client must trust to accept the certificate. */
export const testAuthority = readFileSync(testCertificate.certPath);

/** Another certificate for the same key, as one that was renewed, with its serial number. */
export const renewedCertificate = {
  certPath: fileURLToPath(new URL("test-only-certificate-renewed.pem", import.meta.url)),
  serialNumber: "02",
};

/** Another one for the same key that an authority of its own issued, with the certificate of that behind it. */
export const issuedCertificate = {
  certPath: fileURLToPath(new URL("test-only-certificate-issued.pem", import.meta.url)),
};
