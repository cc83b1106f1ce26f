import { expect, test } from "vitest";

import { cast } from "../../testing/cast.ts";

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
  await amina.call("saveUserSetting", { favorites: ["fav-gone", "fav-own"] });
  const { data } = await amina.call("favoriteSet", { containerId: "fav-gone", favorite: false });
  expect(data.favorites).toEqual(["fav-own"]);
});
