/** Readings of years take their time. */
export const longestReceivingMs = 6 * 3_600_000;

/**
 * As `fetch`, for a large answer.
 * @param onPiece Each piece of it as it comes; of a refusal none.
 */
export function receiveInPieces(
  onPiece: (piece: Uint8Array) => void,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok || !response.body) return response;
    const passed = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        onPiece(piece);
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(passed), response);
  };
}
