import { expect, test } from "vitest";

import { cookieValues, sessionOf } from "./session-cookies.ts";

test("someone is signed in when the token and the user id are both there", () => {
  expect(sessionOf("token=abc; userId=u1")).toEqual({ token: "abc", userId: "u1" });
  expect(sessionOf("language=fr; userId=u1;token=a%3Db")).toEqual({ token: "a=b", userId: "u1" });
  expect(sessionOf("token=abc")).toBeUndefined();
  expect(sessionOf("userId=u1")).toBeUndefined();
  expect(sessionOf("token=; userId=u1")).toBeUndefined();
  expect(sessionOf("")).toBeUndefined();
});

test("a cookie that occurs twice signs the page out", () => {
  expect(sessionOf("token=abc; userId=u1; token=evil")).toBe("doubled");
  expect(sessionOf("token=abc; userId=u1; userId=u2")).toBe("doubled");
});

test("a cookie's name is compared whole", () => {
  expect(cookieValues("xtoken=1; token=2; tokens=3", "token")).toEqual(["2"]);
  expect(sessionOf("token=%E0%A4%A; userId=u1")).toEqual({ token: "%E0%A4%A", userId: "u1" });
});
