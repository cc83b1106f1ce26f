/** A campaign upgrades many containers in waves, and halts by itself where the release does harm. Pure. */

export const campaignStates = ["draft", "scheduled", "running", "soaking", "halted", "completed", "cancelled"] as const;
export type CampaignState = (typeof campaignStates)[number];

/**
 * Why a campaign halted: one of the first results was a failure; too many of a wave were; upgraded containers have trouble
 * that they did not have before; whoever started or resumed it last may no longer upgrade all of them; or a person halted
 * it.
 */
export const haltCauses = ["first_results", "failures", "trouble", "rights", "person"] as const;
export type HaltCause = (typeof haltCauses)[number];

/** What people do to a campaign. */
export const campaignActs = ["start", "plan", "halt", "resume", "cancel"] as const;
export type CampaignAct = (typeof campaignActs)[number];

const underWay = { halt: "halted", cancel: "cancelled" } as const;
const acts: Record<CampaignState, Partial<Record<CampaignAct, CampaignState>>> = {
  draft: { start: "running", plan: "scheduled", cancel: "cancelled" },
  scheduled: underWay,
  running: underWay,
  soaking: underWay,
  halted: { resume: "running", cancel: "cancelled" },
  completed: {},
  cancelled: {},
};

/** The state that follows; undefined: this cannot be done now. */
export function actOnCampaign(state: CampaignState, act: CampaignAct): CampaignState | undefined {
  return acts[state][act];
}

/** What a person makes of a campaign; undefined: this cannot be done now. */
export function withAct(campaign: Campaign, act: CampaignAct, nowMs: number): Campaign | undefined {
  const state = actOnCampaign(campaign.state, act);
  if (!state) return undefined;
  const next = { ...campaign, state, soakUntilMs: undefined };
  if (act !== "resume") return next;
  // One that halted before its time waits for that again.
  const isAhead = campaign.startsAtMs !== undefined && campaign.startsAtMs > nowMs;
  return { ...next, ...(isAhead && { state: "scheduled" }), resumedAtMs: nowMs };
}

export function isCampaignOver(state: CampaignState): boolean {
  return state === "completed" || state === "cancelled";
}

/** Does a campaign in this state have containers upgraded? */
export function isCampaignActive(state: CampaignState): boolean {
  return state === "running" || state === "soaking";
}

const leastInSecondWave = 3;

/** How many containers each wave has: one, then a tenth but three at least, then all others. */
export function wavesOf(count: number): number[] {
  const second = Math.min(count - 1, Math.max(leastInSecondWave, Math.ceil(count / 10)));
  return [Math.min(count, 1), second, count - 1 - second].filter((size) => size > 0);
}

/** The wave of a container by its place in the campaign, from 0. */
export function waveOf(place: number, count: number): number {
  let end = 0;
  return wavesOf(count).findIndex((size) => (end += size) > place);
}

export interface Campaign {
  state: CampaignState;
  /** From 0. */
  wave: number;
  /** Epoch ms; undefined: at once. */
  startsAtMs: number | undefined;
  /** Until when the wave is watched before the next one begins. */
  soakUntilMs: number | undefined;
  /** When it went on after it had halted: what was before that counts no more. */
  resumedAtMs: number | undefined;
}

/** The outcome of one upgrade; one that went silent is a failure as well. */
export interface CampaignResult {
  wave: number;
  atMs: number;
  isFailure: boolean;
}

/** What is known of the containers of a campaign. */
export interface CampaignFacts {
  /** Containers of later waves that can still be upgraded. */
  rest: number;
  results: readonly CampaignResult[];
  /** Containers up to the present wave whose upgrade is not over and not silent. */
  open: number;
  /** May the person in whose name it goes on still upgrade all that are to be upgraded? */
  isAllowed: boolean;
  /** Upgraded containers that have had trouble since, and did not have it in the week before. */
  troubled: number;
  /** When a soak that begins now is over. */
  soakEndMs: number;
}

export interface CampaignStep {
  campaign: Campaign;
  /** The present wave has upgraded none: containers of later waves take the place of its own. */
  isRefilled?: true;
  cause?: Exclude<HaltCause, "person">;
}

/** What time and results make of a campaign; undefined: nothing. The same facts twice change nothing more. */
export function stepCampaign(campaign: Campaign, facts: CampaignFacts, nowMs: number): CampaignStep | undefined {
  const { state, wave, startsAtMs = -Infinity, soakUntilMs = -Infinity } = campaign;
  const halted = { ...campaign, state: "halted", soakUntilMs: undefined } as const;
  if (!facts.isAllowed && (state === "scheduled" || isCampaignActive(state)))
    return { campaign: halted, cause: "rights" };
  if (state === "scheduled") return nowMs >= startsAtMs ? { campaign: { ...campaign, state: "running" } } : undefined;
  if (!isCampaignActive(state)) return undefined;
  const cause = causeToHalt(campaign, facts);
  if (cause) return { campaign: halted, cause };
  if (state === "running") {
    if (facts.open > 0) return undefined;
    // A wave that shows nothing of the release allows no larger one.
    const isShown = facts.results.some((result) => result.wave === wave && !result.isFailure);
    if (!isShown && facts.rest > 0) return { campaign, isRefilled: true };
    return { campaign: { ...campaign, state: "soaking", soakUntilMs: facts.soakEndMs } };
  }
  if (nowMs < soakUntilMs) return undefined;
  const next =
    facts.rest === 0 ? ({ state: "completed", wave } as const) : ({ state: "running", wave: wave + 1 } as const);
  return { campaign: { ...campaign, ...next, soakUntilMs: undefined } };
}

/** None of so many results may be a failure. */
const firstResults = 3;
/** Of a wave so many, and more than this share. */
const failuresAtLeast = 3;
const failureShare = 0.05;
/** Trouble on this many upgraded containers, or on all of them where there are fewer. */
const troubledAtLeast = 2;

function causeToHalt({ wave, resumedAtMs = -Infinity }: Campaign, facts: CampaignFacts): CampaignStep["cause"] {
  const counted = facts.results
    .filter(({ atMs }) => atMs > resumedAtMs)
    .toSorted((one, other) => one.atMs - other.atMs);
  if (counted.slice(0, firstResults).some(({ isFailure }) => isFailure)) return "first_results";
  const ofWave = counted.filter((result) => result.wave === wave);
  const failures = ofWave.filter(({ isFailure }) => isFailure).length;
  if (failures >= failuresAtLeast && failures > failureShare * ofWave.length) return "failures";
  // Of all times: one that is troubled after a resume is still one of many.
  const upgraded = facts.results.filter(({ isFailure }) => !isFailure).length;
  return facts.troubled >= Math.min(troubledAtLeast, Math.max(1, upgraded)) ? "trouble" : undefined;
}

const dayMs = 86_400_000;
const morningMs = dayMs / 3;

/**
 * When a soak is over: after a day, and not before eight in the morning, so that one whole night is in it. A release that
 * drains the battery shows only then.
 * @param offsetsMs Of the containers' zones from UTC.
 */
export function soakEnd(nowMs: number, offsetsMs: readonly number[]): number {
  const ends = offsetsMs.map((offset) => {
    const localMs = nowMs + dayMs + offset - morningMs;
    return Math.ceil(localMs / dayMs) * dayMs + morningMs - offset;
  });
  return Math.max(nowMs + dayMs, ...ends);
}
