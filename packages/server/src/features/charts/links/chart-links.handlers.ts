import { randomBytes, randomUUID } from "node:crypto";

import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { chartLimits, linkLimits } from "@offgrid/contract/charts/chart-limits";
import type { PublicChart, chartLinkCalls } from "@offgrid/contract/charts/chart-links.calls";
import { earlierTime } from "@offgrid/contract/charts/compared-time";
import type { InputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../../calls/actor.ts";
import { writeAudit } from "../../../calls/audit.ts";
import type { CallContext, Handlers } from "../../../calls/handler.ts";
import { networkOf } from "../../../calls/network.ts";
import { mayStillAll } from "../../../calls/scope.ts";
import { hashPassword } from "../../../core/password-hash.ts";
import { isWellKnown } from "../../../core/password-rules.ts";
import { hashToken } from "../../../core/token-hash.ts";
import * as portal from "../../settings/settings.store.ts";
import * as links from "./chart-links.store.ts";
import { mustKnowPassword } from "./link-password.ts";
import { freeze, publicChart, rangeWithin } from "./public-chart.ts";
import { PublicCache } from "./public-cache.ts";
import * as saved from "../saved/saved-charts.store.ts";

const dayMs = 86_400_000;

export const chartLinkHandlers: Handlers<typeof chartLinkCalls> = {
  setChartToken: async ({ password, ...asked }, context) => {
    if (!(await portal.setting(context.db)).chartLinks) throw new Refusal("links_off");
    if (asked.id !== undefined && password !== undefined) {
      throw new Refusal("bad_input", { fields: { password: "A link keeps what it was made with. Make a new one." } });
    }
    if (password !== undefined && isWellKnown(password, [context.actor.email])) {
      throw new Refusal("bad_input", {
        fields: { password: "It is too well known. Choose one that nobody would guess." },
      });
    }
    const passwordHash = password === undefined ? null : await hashPassword(password, "known");
    return context.transaction((tx) => makeLink(asked, passwordHash, { ...context, db: tx }));
  },

  chartTokenPreview: async (asked, context) => {
    const { actor, db, clock, from, signal } = context;
    const [row] = await saved.listCharts(db, actor, clock.now(), asked.chartId);
    const frozen = row?.ownerId === actor.userId ? await frozenOf(row, asked, context) : undefined;
    if (!frozen) throw new Refusal("not_found");
    const drawnFor = { db, viewer: actor, language: from.language, nowMs: clock.now(), signal };
    return { data: await publicChart(frozen, {}, drawnFor) };
  },

  chartTokenList: async ({ chartId }, { actor, db, clock }) => {
    const nowMs = clock.now();
    const rows = await links.listLinks(db, actor, chartId);
    return {
      data: rows.flatMap(({ frozen, version, chartVersion, createdAt, expiresAt, lastUsedAt, ...row }) => {
        const read = links.FrozenLink.safeParse(frozen).data;
        if (!read) return [];
        const { range, names, csv, compared } = read;
        return {
          ...{ ...row, range, names, csv, compared },
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          isOutdated: version !== chartVersion,
          isExpired: expiresAt.getTime() <= nowMs,
        };
      }),
    };
  },

  chartTokenRevoke: async ({ id, chartId }, { actor, db, audit }) => {
    const removed = await links.removeLinks(db, actor, { id, chartId });
    // Also of a chart without links: whose it is says nothing to anybody else.
    const isKnown = id === undefined && (chartId === undefined || (await saved.holdChart(db, actor, chartId)));
    if (removed === 0 && !isKnown) throw new Refusal("not_found");
    audit({ target: id ?? chartId ?? "all links", before: { links: removed } });
    return {};
  },

  getChartToken: async ({ token, password, from, to }, context) => {
    const { db, clock } = context;
    const nowMs = clock.now();
    const isOn = (await portal.setting(db)).chartLinks;
    const link = isOn ? await links.findLink(db, hashToken(token), nowMs) : undefined;
    const frozen = link && links.FrozenLink.safeParse(link.frozen).data;
    if (!link || !frozen) throw new Refusal("not_found");
    const owner = { userId: link.ownerId };
    const containerIds = containersIn(frozen.definition);
    // What the owner may see at this moment: also of an answer that was drawn a moment ago.
    if (containerIds.length === 0 || !(await mayStillAll(db, "charts", owner, containerIds)))
      throw new Refusal("not_found");
    // Before the cache: what was drawn for somebody with the password is given to nobody without it.
    await mustKnowPassword(link, password, context);
    // It may have been revoked while the password waited for its turn.
    if (!(await links.countUse(db, link.id, nowMs))) throw new Refusal("not_found");
    await noteFirstUse(link, context, nowMs);
    const range = rangeWithin(frozen.range, { from, to }, nowMs);
    const { language } = context.from;
    // Others may wait for the same answer: it is drawn to its end, whoever hangs up.
    const drawnFor = { db, viewer: owner, language, nowMs, queue: `link ${link.id}` };
    const key = [link.id, link.chartVersion, JSON.stringify(link.frozen), language, range.from, range.to].join(" ");
    return { data: await cacheOf(db).get(key, nowMs, () => publicChart(frozen, range, drawnFor)) };
  },
};

const caches = new WeakMap<object, PublicCache<PublicChart>>();

/** Answers of this process: each is checked against the link before it is given, and is a minute old at most. */
function cacheOf(db: object): PublicCache<PublicChart> {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = new PublicCache(linkLimits.cachedMs)));
  return cache;
}

