import { call } from "../../core/api/call.ts";
import { askForPasskey } from "../../core/passkeys.ts";
import { keepSession } from "./session.data.ts";

/**
 * Signs in with a passkey of this device.
 * @throws ApiError bad_login, unreachable ...
 * @throws Declined when the person or the device declined.
 */
export async function signInWithPasskey(): Promise<void> {
  const { data } = await call("passkeyLoginStart", {});
  keepSession(await call("passkeyLogin", { credential: await askForPasskey(data.options) }));
}
