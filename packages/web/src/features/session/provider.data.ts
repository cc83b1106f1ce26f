import { ApiError } from "../../core/api/api-error.ts";
import { call } from "../../core/api/call.ts";
import { type BegunAtProvider, providerChannel, takeBegun } from "../../core/sign-in-provider.ts";
import { keepSession } from "./session.data.ts";

/**
 * Finishes what this browser began at the organisation's provider.
 * @param search With which the provider led it back.
 * @throws ApiError provider_refused, no_account, provider_away, unreachable ...
 */
export async function finishAtProvider(search: string): Promise<BegunAtProvider> {
  const begun = takeBegun(search);
  if (!begun) throw new ApiError({ code: "provider_refused", status: 403, message: "" });
  const { key, state } = begun;
  const answer = search.replace(/^\?/, "");
  if (begun.for === "sign_in") keepSession(await call("providerLogin", { answer, key }));
  else {
    await call("providerConfirm", { answer, key });
    const channel = new BroadcastChannel(providerChannel);
    channel.postMessage(state);
    channel.close();
  }
  return begun;
}