type Asked = Omit<InputOf<(typeof chartLinkCalls)["chartTokenPreview"]>, "chartId">;

/** The chart as a link shows it. @throws Refusal bad_input where a container is missing or not the owner's. */
async function frozenOf(
  chart: { definition: object },
  { range, names, csv, ...given }: Asked,
  { db, actor }: CallContext<Actor>,
): Promise<links.FrozenLink | undefined> {
  const definition = saved.readDefinition(chart);
  if (!definition) return undefined;
  const frozen = await freeze(definition, given, db, actor);
  if (containersIn(frozen).length === 0) {
    throw new Refusal("bad_input", { fields: { chartId: "The chart has no container that you see." } });
  }
  return { definition: frozen, range, names, csv, compared: earlierTime(frozen) ?? null };
}

function withinYear(atMs: number, nowMs: number): number {
  if (atMs > nowMs && atMs <= nowMs + linkLimits.mostDays * dayMs) return atMs;
  throw new Refusal("bad_input", { fields: { expiresAt: "Choose a day within a year from now." } });
}

/** Makes a link, or gives one the chart as it is now. */
async function makeLink(
  { id, expiresAt, ...asked }: Omit<InputOf<(typeof chartLinkCalls)["setChartToken"]>, "password">,
  passwordHash: string | null,
  context: CallContext<Actor>,
) {
  const { actor, db, clock, audit } = context;
  const nowMs = clock.now();
  const chart = await saved.holdChart(db, actor, asked.chartId);
  const frozen = chart && !chart.deletedAt ? await frozenOf(chart, asked, context) : undefined;
  if (!chart || !frozen) throw new Refusal("not_found");
  const expiresAtMs = expiresAt === undefined ? undefined : withinYear(Date.parse(expiresAt), nowMs);
  const { chartId } = asked;
  const { range, names, csv, compared } = frozen;
  const after = { chartId, range, names, csv, ...(compared && { compared }) };
  if (id !== undefined) {
    const until = await links.renewLink(
      db,
      actor,
      { id, chartId, frozen, chartVersion: chart.version, expiresAtMs },
      nowMs,
    );
    if (!until) throw new Refusal("not_found");
    audit({ target: id, after: { ...after, expiresAt: until.toISOString() } });
    return { data: { id, token: null, url: null, expiresAt: until.toISOString() } };
  }
  await links.sweepLinks(db, nowMs);
  if ((await links.countLinks(db, chartId, nowMs)) >= chartLimits.links) throw new Refusal("links_full");
  const token = randomBytes(32).toString("base64url");
  const link = {
    id: randomUUID(),
    ...{ chartId, frozen, chartVersion: chart.version },
    tokenHash: hashToken(token),
    hint: token.slice(0, 4),
    expiresAtMs: expiresAtMs ?? nowMs + linkLimits.usualDays * dayMs,
    passwordHash,
  };
  await links.insertLink(db, actor, link, nowMs);
  const until = new Date(link.expiresAtMs).toISOString();
  audit({ target: link.id, after: { ...after, hasPassword: passwordHash !== null, expiresAt: until } });
  return { data: { id: link.id, token, url: `/shared-chart#${token}`, expiresAt: until } };
}

/** The containers of a frozen definition. */
function containersIn({ series, compare }: ChartDefinition): string[] {
  const named = series.flatMap((one) => (one.kind === "metric" && one.of.kind === "containers" ? one.of.ids : []));
  return [...new Set(compare.kind === "container" ? [...named, compare.containerId] : named)];
}

/** Who opens links is not known; that a network opened one is noted once a day. */
async function noteFirstUse(link: links.OpenedLink, context: CallContext<Actor | null>, nowMs: number): Promise<void> {
  const { db, limits, from } = context;
  const isFirst = await limits.tryTake(`link ${link.id} ${networkOf(from.address)}`, 1, dayMs);
  if (!isFirst) return;
  const { address, requestId } = from;
  await writeAudit(db, {
    ...{ atMs: nowMs, action: "getChartToken", target: link.id, address, requestId, result: "ok" },
    after: { ownerId: link.ownerId },
  });
}
