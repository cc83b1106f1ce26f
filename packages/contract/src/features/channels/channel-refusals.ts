/** Why the portal refuses where a channel is to lead: the sentences of the answer, by what screens have words of their own for. */
export const channelRefusals = {
  /** Another channel of the person leads there. */
  taken: "You have a channel that leads there already.",
  /** Its name is not known. */
  unfound: "The name of this address cannot be found.",
  unshaped: "An address begins with http:// or https:// and has neither a password nor port 0.",
  /** It is in a network that the portal does not dial. */
  closed: "The portal does not dial this address: it is not public.",
  unverified: "Please confirm your email address first.",
} as const;
export type ChannelRefusal = keyof typeof channelRefusals;

/** @returns undefined: it is another sentence. */
export function channelRefusalOf(sentence: string): ChannelRefusal | undefined {
  return (Object.keys(channelRefusals) as ChannelRefusal[]).find((one) => channelRefusals[one] === sentence);
}
