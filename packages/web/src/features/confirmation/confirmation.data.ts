import { call } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Declined } from "../../core/declined.ts";
import { hasPasskeys, askForPasskey } from "../../core/passkeys.ts";
import { beginAtProvider, providerChannel } from "../../core/sign-in-provider.ts";

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

/** The organisation by whose provider people may sign in; undefined: there is none. */
export function useProvider(): string | undefined {
  return useCall("loginOptions", {}, { staleTime: Infinity, select: ({ data }) => data.provider }).data ?? undefined;
}

/**
 * As `confirmByPassword`, with a fresh sign-in at the organisation's provider, in another window.
 * @param signal Aborted when nobody waits for it any more.
 * @throws ApiError provider_away
 */
export async function confirmByProvider(signal: AbortSignal): Promise<void> {
  // Opened at once: browsers allow it only while they handle the click.
  const other = window.open("about:blank", "_blank", "popup,width=520,height=720");
  const channel = new BroadcastChannel(providerChannel);
  try {
    const { url, state } = await beginAtProvider("confirmation").catch((error: unknown) => {
      other?.close();
      throw error;
    });
    const isDone = new Promise<void>((resolve, reject) => {
      channel.addEventListener("message", ({ data }) => data === state && resolve());
      signal.addEventListener("abort", () => reject(new Declined("provider")));
    });
    if (other) other.location.href = url;
    else window.open(url, "_blank");
    await isDone;
  } finally {
    channel.close();
  }
}

/** As `confirmByPassword`, with a passkey of this device. @throws ApiError bad_passkey @throws Declined */
export async function confirmByPasskey(): Promise<void> {
  const { data } = await call("passkeyLoginStart", {});
  await call("passkeyConfirm", { credential: await askForPasskey(data.options) });
}
