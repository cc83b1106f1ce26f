/** In degrees. */
export interface PinPlace {
  lat: number;
  long: number;
}

export interface PinMapProps {
  words: {
    /** What the map is called, for readers. */
    title: string;
    /** The button that puts the pin in the middle of what is seen. */
    pin: string;
    /** In place of the map where the browser cannot draw it. */
    unavailable: string;
  };
  /** Where the pin is; absent: nowhere yet. */
  place: PinPlace | undefined;
  onPlace: (place: PinPlace) => void;
}
