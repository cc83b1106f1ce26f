/** A stream of one part, for what is written part by part. */
export async function* onePart<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}
