import type { CallName } from "@offgrid/contract/registry";

import { type Fixture, noToken, plain } from "./access-matrix.things.ts";

const newcomer = { email: "x@example.org", password: "lanterns over the dunes", firstName: "X", lastName: "Y" };
const passkey = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};
const newPasskey = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};

/** Calls about people: signing in, sessions, factors, tokens, accounts and roles. */
export const peopleFixtures = {
  login: { plain: (fresh) => ({ email: `${fresh()}@example.org`, password: "not a password" }) },
  signOut: plain(),
  signOutLate: plain({ proof: "0".repeat(64) }),
  loginOptions: plain(),
  setupPortal: plain({ token: noToken, ...newcomer }),
  "auth/local/register": plain(newcomer),
  verification: plain({ token: noToken }),
  sendVerifyUser: plain({ email: "nobody@example.org" }),
  forgotPassword: plain({ email: "nobody@example.org" }),
  confirmPassword: plain({ password: "not a password" }),
  editPassword: plain({ oldPassword: "not a password", newPassword: "a kite above the ridge" }),
  sessionList: ({ userId }) => ({ userId }),
  resetSignIn: ({ userId }) => ({ userId, parts: ["password", "second_factor"] }),
  sessionEnd: ({ userId, sessionId }) => ({ userId, id: sessionId }),
  totpSetup: plain(),
  totpConfirm: plain({ code: "000000" }),
  totpRemove: plain(),
  passkeyList: plain(),
  passkeyStart: plain(),
  passkeyFinish: plain({ name: "Phone", credential: newPasskey }),
  passkeyDelete: ({ passkeyId }) => ({ id: passkeyId }),
  apiTokenList: plain(),
  apiTokenCreate: { plain: (fresh) => ({ name: fresh(), permissions: ["view"] }) },
  apiTokenRemove: plain({ id: "no-token" }),
  passkeyLoginStart: plain(),
  passkeyLogin: plain({ credential: passkey }),
  passkeyConfirm: plain({ credential: passkey }),
  providerStart: plain({ for: "sign_in" }),
  providerLogin: plain({ answer: "code=a&state=b", key: noToken }),
  providerConfirm: plain({ answer: "code=a&state=b", key: noToken }),
  getCurrentUserInfo: plain(),
  getUserInfo: ({ email }) => ({ email }),
  getUserSetting: plain(),
  saveUserSetting: plain({ theme: "dark" }),
  userList: ({ containerId }) => ({ filter: { containerId } }),
  userGet: ({ userId }) => ({ userId }),
  createNewUser: ({ containerId }, fresh) => ({
    email: `${fresh()}@example.org`,
    firstName: "New",
    lastName: "Person",
    role: "customer_staff",
    containers: [containerId],
    language: "en",
  }),
  updateUserContainerList: ({ userId, containerId }) => ({ userId, containers: [containerId] }),
  assignUser: ({ containerId, userId }) => ({ containerId, users: [userId] }),
  saveUserAccount: ({ userId }) => ({ userId, firstName: "Renamed" }),
  removeUser: ({ userId }) => ({ userId }),
  roleList: plain(),
  roleSave: plain({ id: "customer_staff", label: "Customer's Staff" }),
} satisfies Partial<Record<CallName, Fixture>>;
