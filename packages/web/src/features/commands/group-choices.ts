import { type ContainerLink, containerLink } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import { countedLevel } from "../../domain/containers/container-facts.ts";
import { containerText, fuzzySearch } from "../../domain/containers/search-containers.ts";

/** What a group command needs to know of a container to offer it. */
export type GroupCandidate = Pick<
  ContainerRow,
  "containerId" | "name" | "status" | "lastSeen" | "cluster" | "clusterId" | "energy"
>;

/** What is picked at once: a container, or several together. */
export interface GroupPick {
  value: string;
  label: string;
  ids: readonly string[];
}

export interface GroupPickWords {
  all: (number: number) => string;
  found: (number: number) => string;
  cluster: (name: string, number: number) => string;
  status: (status: ContainerLink, number: number) => string;
  energy: (level: EnergyLevel, number: number) => string;
}

/** People do not read more than this before they type another letter. */
const shownAtMost = 100;

/**
 * What answers to what was typed, those with several containers first; without words all containers, each cluster and
 * each state are among them. Left out is what would add nothing to those that are picked already.
 */
export function groupChoices(
  containers: readonly GroupCandidate[],
  picked: readonly string[],
  typed: string,
  words: GroupPickWords,
): GroupPick[] {
  const taken = new Set(picked);
  const left = containers.filter(({ containerId }) => !taken.has(containerId));
  const single = left.map((row) => ({ pick: only(row), text: containerText(row) }));
  const several = bundles(left, words).map((pick) => ({ pick, text: pick.label }));
  const answers = fuzzySearch([...several, ...single], typed, ({ text }) => text).map(({ pick }) => pick);
  const together = answers.filter(({ ids }) => ids.length > 1);
  const alone = answers.filter(({ ids }) => ids.length === 1);
  const isTyped = typed.trim() !== "";
  const label = isTyped ? words.found : words.all;
  const ids = alone.flatMap((pick) => pick.ids);
  const whole = ids.length > 1 ? [{ value: "all", label: label(ids.length), ids }] : [];
  return [...whole, ...together, ...alone.slice(0, shownAtMost)];
}

/** A container alone. */
function only({ containerId, name }: GroupCandidate): GroupPick {
  return { value: containerId, label: name, ids: [containerId] };
}

/** Those of each cluster and of each state, where there are several. */
function bundles(containers: readonly GroupCandidate[], words: GroupPickWords): GroupPick[] {
  const by = new Map<string, { ids: string[]; say: (number: number) => string }>();
  const put = (key: string, id: string, say: (number: number) => string) => {
    const bundle = by.get(key) ?? { ids: [], say };
    bundle.ids.push(id);
    by.set(key, bundle);
  };
  for (const { containerId, cluster, clusterId } of containers)
    if (clusterId !== null) put(`cluster ${clusterId}`, containerId, (number) => words.cluster(cluster ?? "", number));
  for (const container of containers) {
    const link = containerLink(container);
    put(`status ${link}`, container.containerId, (number) => words.status(link, number));
  }
  for (const container of containers) {
    const level = countedLevel(container);
    if (level) put(`energy ${level}`, container.containerId, (number) => words.energy(level, number));
  }
  return [...by].flatMap(([value, { ids, say }]) => (ids.length > 1 ? [{ value, label: say(ids.length), ids }] : []));
}
