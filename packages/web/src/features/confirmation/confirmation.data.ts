import { call } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { hasPasskeys, askForPasskey } from "../../core/passkeys.ts";

/** Could this person confirm with a passkey here? */
export function useHasOwnPasskey(): boolean {
  const isPossible = hasPasskeys();
  const list = useCall("passkeyList", {}, { enabled: isPossible, select: ({ data }) => data.length });
  return isPossible && (list.data ?? 0) > 0;
}

/** Proves to the portal, for ten minutes, that the owner of this session is here. @throws ApiError wrong_password, too_many */
export async function confirmByPassword(password: string): Promise<void> {
  await call("confirmPassword", { password });
}

/** As `confirmByPassword`, with a passkey of this device. @throws ApiError bad_passkey @throws Declined */
export async function confirmByPasskey(): Promise<void> {
  const { data } = await call("passkeyLoginStart", {});
  await call("passkeyConfirm", { credential: await askForPasskey(data.options) });
}
