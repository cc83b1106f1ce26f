import { roles } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import { calls } from "@offgrid/contract/registry";
import { describe, expect, test } from "vitest";

import { handlers } from "../handlers.ts";
import { aStranger, cast, thePortal } from "../testing/cast.ts";

const everyCall = Object.entries<Call>(calls);
const guardedCalls = everyCall.filter(([, call]) => call.access !== "public").map(([name]) => name);

test("each call has one handler and each handler a call", () => {
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(calls).toSorted());
});

describe("who", () => {
  test.each(guardedCalls)("%s refuses a stranger", async (name) => {
    const stranger = await aStranger();
    expect(await stranger.post(name, {})).toMatchObject({ status: 401, code: "signed_out" });
  });

  test.each(guardedCalls)("%s believes no user id beside the token's", async (name) => {
    const { amina, boss } = await cast({ amina: { role: "user" }, boss: { role: "super_admin" } });
    const pretending: Record<string, string>[] = [
      { "x-user-id": boss.userId },
      { "x-user-id": "" },
      { "x-auth-token": "" },
      { "x-auth-token": `${amina.token}, ${amina.token}` },
      { "x-auth-token": boss.token },
    ];
    for (const headers of pretending) {
      expect(await amina.post(name, {}, headers)).toMatchObject({ status: 401, code: "signed_out" });
    }
  });

  test("a token in a cookie opens nothing", async () => {
    const { amina } = await cast({ amina: { role: "super_admin" } });
    const stranger = await aStranger();
    const cookie = `X-Auth-Token=${amina.token}; X-User-Id=${amina.userId}`;
    expect(await stranger.post("getSites", {}, { cookie })).toMatchObject({ status: 401 });
  });

  test("a doubled header is refused", async () => {
    const { amina } = await cast({ amina: { role: "super_admin" } });
    const { api } = await thePortal();
    const headers = new Headers({ "content-type": "application/json", "x-user-id": amina.userId });
    headers.append("x-auth-token", amina.token);
    headers.append("x-auth-token", amina.token);
    expect((await fetch(`${api}/getSites`, { method: "POST", headers, body: "{}" })).status).toBe(401);
  });
});

describe("may", () => {
  test("a role without the permission is refused, whatever it sends", async () => {
    const { guest } = await cast({ guest: { role: "customer_staff" } });
    expect(await guest.post("registerNewContainer", {})).toMatchObject({ status: 403, code: "forbidden" });
    expect(await guest.post("uuidGet", { nonsense: true })).toMatchObject({ status: 403, code: "forbidden" });
  });

  test.each([null, "janitor" as never])("the role %s has the rights of customer_staff", async (role) => {
    const { someone } = await cast({ someone: { role } });
    expect(await someone.post("registerNewContainer", {})).toMatchObject({ status: 403 });
    expect(await someone.post("getSites", {})).toMatchObject({ status: 200 });
  });

  test.each(roles)("%s may ask for their containers", async (role) => {
    const { someone } = await cast({ someone: { role } });
    expect(await someone.post("getSites", {})).toMatchObject({ status: 200 });
  });
});

describe("input", () => {
  test.each(everyCall.map(([name]) => name))("%s refuses unknown keys by their path", async (name) => {
    const { boss } = await cast({ boss: { role: "super_admin" } });
    const answer = await boss.post(name, { ownerId: "someone" });
    expect(answer).toMatchObject({ status: 400, code: "bad_input" });
    expect(Object.keys(answer.body["fields"] as object)).toContain("ownerId");
  });

  test("a call that does not exist is refused, inherited names too", async () => {
    const { boss } = await cast({ boss: { role: "super_admin" } });
    for (const name of ["getEverything", "constructor", "__proto__", "toString", "a/b"]) {
      expect(await boss.post(name, {})).toMatchObject({ status: 404, code: "no_such_call" });
    }
  });

  test("the message is in the caller's language", async () => {
    const stranger = await aStranger();
    const french = await stranger.post("getSites", {}, { "accept-language": "fr-CH, en;q=0.5" });
    expect(french.body["message"]).toBe("Vous êtes déconnecté. Veuillez vous reconnecter.");
    const other = await stranger.post("getSites", {}, { "accept-language": "de, en;q=0.1" });
    expect(other.body["message"]).toBe("You are signed out. Please sign in again.");
  });

  test("only JSON is taken, within limits", async () => {
    const stranger = await aStranger();
    const deep = "[".repeat(33) + "]".repeat(33);
    expect(await stranger.post("login", "a=b", { "content-type": "text/plain" })).toMatchObject({
      status: 415,
      code: "not_json",
    });
    expect(await stranger.post("login", "{oops")).toMatchObject({ status: 400, code: "bad_input" });
    expect(await stranger.post("login", deep)).toMatchObject({ status: 400, code: "bad_input" });
    expect(await stranger.post("login", '{"__proto__":{"x":1}}')).toMatchObject({ status: 400, code: "bad_input" });
    expect(await stranger.post("login", `"${"x".repeat(256 * 1024)}"`)).toMatchObject({
      status: 413,
      code: "too_large",
    });
  });

  test("confused ids are refused or not found, never a fault", async () => {
    const { boss } = await cast({ boss: { role: "super_admin" } });
    for (const containerId of [
      "1 OR 1=1",
      "'; drop table container; --",
      ["x"],
      { $ne: 1 },
      -0,
      1e3,
      null,
      "\u0000",
      "%",
    ]) {
      const { status } = await boss.post("getContainerInfo", { containerId });
      expect([400, 404]).toContain(status);
    }
    expect(await boss.post("getSites", {})).toMatchObject({ status: 200 });
  });
});
