/** What a container is found by. */
export interface Findable {
  name: string;
  containerId: string;
}

/**
 * Containers whose name or id holds every word of a text, whatever the case and the accents; without words, all.
 * @param more Further text that a container is found by.
 */
export function searchSites<Site extends Findable>(
  sites: readonly Site[],
  text: string,
  more: (site: Site) => string = () => "",
): readonly Site[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sites;
  return sites.filter((site) => {
    const place = plain(`${site.name} ${site.containerId} ${more(site)}`);
    return words.every((word) => place.includes(word));
  });
}

/** Letters without accents and case, so that "thies" finds "Thiès". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
