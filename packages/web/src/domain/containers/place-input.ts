/** The degrees in a text, with a point or a comma; undefined: none, or beyond the limit. */
export function degreesIn(text: string, limit: number): number | undefined {
  if (text.trim() === "") return undefined;
  const degrees = Number(text.trim().replace(",", "."));
  return Math.abs(degrees) <= limit ? degrees : undefined;
}

/** A position as it is typed. */
export interface TypedPlace {
  latitude: string;
  longitude: string;
}

/** Where that is; undefined: not typed, or not in full. */
export function placeOf({ latitude, longitude }: TypedPlace): { lat: number; long: number } | undefined {
  const [lat, long] = [degreesIn(latitude, 90), degreesIn(longitude, 180)];
  return lat === undefined || long === undefined ? undefined : { lat, long };
}

/** What of it cannot stay as it is: no number, beyond its limit, or one without the other. */
export function wrongIn({ latitude, longitude }: TypedPlace): (keyof TypedPlace)[] {
  if (latitude.trim() === "" && longitude.trim() === "") return [];
  const wrong: (keyof TypedPlace)[] = [];
  if (degreesIn(latitude, 90) === undefined) wrong.push("latitude");
  if (degreesIn(longitude, 180) === undefined) wrong.push("longitude");
  return wrong;
}
