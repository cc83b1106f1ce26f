import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

test("favourites keep the order in which they were put", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["fav-a", "fav-b", "fav-c", "fav-d"] } });
  const set = async (containerId: string, favorite: boolean, before?: string | null) =>
    (await amina.call("favoriteSet", { containerId, favorite, ...(before === undefined ? {} : { before }) })).data
      .favorites;
  await set("fav-a", true);
  await set("fav-b", true);
  expect(await set("fav-c", true)).toEqual(["fav-a", "fav-b", "fav-c"]);
  expect(await set("fav-a", true)).toEqual(["fav-a", "fav-b", "fav-c"]);
  expect(await set("fav-c", true, "fav-a")).toEqual(["fav-c", "fav-a", "fav-b"]);
  expect(await set("fav-c", true, null)).toEqual(["fav-a", "fav-b", "fav-c"]);
  expect(await set("fav-b", false)).toEqual(["fav-a", "fav-c"]);
  expect(await set("fav-d", true, "fav-c")).toEqual(["fav-a", "fav-d", "fav-c"]);
  expect(await set("fav-b", true, "no-favourite")).toEqual(["fav-a", "fav-d", "fav-c", "fav-b"]);
  expect((await amina.call("getUserSetting", {})).userSetting.favorites).toEqual(["fav-a", "fav-d", "fav-c", "fav-b"]);
  const { data } = await amina.call("getSitesV2", { filter: { favorite: true } });
  expect(data.map(({ id }) => id).toSorted()).toEqual(["fav-a", "fav-b", "fav-c", "fav-d"]);
});

test("two tabs that add favourites at once lose neither each other's nor other settings", async () => {
  const ids = Array.from({ length: 12 }, (_, number) => `tab-${number}`);
  const { amina } = await cast({ amina: { role: "user", containers: ids } });
  await amina.call("saveUserSetting", { theme: "dark" });
  await Promise.all(ids.map((containerId) => amina.call("favoriteSet", { containerId, favorite: true })));
  const { userSetting } = await amina.call("getUserSetting", {});
  expect(userSetting.favorites?.toSorted()).toEqual(ids.toSorted());
  expect(userSetting.theme).toBe("dark");
});

test("B1: people can add only containers that they see to their favourites, and remove those that were taken away", async () => {
  const { amina } = await cast({
    amina: { role: "user", containers: ["fav-own"] },
    kofi: { role: "user", containers: ["fav-foreign"] },
  });
  const foreign = await amina.post("favoriteSet", { containerId: "fav-foreign", favorite: true });
  const none = await amina.post("favoriteSet", { containerId: "fav-nowhere", favorite: true });
  expect(foreign).toMatchObject({ status: 404, code: "not_found" });
  expect(foreign.text).toBe(none.text);
});

test("a list of favourites may keep a container that was taken away, but not gain one that its owner does not see", async () => {
  const { amina } = await cast({
    amina: { role: "user", containers: ["fav-gone", "fav-kept"] },
    kofi: { role: "user", containers: ["fav-hidden"] },
  });
  await amina.call("saveUserSetting", { favorites: ["fav-gone", "fav-kept"] });
  const { pool } = (await thePortal()).database;
  await pool.query("delete from container_user where user_id = $1 and container_id = 'fav-gone'", [amina.userId]);
  await amina.call("saveUserSetting", { favorites: ["fav-kept", "fav-gone"] });
  for (const unseen of ["fav-hidden", "fav-nowhere"])
    await expect(amina.call("saveUserSetting", { favorites: ["fav-kept", unseen] })).refusesWith("not_found");
  expect((await amina.call("getUserSetting", {})).userSetting.favorites).toEqual(["fav-kept", "fav-gone"]);
  const { data } = await amina.call("favoriteSet", { containerId: "fav-gone", favorite: false });
  expect(data.favorites).toEqual(["fav-kept"]);
});
