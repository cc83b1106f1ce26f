import type { Answer, Input } from "./api/call.ts";
import { Declined } from "./declined.ts";

type CreationOptions = Answer<"passkeyStart">["data"]["options"];
type RequestOptions = Answer<"passkeyLoginStart">["data"]["options"];
export type MadePasskey = Input<"passkeyFinish">["credential"];
export type UsedPasskey = Input<"passkeyLogin">["credential"];

/** What stands in the way of passkeys: the address of the portal, or the browser itself. */
export type PasskeyBarrier = "address" | "browser";

/** Where a page runs, as far as passkeys depend on it. */
interface Surroundings {
  isSecureContext: boolean;
  location: Pick<Location, "hostname">;
  PublicKeyCredential?: Partial<Pick<typeof PublicKeyCredential, "parseRequestOptionsFromJSON">>;
}

/**
 * Passkeys need https (or localhost), a name rather than a bare IP address, and a browser that has them. The address comes
 * first: many browsers take passkeys away from a page whose address is not good enough.
 * @returns undefined where passkeys can be used.
 */
export function passkeyBarrier(where: Surroundings = globalThis): PasskeyBarrier | undefined {
  const isBareAddress = /^(\d+\.){3}\d+$|^\[/.test(where.location.hostname);
  if (!where.isSecureContext || isBareAddress) return "address";
  return typeof where.PublicKeyCredential?.parseRequestOptionsFromJSON === "function" ? undefined : "browser";
}

export function hasPasskeys(): boolean {
  return passkeyBarrier() === undefined;
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
export async function askForPasskey(options: RequestOptions): Promise<UsedPasskey> {
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
