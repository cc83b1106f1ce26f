/** What a container is found by. */
export interface Findable {
  name: string;
  containerId: string;
}

/**
 * Containers whose name or id holds every word of a text, whatever the case and the accents; without words, all.
 * @param more Further text that a container is found by.
 */
export function searchContainers<Container extends Findable>(
  containers: readonly Container[],
  text: string,
  more: (container: Container) => string = () => "",
): readonly Container[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return containers;
  return containers.filter((container) => {
    const place = plain(`${container.name} ${container.containerId} ${more(container)}`);
    return words.every((word) => place.includes(word));
  });
}

/** Letters without accents and case, so that "thies" finds "Thiès". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
