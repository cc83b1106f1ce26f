import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";
import { randomBytes, randomUUID } from "node:crypto";

import type { ChannelKind } from "@offgrid/contract/channels/channel-kinds";
import { channelLimits as limits } from "@offgrid/contract/channels/channel-kinds";
import type { channelCalls } from "@offgrid/contract/channels/channels.calls";
import type { InputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import type { Config } from "../../config/config.ts";
import { isUniqueViolation } from "../../core/db.ts";
import * as channels from "./channels.store.ts";
import * as log from "./delivery-log.store.ts";
import { pushKeys } from "./push-keys.store.ts";
import { hashOfTarget, openTarget, sealTarget, shownTarget, type Target } from "./target.ts";

const defaultPageSize = 20;
const secretBytes = 32;

type TestInput = InputOf<typeof channelCalls.portalServiceTest>;
type SaveInput = InputOf<typeof channelCalls.channelSave>;

export const channelHandlers: Handlers<typeof channelCalls> = {
  channelList: async (_, { actor, db, box, config }) => {
    const to = await channels.findListener(db, actor.userId);
    const rows = await channels.listChannels(db, actor.userId);
    const { publicKey } = await pushKeys(db, box);
    return {
      data: rows.map((row) => toChannel(row, openTarget(box, row.sealed), to?.email ?? "")),
      kinds: kindsOf(config),
      pushKey: publicKey,
    };
  },

  channelSave: async (input, context) => {
    const { actor, box, clock, audit, transaction } = context;
    const { id: given, kind, name, severity, timing, hours, template } = input;
    const before = given === undefined ? undefined : await mustFind(context, given);
    if (before && before.kind !== kind) throw new Refusal("not_found");
    const known = before && openTarget(box, before.sealed);
    const target = await targetOf(context, input, known);
    const id = given ?? randomUUID();
    const isMoved = !known || !hashOfTarget(known).equals(hashOfTarget(target));
    await transaction(async (tx) => {
      const own = await channels.listChannels(tx, actor.userId);
      if (given === undefined && own.length >= limits.channels)
        throw new Refusal("bad_input", { fields: { name: `You have ${limits.channels} channels. Delete one first.` } });
      if (given !== undefined && !own.some((one) => one.id === given)) throw new Refusal("not_found");
      const row = {
        id,
        userId: actor.userId,
        kind,
        name,
        severity,
        timing,
        hours: hours as channels.ChannelRow["hours"],
        template,
      };
      const sealed = { sealed: sealTarget(box, target), targetHash: hashOfTarget(target), isMoved };
      await channels.saveChannel(tx, { ...row, ...sealed }, clock.now());
      if (isMoved) await channels.readPause(tx, actor.userId, id, clock.now());
      audit({ target: id, ...(before && { before: { name: before.name } }), after: { kind, name, severity, timing } });
    }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new Refusal("bad_input", { fields: { [fieldOf[kind]]: channelRefusals.taken } });
    });
    return { data: { id } };
  },

  channelDelete: async ({ id }, { actor, db, clock, audit }) => {
    const before = await channels.holdChannel(db, actor.userId, id);
    if (!before) throw new Refusal("not_found");
    await channels.removeChannel(db, actor.userId, id);
    await channels.readPause(db, actor.userId, id, clock.now());
    audit({ target: id, before: { kind: before.kind, name: before.name } });
    return {};
  },

  channelTest: async ({ id }, context) => {
    const { actor, db, box, clock, sender, url, audit, transaction } = context;
    const { kind, sealed, template } = await mustFind(context, id);
    const to = await channels.findListener(db, actor.userId);
    if (!to) throw new Refusal("not_found");
    const outcome = await sender.send(
      { userId: actor.userId, target: openTarget(box, sealed), to, template, url },
      undefined,
    );
    const result = outcome === "ok" ? outcome : outcome.problem;
    await transaction(async (tx) => {
      // Of the channel it says nothing.
      if (result !== "day_limit") await channels.noteTest(tx, id, result, clock.now());
      if (result === "ok") await channels.readPause(tx, actor.userId, id, clock.now());
      await log.addTest(tx, { id, userId: actor.userId, kind }, result, clock.now());
      audit({ target: id, after: { result } });
    });
    return { data: { result } };
  },

  portalServiceTest: async (input, { actor, db, sender, url, audit, transaction }) => {
    const to = await channels.findListener(db, actor.userId);
    if (!to) throw new Refusal("not_found");
    const sending = { userId: actor.userId, to, template: null, url };
    const { kind } = input;
    const outcome =
      kind === "heartbeat"
        ? await sender.knock()
        : await sender.send({ ...sending, target: serviceTarget({ ...input, kind }) }, undefined);
    const result = outcome === "ok" ? outcome : outcome.problem;
    await transaction(async () => audit({ target: input.kind, after: { result } }));
    return { data: { result } };
  },

  deliveryList: async ({ page = 1, pageSize = defaultPageSize }, { actor, db }) => ({
    data: await log.listDeliveries(db, actor, { limit: pageSize, offset: (page - 1) * pageSize }),
    total: await log.countDeliveries(db, actor.userId),
  }),
};

