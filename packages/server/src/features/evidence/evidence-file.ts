/** A file of a pack. */
export interface EvidenceFile {
  name: string;
  content: Uint8Array;
  /** Hexadecimal. */
  sha256: string;
}
