import { settings } from "./config.ts";

/**
 * Variables that the portal does not read, but whose names are nearly those of ones that it does: most likely they are
 * misspelt, and their values go unheeded.
 */
export function misspelt(env: Readonly<Record<string, string | undefined>>): { name: string; meant: string }[] {
  const ours = Object.values(settings).map(({ name }) => name);
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || ours.includes(name)) return [];
    const meant = ours.find((one) => distance(name.toUpperCase(), one) <= Math.floor(one.length / 4));
    // Short names, such as HOST, lie near too many that others use.
    return meant === undefined || meant.length < shortestGuessed || env[meant] ? [] : [{ name, meant }];
  });
}

const shortestGuessed = 5;

/** How many letters of one name have to be added, left out or changed to make the other. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
