import type { Answer, Input } from "./api/call.ts";
import { Declined } from "./declined.ts";

type CreationOptions = Answer<"passkeyStart">["data"]["options"];
type RequestOptions = Answer<"passkeyLoginStart">["data"]["options"];
export type MadePasskey = Input<"passkeyFinish">["credential"];
export type UsedPasskey = Input<"passkeyLogin">["credential"];

/**
 * Does this browser support passkeys for this address? They need https (or localhost) and a name: never a bare IP
 * address.
 */
export function hasPasskeys(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function" &&
    !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)
  );
}

/**
 * Lets the browser make a passkey.
 * @throws Declined when the person closed the dialog, or the device has no passkey for this portal.
 */
export async function makePasskey(options: CreationOptions): Promise<MadePasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return jsonOf(await offered(() => navigator.credentials.create({ publicKey }))) as MadePasskey;
}

/**
 * Lets the person choose a passkey and the device check who they are.
 * @throws Declined when the person closed the dialog, or the device has no passkey for this portal.
 */
export async function usePasskey(options: RequestOptions): Promise<UsedPasskey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return jsonOf(await offered(() => navigator.credentials.get({ publicKey }))) as UsedPasskey;
}

async function offered(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch((error: unknown) => {
    throw new Declined("passkey", error);
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Declined("passkey");
  return credential;
}

function jsonOf(credential: PublicKeyCredential): unknown {
  return credential.toJSON();
}
