import { channelRefusals } from "@offgrid/contract/channels/channel-refusals";
import type { InputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import {
  isSecretField,
  placeOfService,
  type SendingField,
  sendingFields,
  sendingServices,
} from "@offgrid/contract/settings/sending-services";
import type { settingsCalls } from "@offgrid/contract/settings/settings.calls";

import { tellAtCommit } from "../../bus/announcement.ts";
import type { CallContext, Handlers } from "../../calls/handler.ts";
import { dialledBy, sendingOf, type SendingValues } from "../../config/config.sending.ts";
import { forgetSending } from "../../external/sending-outcomes.store.ts";
import * as sending from "./sending.store.ts";
import { type Faults, notedOf, stateOf, valuesBefore, withChange } from "./sending.ts";
import * as settings from "./settings.store.ts";

type Calls = Pick<typeof settingsCalls, "getSendingServices" | "saveSendingService">;
type Change = InputOf<Calls["saveSendingService"]>;

export const sendingHandlers: Handlers<Calls> = {
  getSendingServices: async (_, { db, box, liveConfig: { usualSending } }) => {
    const kept = await sending.readKept(db, box);
    return { data: sendingServices.map((service) => stateOf(service, kept.get(service), usualSending)) };
  },

  saveSendingService: async (input, context) => {
    const { db, box, clock, audit, transaction, liveConfig } = context;
    const { usualSending } = liveConfig;
    const { service, source, values: given = {} } = input;
    if (source === "portal")
      await mustBeDialled(input, context, changed(input, await sending.readKept(db, box), context));
    return transaction(async (tx) => {
      await settings.hold(tx);
      const kept = await sending.readKept(tx, box);
      const before = stateOf(service, kept.get(service), usualSending);
      if (source === "environment") await sending.forget(tx, service);
      else {
        const values = source === "none" ? undefined : changed(input, kept, context);
        const givenMs = Object.fromEntries(
          sendingFields[service]
            .filter((name) => values?.[name] !== undefined && isSecretField(name))
            .map((name) => [name, (given[name] ? undefined : kept.get(service)?.givenMs[name]) ?? clock.now()]),
        );
        await sending.keep(tx, box, service, { values, givenMs, changedAt: new Date(clock.now()) });
      }
      await forgetSending(tx, service);
      const after = stateOf(service, (await sending.readKept(tx, box)).get(service), usualSending);
      await tellAtCommit(tx, "settingsChanged", {});
      audit({ target: service, before: notedOf(before), after: notedOf(after, given) });
      return { data: after };
    });
  },
};

const refuse = (fields: Faults) => new Refusal("bad_input", { fields });

/** @throws Refusal bad_input with what is wrong by field */
function changed({ service, values: given = {} }: Change, kept: sending.KeptServices, { liveConfig }: CallContext) {
  const before = valuesBefore(service, kept.get(service), liveConfig.usualSending);
  const { values, faults } = withChange(service, before, given);
  if (Object.keys(faults).length > 0) throw refuse(faults);
  return values;
}

/** Before the transaction, since names are looked up. What they lead to later is looked at again at each sending. */
async function mustBeDialled({ service }: Change, { sender, liveConfig }: CallContext, values: SendingValues) {
  const address = dialledBy(sendingOf(service, values, liveConfig.usualSending));
  const fault = address && (await sender.faultOf(address));
  if (!fault) return;
  const [field] = placeOfService[service] as readonly [SendingField];
  throw refuse({ [field]: channelRefusals[fault] });
}
