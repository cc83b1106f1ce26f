import { pino } from "pino";
import { expect, test, vi } from "vitest";

import { aStranger, cast, thePortal } from "../testing/cast.ts";

const lines: string[] = [];
// The access log is asked for by its own setting, however little else is logged.
const log = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
const portal = thePortal({ config: { accessLog: true, trustedProxies: ["127.0.0.1"] }, log });

interface Access {
  requestId: string;
  method: string;
  call?: string;
  route?: string;
  status: number;
  ms: number;
  isWhole: boolean;
  userId?: string;
  address: string;
}

/** The line of a request, by the id that its answer had. */
async function lineOf(requestId: string | null): Promise<Access> {
  return vi.waitFor(() => {
    const found = lines.map((line) => JSON.parse(line) as { access?: Access }).filter((line) => line.access);
    const [one, ...others] = found.flatMap(({ access }) => (access?.requestId === requestId ? [access] : []));
    if (!one) throw new Error(`there is no line of ${requestId}`);
    expect(others).toEqual([]);
    return one;
  });
}

test("each call is one line with its name, who made it, from where, and what came of it", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"] } });
  const good = await amina.post("getSitesV2", {}, { "x-forwarded-for": "192.0.2.7" });
  expect(await lineOf(good.headers.get("x-request-id"))).toEqual({
    requestId: good.headers.get("x-request-id"),
    method: "POST",
    call: "getSitesV2",
    status: 200,
    ms: expect.any(Number),
    isWhole: true,
    userId: amina.userId,
    address: "192.0.2.7",
  });
  const refused = await amina.post("roleList", {});
  expect(await lineOf(refused.headers.get("x-request-id"))).toMatchObject({
    call: "roleList",
    status: refused.status,
    userId: amina.userId,
  });
});

test("a line has nothing of what was sent: no input, no token, no address beyond its route", async () => {
  const stranger = await aStranger();
  const typed = await stranger.post("login", { email: "zubeida@example.org", password: "hidden-password" });
  expect(await lineOf(typed.headers.get("x-request-id"))).toMatchObject({ call: "login", status: 401 });
  const { api, port } = await portal;
  const origin = `http://127.0.0.1:${port}`;
  const page = await fetch(`${origin}/verify/hidden-path?token=hidden-query`);
  expect(await lineOf(page.headers.get("x-request-id"))).toMatchObject({ method: "GET", route: "page" });
  const unknown = await fetch(`${api}/hidden-name`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  const line = await lineOf(unknown.headers.get("x-request-id"));
  expect(line).toMatchObject({ route: expect.stringMatching(/:name$/), status: 404 });
  const { amina } = await cast({ amina: { role: "user" } });
  const said = await amina.post("getCurrentUserInfo", {});
  await lineOf(said.headers.get("x-request-id"));
  const all = lines.join("");
  for (const hidden of ["zubeida", "hidden", amina.token, amina.email]) expect(all).not.toContain(hidden);
});
