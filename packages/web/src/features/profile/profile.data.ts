import type { TicketMailChoices } from "@offgrid/contract/tickets/ticket-mail-choices";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { menu } from "@offgrid/contract/core/menu";
import type { ShownUnits } from "@offgrid/contract/core/unit-choices";

import { type Answer, type Input, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { chooseLocale } from "../../core/i18n/locale.ts";
import { makePasskey } from "../../core/passkeys.ts";
import { saveSetting } from "../../domain/account/own-setting.data.ts";
import { takeOwnUnits } from "../../domain/account/own-units.data.ts";

/** The signed-in person, as the parts of this page need it. */
export function useProfile() {
  const user = useCurrentUser();
  if (!user) return undefined;
  const [email, waiting] = user.email;
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone ?? "",
    avatar: user.avatar,
    roleLabel: user.roleLabel,
    email: email?.address ?? "",
    isVerified: email?.verified ?? false,
    /** A new address whose link has not been followed yet. */
    waitingEmail: waiting?.address,
    twoStep: user.twoStep,
    mustSetUpTwoStep: user.mustSetUpTwoStep,
    excludes: user.excludes,
  };
}
export type Profile = NonNullable<ReturnType<typeof useProfile>>;

/** Entries of the menu that everyone switches on for themselves. */
export const optionalEntries = menu.filter((entry) => entry.hiddenByDefault);

/** Changes of the user's own account; absent keys stay as they are. */
export type AccountChange = Pick<Input<"saveUserAccount">, "firstName" | "lastName" | "phone" | "avatar" | "email">;

/** @throws ApiError bad_image, email_used, confirm_needed ... */
export async function saveAccount(change: AccountChange): Promise<void> {
  await call("saveUserAccount", change);
  refresh("getCurrentUserInfo", "getUserInfo");
}

/** The language of the portal's mails and of this page, which is reloaded. */
export async function saveLanguage(language: LocaleCode): Promise<void> {
  await call("saveUserAccount", { language });
  chooseLocale(language);
}

/** @param units What is absent is as the portal has it. */
export async function saveUnits(units: Partial<ShownUnits>): Promise<void> {
  await saveSetting({ units });
  await takeOwnUnits();
}

/** Has the link sent once more that makes an address count. */
export async function sendEmailLink(email: string): Promise<void> {
  await call("sendVerifyUser", { email });
}

/** @throws ApiError wrong_password, weak_password */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  await call("editPassword", { oldPassword, newPassword });
  refresh("sessionList");
}

/** A new secret for an app. @returns it as text, and as the address that the QR code holds. */
export async function startTwoStep(): Promise<{ secret: string; uri: string }> {
  return (await call("totpSetup", {})).data;
}

/** Switches two-step sign-in on. @returns the recovery codes, which nobody can ask for again. @throws ApiError wrong_code */
export async function finishTwoStep(code: string): Promise<string[]> {
  const { data } = await call("totpConfirm", { code });
  // Where the role requires two-step sign-in, everything else may be requested from now on.
  refresh();
  return data.recoveryCodes;
}

export async function removeTwoStep(): Promise<void> {
  await call("totpRemove", {});
  refresh("getCurrentUserInfo", "sessionList");
}

export type Passkey = Answer<"passkeyList">["data"][number];

export function usePasskeys() {
  return useCall("passkeyList", {}, { select: ({ data }) => data });
}

/** Lets the browser make a passkey and keeps it. @throws ApiError bad_passkey @throws Declined */
export async function addPasskey(name: string): Promise<void> {
  const { data } = await call("passkeyStart", {});
  await call("passkeyFinish", { name, credential: await makePasskey(data.options) });
  refresh("passkeyList", "sessionList", "getCurrentUserInfo");
}

export async function removePasskey(id: string): Promise<void> {
  await call("passkeyDelete", { id });
  refresh("passkeyList", "sessionList", "getCurrentUserInfo");
}

/** The user's sessions, last used first. */
export function useSessions() {
  return useCall(
    "sessionList",
    {},
    { select: ({ data }) => data.toSorted((one, other) => other.lastUsed.localeCompare(one.lastUsed)) },
  );
}

/** @param id Absent: all except the present one. */
export async function endSession(id?: string): Promise<void> {
  await call("sessionEnd", id === undefined ? {} : { id });
  refresh("sessionList");
}

/** Which mails about tickets somebody may get. */
export function useTicketMails(): (keyof TicketMailChoices)[] {
  const hasTickets = useCan("ticketGetList");
  const handles = useCan("ticketPeople");
  return [...(hasTickets ? (["mine"] as const) : []), ...(handles ? (["new"] as const) : [])];
}
