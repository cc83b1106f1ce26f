import { editDistance } from "@offgrid/contract/core/edit-distance";

/**
 * Variables that the portal does not read, but whose names are nearly those of ones that it does: most likely they are
 * misspelt, and their values go unheeded, also beside the right one.
 * @param ours Names that the portal reads.
 */
export function misspelt(
  env: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || ours.includes(name)) return [];
    const meant = ours.find((one) => editDistance(name.toUpperCase(), one) <= Math.floor(one.length / 4));
    // Short names, such as HOST, lie near too many that others use.
    return meant === undefined || meant.length < shortestGuessed ? [] : [{ name, meant }];
  });
}

const shortestGuessed = 5;