/** @throws Refusal bad_input where the number that it needs is not given */
function serviceTarget({ kind, chat, phone }: TestInput & { kind: "mail" | "telegram" | "sms" }): Target {
  if (kind === "mail") return { kind };
  if (kind === "telegram" && chat !== undefined) return { kind, chat };
  if (kind === "sms" && phone !== undefined) return { kind, phone };
  throw new Refusal("bad_input", { fields: { [fieldOf[kind]]: "Please fill this field." } });
}

/** Kinds that this portal can send by. */
function kindsOf({ telegramToken, smsUrl }: Config): ChannelKind[] {
  return [
    "mail",
    "push",
    "webhook",
    ...(telegramToken === undefined ? [] : ["telegram" as const]),
    ...(smsUrl === undefined ? [] : ["sms" as const]),
  ];
}

function toChannel(row: channels.ListedChannel, target: Target, email: string) {
  const at = (date: Date | null) => date?.toISOString() ?? null;
  const { id, kind, name, severity, timing, hours, template, pauseReason, testResult } = row;
  return {
    id,
    kind,
    name,
    severity,
    timing,
    hours: hours && { ...hours, days: hours.days && [...hours.days] },
    template,
    pauseReason,
    testResult,
    leadsTo: shownTarget(target, email),
    secret: target.kind === "webhook" ? target.secret : null,
    pausedAt: at(row.pausedAt),
    testedAt: at(row.testedAt),
    spokenAt: at(row.spokenAt),
    lastDelivery: row.deliveredAt && { at: row.deliveredAt.toISOString(), problem: row.deliveryProblem },
  };
}

async function mustFind({ actor, db }: CallContext, id: string): Promise<channels.ChannelRow> {
  const found = await channels.findChannel(db, actor.userId, id);
  if (!found) throw new Refusal("not_found");
  return found;
}

/** The field that says where a channel of a kind leads. */
const fieldOf = { mail: "kind", push: "subscription", webhook: "url", telegram: "chat", sms: "phone" } as const;

/** @throws Refusal bad_input where it leads nowhere, or to an address that the portal does not dial. */
async function targetOf(context: CallContext, input: SaveInput, known: Target | undefined): Promise<Target> {
  const { actor, db, config, sender } = context;
  const { kind, url, subscription, chat, phone } = input;
  const refuse = (message: string) => new Refusal("bad_input", { fields: { [fieldOf[kind]]: message } });
  if (!kindsOf(config).includes(kind)) throw refuse("This portal has no service for it.");
  const mustBePublic = async (address: string) => {
    const fault = await sender.faultOf(address);
    if (fault !== undefined) throw refuse(channelRefusals[fault]);
  };
  if (kind === "mail") {
    const to = await channels.findListener(db, actor.userId);
    if (!to?.isVerified) throw refuse(channelRefusals.unverified);
    return { kind };
  }
  if (kind === "webhook" && url !== undefined) {
    await mustBePublic(url);
    const secret = known?.kind === "webhook" ? known.secret : randomBytes(secretBytes).toString("base64url");
    return { kind, url, secret };
  }
  if (kind === "push" && subscription) {
    await mustBePublic(subscription.endpoint);
    return { kind, endpoint: subscription.endpoint, ...subscription.keys };
  }
  if (kind === "telegram" && chat !== undefined) return { kind, chat };
  if (kind === "sms" && phone !== undefined) return { kind, phone };
  if (known?.kind === kind) return known;
  throw refuse("Please fill where it leads.");
}
