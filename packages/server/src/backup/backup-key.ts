import { type Identity, Decrypter, Encrypter, type Recipient, Stanza } from "age-encryption";

import type { SecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";

/** What opens a backup: a passphrase, else the portal's own key. */
export interface BackupKey {
  passphrase: string | undefined;
  /** Undefined: this portal has no key. */
  box: SecretBox | undefined;
}

const stanzaName = "offgrid.example/portal-key";
const purpose = "backup";
/** Binary logarithm of scrypt's cost: 32 MiB and a tenth of a second. */
const workFactor = 15;

/** @throws StartError where there is neither passphrase nor key. */
export function encrypterOf({ passphrase, box }: BackupKey): Encrypter {
  const encrypter = new Encrypter();
  if (passphrase !== undefined) {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase);
    return encrypter;
  }
  if (!box) throw new StartError("There is no portal.key in DATA_DIR to encrypt with; set BACKUP_PASSPHRASE_FILE.");
  const recipient: Recipient = {
    wrapFileKey: (fileKey) => {
      const sealed = box.seal(Buffer.from(fileKey).toString("base64"), purpose);
      return [new Stanza([stanzaName, box.fingerprint], sealed)];
    },
  };
  encrypter.addRecipient(recipient);
  return encrypter;
}

/** Its refusals are StartErrors that say which key is missing. */
export function decrypterOf({ passphrase, box }: BackupKey, file: string): Decrypter {
  const decrypter = new Decrypter();
  const identity: Identity = {
    unwrapFileKey: ([stanza]) => {
      if (stanza?.args[0] === "scrypt") {
        if (passphrase !== undefined) return null;
        throw new StartError(
          `The backup ${file} is encrypted with a passphrase; name the file that holds it in BACKUP_PASSPHRASE_FILE.`,
        );
      }
      if (!stanza || stanza.args[0] !== stanzaName) return null;
      if (!box || stanza.args[1] !== box.fingerprint) {
        throw new StartError(
          `The backup ${file} is encrypted with the portal.key of its portal, which is not the one in DATA_DIR; put that file into DATA_DIR with mode 600.`,
        );
      }
      return Buffer.from(box.open(Buffer.from(stanza.body), purpose), "base64");
    },
  };
  decrypter.addIdentity(identity);
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  return decrypter;
}
